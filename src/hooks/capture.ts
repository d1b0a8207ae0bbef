import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { systemCode } from '../base/errors.js';
import { tryCacheLock } from '../index/cache-lock.js';
import type { Palace } from '../palace/types.js';
import { mine } from '../services/mine/mine.js';
import type { ShownMessage } from '../services/show/conversation.js';
import { showDrawer } from '../services/show/show.js';
import { countHumans } from './humans.js';
import { HookStore, type Job } from './store.js';

/** A transcript that could not be filed so often is given up, and told. */
const MOST_ATTEMPTS = 3;
const LARGEST_LOG = 256 * 1024;

/** What one run of the worker did. */
export interface CaptureResult {
  /** Conversations that were filed and verified. */
  saved: number;
  failed: number;
  /** Another worker is at it. */
  busy: boolean;
}

/**
 * Files everything that hooks have put down, one worker at a time in a palace. What it writes is read again: only when every message of a
 * person is in the palace the conversation counts as saved. What fails is tried again by the next worker, and told by the next hook.
 */
export async function captureAll(palace: Palace): Promise<CaptureResult> {
  const store = hookStore(palace);
  const result = { saved: 0, failed: 0, busy: false };
  while (store.waits) {
    mkdirSync(store.folder, { recursive: true, mode: 0o700 });
    const unlock = tryCacheLock(store.lockFile, palace.runtime);
    // The one that holds it looks again before it ends.
    if (unlock === undefined) return { ...result, busy: result.saved + result.failed === 0 };
    try {
      for (const job of store.take()) {
        if (await capture(palace, store, job)) result.saved += 1;
        else result.failed += 1;
      }
    } finally {
      unlock();
    }
    if (result.failed > 0) break;
  }
  return result;
}

/** The files of the hooks of a palace. */
export function hookStore({ stateDir, runtime }: Palace): HookStore {
  return new HookStore(`${stateDir}/hooks`, runtime);
}

async function capture(palace: Palace, store: HookStore, job: Job): Promise<boolean> {
  const at = palace.runtime.now().toISOString();
  const log = (text: string): void => append(store, `${at} ${job.harness} ${job.session} ${text}`);
  // Looked at before it is read: what is written meanwhile is more than was filed, and not less.
  const size = statSync(job.transcript, { throwIfNoEntry: false })?.size;
  try {
    const typed: string[] = [];
    const { humans } = countHumans(job.transcript, undefined, (texts) => void typed.push(...texts));
    if (humans === 0) {
      store.keepSaved(job.transcript, { humans, size: size ?? 0, at, commits: [] });
      store.done(job);
      return true;
    }
    const { files, skipped, commits, conflicts } = await mine(palace, {
      paths: [job.transcript],
      mode: 'chats',
      by: job.harness,
    });
    if (files.length === 0) throw new Error(`not read: ${skipped[0]?.reason ?? 'no conversation in it'}`);
    const ids = files.flatMap((file) => file.ids);
    const missing = await missingIn(palace, ids, typed);
    if (missing > 0)
      throw new Error(`${missing} of ${humans} messages of people are not in the palace as they were said`);
    store.keepSaved(job.transcript, { humans, size: size ?? 0, at, commits });
    store.done(job);
    log(
      `saved ${humans} messages in ${ids.join(' ')}${conflicts.length > 0 ? ` (${conflicts.length} conflicts)` : ''}`,
    );
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log(`failed: ${message}`);
    store.fail({ at, transcript: job.transcript, message });
    if (systemCode(error) === 'ENOENT' || job.attempts + 1 >= MOST_ATTEMPTS) store.giveUp(job, size);
    else store.again(job);
    return false;
  }
}

/**
 * How many of these texts do not stand in the conversations of the palace, byte for byte; each conversation is read again from its files.
 * Where passwords were kept out of it, the numbers of messages are compared instead.
 */
async function missingIn(palace: Palace, ids: readonly string[], typed: readonly string[]): Promise<number> {
  const conversations = new Map<string, readonly ShownMessage[]>();
  for (const drawer of ids) {
    const { result } = await showDrawer(palace, { drawer, messages: true });
    // The parts of one source are one conversation.
    conversations.set(String(result.source ?? result.id), result.messages ?? []);
  }
  const messages = [...conversations.values()].flat();
  const texts = new Set(messages.map(({ text }) => text));
  const all = messages.map(({ text }) => text).join('\n');
  // Parts of one message may have been joined, and context taken from around it.
  const missing = typed.filter((text) => !texts.has(text) && !all.includes(text.trim()));
  if (missing.length === 0 || !all.includes('[secret:')) return missing.length;
  const humans = messages.filter(({ role, kind }) => role === 'user' && kind === 'text').length;
  return Math.max(0, typed.length - humans);
}

/** One line more in the log; the one before stays as `hooks.log.1`. */
function append(store: HookStore, line: string): void {
  const { logFile } = store;
  mkdirSync(store.folder, { recursive: true, mode: 0o700 });
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(logFile, `${logFile}.1`);
  appendFileSync(logFile, `${line.replace(/[\r\n]+/g, ' ')}\n`, { mode: 0o600 });
}

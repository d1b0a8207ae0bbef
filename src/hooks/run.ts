import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { findPalace } from '../palace/discovery.js';
import { openPalace } from '../palace/open.js';
import type { Palace } from '../palace/types.js';
import { hookStore } from './capture.js';
import { cursorTranscript } from './cursor-transcript.js';
import { countHumans } from './humans.js';
import type { HookInput } from './input.js';
import type { HookStore } from './store.js';

/** Messages of people after which a conversation is filed, while it goes on. */
export const INTERVAL = 15;

export interface HookOptions {
  /** Value of `--palace`. */
  palace?: string | undefined;
  runtime: Runtime;
  /** Starts the worker beside this process, which does not wait for it. */
  startWorker(root: string): void;
  /** What a new conversation is told of this palace; undefined when there is nothing. */
  wakeUp(palace: Palace, cwd: string | undefined): Promise<string | undefined>;
  /** What the palace knows of what was just typed; undefined when there is nothing. Asked only where this event was installed. */
  recall(palace: Palace, input: HookInput, known: readonly string[]): Promise<Recalled | undefined>;
}

/** Memories for a prompt. */
export interface Recalled {
  text: string;
  ids: string[];
}

/** What a program reads from its hook: one JSON object. */
export type HookAnswer = Readonly<Record<string, unknown>>;

const NOTHING: HookAnswer = {};
/** Memories of which a conversation is not told again. */
const MOST_TOLD = 200;

/**
 * Answers one hook. Nothing slow happens here: what is to be filed is put down, and a worker files it. Without a palace nothing is written
 * anywhere. Never throws.
 */
export async function runHook(input: HookInput, options: HookOptions): Promise<HookAnswer> {
  const { runtime } = options;
  if (areOff(runtime.env)) return NOTHING;
  let palace: Palace | undefined;
  try {
    const flag = options.palace;
    const { root } = await findPalace({ runtime, upward: false, ...(flag !== undefined && { flag }) });
    palace = await openPalace(root, runtime);
    return await answer(palace, input, options);
  } catch (error) {
    // Nobody asked for a memory on this machine: silence. Else the person hears of it when a conversation begins.
    const isMissing = error instanceof PalaceError && error.exit === EXIT.noPalace;
    if (isMissing || input.event !== 'session-start') return NOTHING;
    return said(input, error instanceof PalaceError ? [error.message, ...error.next].join('; ') : String(error));
  } finally {
    await palace?.close();
  }
}

/** Whether `PALACE_HOOKS` turns all hooks off. */
export function areOff(env: Runtime['env']): boolean {
  return /^(off|0|false|no)$/i.test(env.PALACE_HOOKS ?? '');
}

async function answer(palace: Palace, input: HookInput, options: HookOptions): Promise<HookAnswer> {
  const store = hookStore(palace);
  const { harness, session, event } = input;
  const transcript = input.transcript ?? cursorTranscript(input, options.runtime.home);
  if (event === 'session-start') return begun(palace, store, input, options);
  if (event === 'prompt') return recalled(palace, store, input, options);
  if (transcript === undefined) return NOTHING;
  const seen = countHumans(transcript, store.seen(transcript));
  const saved = store.saved(transcript)?.humans ?? 0;
  if (seen.humans === 0) return NOTHING;
  store.keepSeen({ ...seen, harness, session, transcript });
  const due = event !== 'stop' || seen.humans - saved >= INTERVAL;
  if (due) store.put({ harness, session, transcript, event, humans: seen.humans });
  if (due || store.waits) options.startWorker(palace.root);
  return due && event === 'stop' && harness === 'claude-code' ? { suppressOutput: true } : NOTHING;
}

/** What the palace knows of a prompt, for the model; each memory once in a conversation. */
async function recalled(palace: Palace, store: HookStore, input: HookInput, options: HookOptions): Promise<HookAnswer> {
  // Cursor takes no words for the model at this moment.
  if (input.prompt === undefined || input.harness === 'cursor') return NOTHING;
  const conversation = input.expected ?? `${input.harness}:${input.session}`;
  const known = store.told(conversation);
  const found = await options.recall(palace, input, known).catch(() => undefined);
  if (found === undefined) return NOTHING;
  store.keepTold(conversation, [...known, ...found.ids].slice(-MOST_TOLD));
  return contextFor(input, found.text);
}

/** A conversation begins: what the palace has to say to it, and what went wrong since the last one. */
async function begun(palace: Palace, store: HookStore, input: HookInput, options: HookOptions): Promise<HookAnswer> {
  const failures = store.takeFailures();
  const { harness, session, expected } = input;
  for (const { harness, session, transcript, humans } of store.grown())
    store.putUnlessWaiting({ harness, session, transcript, event: 'session-end', humans });
  // A program that is killed calls no hook: the next start looks after this conversation.
  if (expected !== undefined && store.seen(expected) === undefined)
    store.keepSeen({ offset: 0, head: '', humans: 0, harness, session, transcript: expected });
  // Grown, or left behind by a worker that was killed.
  if (store.waits) options.startWorker(palace.root);
  const context = await options.wakeUp(palace, input.cwd).catch(() => undefined);
  const lost = failures.map(
    ({ transcript, message }) => `not filed: ${transcript} (${message}); palace mine it by hand`,
  );
  return {
    ...(lost.length > 0 && said(input, lost.join('\n'))),
    ...(context !== undefined && contextFor(input, context)),
  };
}

/** A line for the person. */
function said({ harness }: HookInput, text: string): HookAnswer {
  return harness === 'cursor' ? { user_message: `palace: ${text}` } : { systemMessage: `palace: ${text}` };
}

/** A text for the model, in the words of the program. */
function contextFor({ harness, given }: HookInput, text: string): HookAnswer {
  if (harness === 'cursor') return { additional_context: text };
  return { hookSpecificOutput: { hookEventName: given, additionalContext: text } };
}

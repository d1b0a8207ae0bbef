import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { findPalace } from '../palace/discovery.js';
import { openPalace } from '../palace/open.js';
import type { Palace } from '../palace/types.js';
import { hookStore } from './capture.js';
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
}

/** What a program reads from its hook: one JSON object. */
export type HookAnswer = Readonly<Record<string, unknown>>;

const NOTHING: HookAnswer = {};

/**
 * Answers one hook. Nothing slow happens here: what is to be filed is put down, and a worker files it. Without a palace nothing is written
 * anywhere. Never throws.
 */
export async function runHook(input: HookInput, options: HookOptions): Promise<HookAnswer> {
  const { runtime } = options;
  if (/^(off|0|false|no)$/i.test(runtime.env.PALACE_HOOKS ?? '')) return NOTHING;
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

async function answer(palace: Palace, input: HookInput, options: HookOptions): Promise<HookAnswer> {
  const store = hookStore(palace);
  if (input.event === 'session-start') return begun(palace, store, input, options);
  if (input.event === 'prompt' || input.transcript === undefined) return NOTHING;
  const seen = countHumans(input.transcript, store.seen(input.transcript));
  const saved = store.saved(input.transcript)?.humans ?? 0;
  if (seen.humans === 0) return NOTHING;
  store.keepSeen(input.transcript, seen);
  const due = input.event !== 'stop' || seen.humans - saved >= INTERVAL;
  if (due) {
    const { harness, session, transcript, event } = input;
    store.put({ harness, session, transcript, event, humans: seen.humans });
  }
  if (due || store.waits) options.startWorker(palace.root);
  return due && input.event === 'stop' ? { suppressOutput: true } : NOTHING;
}

/** A conversation begins: what the palace has to say to it, and what went wrong since the last one. */
async function begun(palace: Palace, store: HookStore, input: HookInput, options: HookOptions): Promise<HookAnswer> {
  const failures = store.takeFailures();
  // Left behind by a worker that was killed.
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

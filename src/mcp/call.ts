import type { Progress, Runtime } from '../base/runtime.js';
import type { Palace } from '../palace/types.js';

/** Least time between two notices of the same phase. */
const NOTICE_EVERY_MS = 100;

/** What belongs to one call: whether the client still wants it, and how far it has come. */
export interface Call {
  /** Aborted when the client cancels the call or is gone. */
  signal: AbortSignal;
  /** Undefined when the client did not ask for notices. */
  onProgress?: (progress: Progress) => void;
}

/** The palace as one call sees it: waiting for its turn ends with the call, and its steps are told to the client. */
export function palaceWithin(palace: Palace, call: Call | undefined): Palace {
  return call === undefined ? palace : { ...palace, runtime: runtimeWithin(palace.runtime, call) };
}

function runtimeWithin(runtime: Runtime, { signal, onProgress }: Call): Runtime {
  return {
    ...runtime,
    signal: runtime.signal === undefined ? signal : AbortSignal.any([runtime.signal, signal]),
    onProgress(step) {
      runtime.onProgress?.(step);
      onProgress?.(step);
    },
  };
}

/** What a client is told of a step. */
export interface Notice {
  /** Steps so far: rises with each notice, as the protocol wants it; phases count anew, so there is no total. */
  progress: number;
  message: string;
}

/** Makes notices of steps: at once when a phase begins or ends, else ten a second. `now` in milliseconds. */
export function progressNotices(now: () => number, send: (notice: Notice) => void): (progress: Progress) => void {
  let steps = 0;
  let last: { phase: string; at: number } | undefined;
  return ({ phase, done, total, label }) => {
    steps += 1;
    const at = now();
    const isDue = last === undefined || last.phase !== phase || done === total || at - last.at >= NOTICE_EVERY_MS;
    if (!isDue) return;
    last = { phase, at };
    send({
      progress: steps,
      message: [phase, total === undefined ? done : `${done} of ${total}`, label].filter(Boolean).join(' '),
    });
  };
}

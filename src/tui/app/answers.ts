import { useEffect, useMemo, useRef } from 'react';
import { errorLine } from '../data/error-line.js';
import { LOADERS, type Sources } from '../data/load.js';
import type { Loaded, Slot, Want } from '../data/slots.js';
import type { Action } from '../state/reduce.js';
import type { State } from '../state/types.js';
import { wantsOf } from '../state/wants.js';

type Dispatch = (action: Action) => void;

/** What one slot is doing: one question at a time; of those asked meanwhile the last. */
interface Line {
  /** The question whose answer is there or on its way. */
  key: string;
  abort: AbortController;
  busy: boolean;
  next: Want | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Reads what the state wants. A question that is not wanted any more is let go of: its answer is dropped, and what can stop does.
 */
export class Answers {
  readonly #lines = new Map<Slot, Line>();
  readonly #sources: Sources;
  readonly #dispatch: Dispatch;

  constructor(sources: Sources, dispatch: Dispatch) {
    this.#sources = sources;
    this.#dispatch = dispatch;
  }

  want(wants: readonly Want[]): void {
    const slots = new Set(wants.map(({ slot }) => slot));
    for (const [slot, line] of this.#lines) if (!slots.has(slot)) this.#letGo(line);
    for (const want of wants) this.#ask(want);
  }

  /** Nothing is read any more. */
  close(): void {
    for (const line of this.#lines.values()) this.#letGo(line);
  }

  #letGo(line: Line): void {
    clearTimeout(line.timer);
    line.abort.abort();
    line.next = undefined;
    line.key = '';
  }

  #ask(want: Want): void {
    let line = this.#lines.get(want.slot);
    if (line === undefined) {
      line = { key: '', abort: new AbortController(), busy: false, next: undefined, timer: undefined };
      this.#lines.set(want.slot, line);
    }
    if (line.key === want.key) return;
    const asked = line;
    this.#letGo(asked);
    asked.key = want.key;
    asked.next = want;
    if (want.delay > 0) asked.timer = setTimeout(() => void this.#run(asked), want.delay);
    else void this.#run(asked);
  }

  async #run(line: Line): Promise<void> {
    if (line.busy) return;
    line.busy = true;
    while (line.next !== undefined) {
      const want = line.next;
      line.next = undefined;
      line.abort = new AbortController();
      await this.#answer(want, line.abort.signal);
    }
    line.busy = false;
  }

  async #answer(want: Want, signal: AbortSignal): Promise<void> {
    const { slot, key } = want;
    try {
      const value = await load(this.#sources, want, signal);
      if (!signal.aborted) this.#dispatch({ type: 'loaded', loaded: { slot, key, value } as Loaded });
    } catch (error) {
      if (!signal.aborted) this.#dispatch({ type: 'failed', slot, key, text: errorLine(error) });
    }
  }
}

function load<S extends Slot>(sources: Sources, { slot, args }: Want & { slot: S }, signal: AbortSignal) {
  // TypeScript does not see that slot and arguments belong together.
  return LOADERS[slot](sources, args as never, signal);
}

/** Keeps reading what the screen needs to know. */
export function useAnswers(state: State, sources: Sources, dispatch: Dispatch): void {
  const answers = useRef<Answers>(undefined);
  answers.current ??= new Answers(sources, dispatch);
  const wants = useMemo(() => wantsOf(state), [state]);
  useEffect(() => answers.current?.want(wants), [wants]);
  useEffect(() => () => answers.current?.close(), []);
}

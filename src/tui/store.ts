import { type Action, reduce } from './state/reduce.js';
import type { State } from './state/types.js';

/** Holds the state, and tells who listens when it is another one. */
export class Store {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  readonly state = (): State => this.#state;

  /** Takes actions in order; listeners hear once, of the last state. */
  readonly dispatch = (...actions: readonly Action[]): void => {
    const before = this.#state;
    for (const action of actions) if (this.#state.leaving === undefined) this.#state = reduce(this.#state, action);
    if (this.#state !== before) for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

import type { NotKept } from './types.js';

/** Counts what a source leaves out, by name. */
export class Tally {
  readonly #kinds = new Map<string, { count: number; bytes: number }>();

  /** `bytes` of UTF-8 text, or of the record, that is not kept. */
  add(what: string, bytes: number, count = 1): void {
    const sums = this.#kinds.get(what);
    if (sums === undefined) this.#kinds.set(what, { count, bytes });
    else {
      sums.count += count;
      sums.bytes += bytes;
    }
  }

  /** Sorted by name, so that a report is the same every time. */
  list(): NotKept[] {
    return [...this.#kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, sums]) => ({ what, ...sums }));
  }
}

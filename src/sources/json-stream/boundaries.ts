import { isObject } from '../json.js';
import type { Bytes } from './bytes.js';

/** The first two keys of an element; the value of the first is no list and no object. */
export type Beginning = readonly [string, string];

/** Bytes before a piece that are looked at again: a beginning may lie across two pieces. */
const OVERLAP = 8 * 1024;

/** Knows what elements begin with, so that after a damaged one the next whole one is found. */
export class Boundaries {
  #learned = false;
  #pattern: RegExp | undefined;
  readonly #beginnings: Beginning[];

  constructor(given: readonly Beginning[]) {
    this.#beginnings = [...given];
    this.#compile();
  }

  /** Elements of one export begin alike. Only the first one that is whole teaches. */
  learn(element: unknown): void {
    if (this.#learned) return;
    this.#learned = true;
    if (!isObject(element)) return;
    const [first, second] = Object.keys(element);
    if (first === undefined || second === undefined || typeof element[first] === 'object') return;
    this.#beginnings.push([first, second]);
    this.#compile();
  }

  /** Index of the first beginning in these bytes at or after `from`, -1 when there is none. */
  in(bytes: Buffer, from: number): number {
    if (this.#pattern === undefined) return -1;
    // One character a byte, so that indexes are offsets.
    const found = this.#pattern.exec(bytes.toString('latin1', from));
    return found === null ? -1 : from + found.index;
  }

  /** Position of the next beginning at or after `from`, -1 when there is none before `end` (default: the end of the file). */
  async after(bytes: Bytes, from: number, end = Number.POSITIVE_INFINITY): Promise<number> {
    if (this.#pattern === undefined) return -1;
    let before: Buffer = Buffer.alloc(0);
    for (let position = from; position < end; ) {
      const piece = await bytes.from(position);
      if (piece.length === 0) return -1;
      const both = Buffer.concat([before, piece]);
      const found = this.in(both, 0);
      if (found !== -1) {
        const at = position - before.length + found;
        return at < end ? at : -1;
      }
      before = both.subarray(Math.max(0, both.length - OVERLAP));
      position += piece.length;
    }
    return -1;
  }

  #compile(): void {
    if (this.#beginnings.length === 0) return;
    const alternatives = this.#beginnings.map(
      ([first, second]) =>
        `${quoted(first)}\\s*:\\s*(?:"(?:[^"\\\\]|\\\\.){0,4000}"|[^\\s"{}\\[\\],]{1,40})\\s*,\\s*${quoted(second)}\\s*:`,
    );
    this.#pattern = new RegExp(`\\{\\s*(?:${alternatives.join('|')})`);
  }
}

function quoted(key: string): string {
  const bytes = Buffer.from(JSON.stringify(key), 'utf8').toString('latin1');
  return bytes.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

import { parseJson } from '../json.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Finds where one JSON value ends, over as many pieces as it takes. Looks at brackets and strings only; parsing judges the rest. */
export class ValueScan {
  #depth = 0;
  #inString = false;
  /** The piece before ended inside a string, after an odd number of backslashes. */
  #escaped = false;
  #isScalar = false;

  /** Index just after the value in this piece, -1 when it goes on in the next. `from`: where to go on in it. */
  feed(piece: Buffer, from: number): number {
    let at = from;
    while (at < piece.length) {
      if (this.#inString) {
        at = this.#string(piece, at);
        if (at === -1) return -1;
        if (!this.#inString && this.#depth === 0) return at;
        continue;
      }
      const byte = piece[at];
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (this.#isScalar || this.#depth === 0) return at;
        if (--this.#depth === 0) return at + 1;
      } else if (this.#depth === 0) {
        if (byte === COMMA || isSpace(byte)) return at;
        this.#isScalar = true;
      }
      at++;
    }
    return -1;
  }

  /** Just after the next quotation mark, which ends the string unless it is escaped; -1 when there is none here. */
  #string(piece: Buffer, from: number): number {
    const quote = piece.indexOf(QUOTE, from);
    const stop = quote === -1 ? piece.length : quote;
    let run = 0;
    while (stop - run > from && piece[stop - run - 1] === BACKSLASH) run++;
    const carried = run === stop - from && this.#escaped ? 1 : 0;
    const escaped = (run + carried) % 2 === 1;
    this.#escaped = quote === -1 && escaped;
    if (quote === -1) return -1;
    if (!escaped) this.#inString = false;
    return quote + 1;
  }
}

/** Finds the list that stands at a path of properties: `[]` is the top-level list itself. */
export class ListSearch {
  /** For each open bracket: the property that it is the value of, undefined in a list. */
  readonly #open: { key: string | undefined; isObject: boolean }[] = [];
  #inString = false;
  #escaped = false;
  #string: number[] = [];
  #key: string | undefined;
  #mayBeKey = false;

  constructor(private readonly path: readonly string[]) {}

  /** Index just after the `[` of the list, -1 when it is not in this piece. */
  feed(piece: Buffer, from = 0): number {
    for (let at = from; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (this.#inString) this.#inside(byte);
      else if (byte === QUOTE) {
        this.#inString = true;
        this.#string = [];
      } else if (byte === OPEN_OBJECT) {
        this.#open.push({ key: this.#key, isObject: true });
        this.#key = undefined;
        this.#mayBeKey = true;
      } else if (byte === OPEN_LIST) {
        if (this.#isWanted()) return at + 1;
        this.#open.push({ key: this.#key, isObject: false });
        this.#key = undefined;
        this.#mayBeKey = false;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#open.pop();
        this.#mayBeKey = false;
      } else if (byte === COMMA) {
        this.#key = undefined;
        this.#mayBeKey = this.#open.at(-1)?.isObject ?? false;
      }
    }
    return -1;
  }

  #inside(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      if (!this.#mayBeKey) return;
      const key = parseJson(`"${Buffer.from(this.#string).toString('utf8')}"`);
      this.#key = typeof key === 'string' ? key : undefined;
      this.#mayBeKey = false;
      return;
    }
    if (this.#mayBeKey) this.#string.push(byte);
  }

  #isWanted(): boolean {
    const { path } = this;
    if (this.#open.length !== path.length || this.#open.some(({ isObject }) => !isObject)) return false;
    if (path.length === 0) return true;
    const keys = [...this.#open.slice(1).map(({ key }) => key), this.#key];
    return path.every((key, index) => keys[index] === key);
  }
}

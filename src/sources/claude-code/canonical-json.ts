import { isUtf8 } from 'node:buffer';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
/** Deeper than this is left to those who read all JSON. */
const DEEPEST = 40;
/** So are objects with more keys: each is compared with all others. */
const MOST_KEYS = 60;
/** Decimal digits that a number of 64 bits gives back as they were written. */
const EXACT_DIGITS = 15;

const ESCAPED = new Set(Buffer.from('"\\bfnrt'));
const LITERALS = [Buffer.from('true'), Buffer.from('false'), Buffer.from('null')];

/**
 * Passes over JSON values in UTF-8 without making them. Only what `JSON.stringify` itself writes is passed over: such a value has as
 * many bytes as `JSON.stringify(JSON.parse(value))`. Anything else, valid or not, is left to others: `undefined` never means that a
 * value is wrong.
 */
export class CanonicalJson {
  readonly #words: Uint32Array;
  /** All bytes of strings that were passed over, joined by OR: whether one of them is no ASCII. */
  #bits = 0;

  /** @param bytes Begin where words of 32 bits may begin in their memory. */
  constructor(private readonly bytes: Buffer) {
    this.#words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  }

  /** Where the value at `at` ends; undefined where it is not written so, or does not end before `end`. */
  valueEnd(at: number, end: number): number | undefined {
    this.#bits = 0;
    const found = this.#value(at, end, 0);
    if (found === -1) return undefined;
    return (this.#bits & 0x80808080) === 0 || isUtf8(this.bytes.subarray(at, found)) ? found : undefined;
  }

  /** -1 where there is none; the same for all below. */
  #value(at: number, end: number, depth: number): number {
    if (at >= end || depth > DEEPEST) return -1;
    const first = this.bytes[at];
    if (first === QUOTE) return this.#string(at, end);
    if (first === 0x7b) return this.#members(at + 1, end, depth + 1);
    if (first === 0x5b) return this.#items(at + 1, end, depth + 1);
    if (first === MINUS || isDigit(first)) return this.#number(at, end);
    const literal = LITERALS.find((word) => word[0] === first);
    if (literal === undefined || at + literal.length > end) return -1;
    return this.bytes.compare(literal, 0, literal.length, at, at + literal.length) === 0 ? at + literal.length : -1;
  }

  #members(from: number, end: number, depth: number): number {
    const { bytes } = this;
    if (bytes[from] === 0x7d) return from < end ? from + 1 : -1;
    const keys: [start: number, end: number][] = [];
    for (let at = from; ; at++) {
      const keyEnd = bytes[at] === QUOTE ? this.#string(at, end) : -1;
      // Of a key that is written twice only the last value stays.
      if (keyEnd === -1 || bytes[keyEnd] !== COLON || keys.length === MOST_KEYS) return -1;
      if (keys.some(([start, stop]) => bytes.compare(bytes, start, stop, at, keyEnd) === 0)) return -1;
      keys.push([at, keyEnd]);
      at = this.#value(keyEnd + 1, end, depth);
      if (at === -1 || at >= end) return -1;
      if (bytes[at] === 0x7d) return at + 1;
      if (bytes[at] !== COMMA) return -1;
    }
  }

  #items(from: number, end: number, depth: number): number {
    const { bytes } = this;
    if (bytes[from] === 0x5d) return from < end ? from + 1 : -1;
    for (let at = from; ; at++) {
      at = this.#value(at, end, depth);
      if (at === -1 || at >= end) return -1;
      if (bytes[at] === 0x5d) return at + 1;
      if (bytes[at] !== COMMA) return -1;
    }
  }

  /** A string in quotes whose escapes are those that stand for one letter; the few others are left to others. */
  #string(at: number, end: number): number {
    const { bytes } = this;
    for (let place = at + 1; ; ) {
      place = this.#plainEnd(place);
      if (place >= end) return -1;
      const byte = bytes[place];
      if (byte === QUOTE) return place + 1;
      if (byte !== BACKSLASH || !ESCAPED.has(bytes[place + 1] ?? 0)) return -1;
      place += 2;
    }
  }

  /** The next quote, backslash or control character; four bytes at a time, which is twice as fast as one by one. */
  #plainEnd(from: number): number {
    const { bytes } = this;
    const words = this.#words;
    let bits = this.#bits;
    let place = from;
    for (; place < bytes.length; place++) {
      if ((place & 3) === 0) {
        let index = place >> 2;
        for (; index < words.length; index++) {
          const word = words[index] ?? 0;
          const quote = word ^ 0x22222222;
          const backslash = word ^ 0x5c5c5c5c;
          const found =
            ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash) | ((word - 0x20202020) & ~word);
          if ((found & 0x80808080) !== 0) break;
          bits |= word;
        }
        place = index << 2;
      }
      const byte = bytes[place] ?? QUOTE;
      if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break;
      bits |= byte;
    }
    this.#bits = bits;
    return place;
  }

  /** A number without an exponent, and with so few digits that it is written back as it was. */
  #number(at: number, end: number): number {
    const { bytes } = this;
    const start = bytes[at] === MINUS ? at + 1 : at;
    let place = start;
    while (isDigit(bytes[place])) place++;
    const whole = place - start;
    if (whole === 0 || (whole > 1 && bytes[start] === ZERO)) return -1;
    let fraction = 0;
    if (bytes[place] === POINT) {
      const from = ++place;
      while (isDigit(bytes[place])) place++;
      fraction = place - from;
      if (fraction === 0 || bytes[place - 1] === ZERO) return -1;
      // Numbers near 0 are written with an exponent.
      if (bytes[start] === ZERO && bytes.subarray(from, from + 5).every((byte) => byte === ZERO)) return -1;
    } else if (start > at && bytes[start] === ZERO) return -1;
    const next = bytes[place];
    if (place >= end || whole + fraction > EXACT_DIGITS || next === 0x65 || next === 0x45) return -1;
    return place;
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= 0x39;
}

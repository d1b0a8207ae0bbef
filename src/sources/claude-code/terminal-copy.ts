import { CanonicalJson } from './canonical-json.js';

const KEY = Buffer.from(',"toolUseResult":');
const COMMA = 0x2c;
const QUOTE = 0x22;
const COLON = 0x3a;
const CLOSING = 0x7d;

/** What is left of a line without the copy. */
export interface Cut {
  /** Where the line ends now. */
  end: number;
  /** Bytes of the value that was taken out, as `JSON.stringify` writes it. */
  bytes: number;
}

/**
 * Takes `toolUseResult` out of lines before they are parsed: it says once more what the message holds, is often the half of a line, and only
 * counted.
 *
 * A line is `head` + `,"toolUseResult":` + value + `rest`. It is taken out only where the value and `rest`, which is nothing but members
 * with plain names and the bracket that closes, are passed over as JSON. Then the line is valid JSON whenever `head` + `rest` is (which the caller
 * parses), and the same object but for the key. For in `head` + `rest` the place between them lies in no string (what follows is `}` at the
 * end of the line, or a comma, a quote and a letter, where a quote that ended a string could not be followed by a letter), after a
 * value, and in the outermost object, since the brackets of `rest` are in pairs but for its last, which closes it. And when
 * the line is valid, so is `head` + `rest`: whoever finds it damaged may say so.
 */
export class TerminalCopies {
  #bytes: Buffer | undefined;
  #json: CanonicalJson | undefined;
  /** The next key at or after the line of the last call. */
  #next = -1;

  /**
   * @param bytes Lines in one memory, which are given one after the other; this one is written over where something is taken out.
   * @returns undefined, with nothing changed, where there is no such key or it must be parsed.
   */
  cut(bytes: Buffer, start: number, end: number): Cut | undefined {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#json = undefined;
      this.#next = bytes.indexOf(KEY, start);
    }
    if (this.#next !== -1 && this.#next < start) this.#next = bytes.indexOf(KEY, start);
    const at = this.#next;
    if (at < start || at >= end) return undefined;
    this.#json ??= new CanonicalJson(bytes);
    const json = this.#json;
    const valueStart = at + KEY.length;
    const valueEnd = json.valueEnd(valueStart, end);
    if (valueEnd === undefined || !isRest(json, bytes, valueEnd, end)) return undefined;
    bytes.copyWithin(at, valueEnd, end);
    return { end: at + end - valueEnd, bytes: valueEnd - valueStart };
  }
}

/** Whether nothing but members and the closing bracket stands there; none of them a second `toolUseResult`. */
function isRest(json: CanonicalJson, bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; bytes[at] === COMMA; ) {
    const value = bytes[at + 1] === QUOTE ? nameEnd(bytes, at + 2) : -1;
    if (value === -1 || bytes.compare(KEY, 0, KEY.length, at, value) === 0) return false;
    const next = json.valueEnd(value, end);
    if (next === undefined) return false;
    at = next;
    if (bytes[at] === CLOSING) return at === end - 1;
  }
  return bytes[from] === CLOSING && from === end - 1;
}

/** Where the value of a plain name begins. */
function nameEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (isLetter(bytes[at] ?? 0)) at++;
  return at > from && bytes[at] === QUOTE && bytes[at + 1] === COLON ? at + 2 : -1;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

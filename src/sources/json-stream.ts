import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject, parseJson } from './json.js';
import { type Beginning, Boundaries } from './json-stream/boundaries.js';
import { Bytes } from './json-stream/bytes.js';
import { isSpace, ListSearch, ValueScan } from './json-stream/scan.js';
import type { Candidate } from './types.js';

export interface JsonElement {
  value: unknown;
  /** Place in the list, from 0; damaged elements are counted. */
  index: number;
  /** Bytes of the file (in UTF-8) that it takes. */
  bytes: number;
  /** Bytes that were no UTF-8 and show as U+FFFD. */
  replaced: number;
}

/** A stretch of the list that gave no element. `unfinished`: the file ends in the middle of it. */
export interface JsonDamage {
  why: 'damaged' | 'unfinished' | 'too-large';
  index: number;
  /** Where it begins, in bytes. */
  offset: number;
  bytes: number;
}

export interface JsonStreamOptions {
  /** Bytes; a larger file throws SkipSource. */
  maxBytes: number;
  /** Path of properties to the list, `['messages']`; absent for a file that is a list. */
  property?: readonly string[];
  /** First two keys of elements, as the format writes them: what tells the next element after a damaged one. */
  beginnings?: readonly Beginning[];
  /** Where to begin to look for the list, in bytes (a list inside a page). What follows the list is then not looked at. */
  start?: number;
  /** A file that is an object, where a list was looked for, is its only element. */
  mayBeObject?: boolean;
  /** An element over so many bytes is passed over. Default 256 MiB, half of what a string can hold. */
  maxElement?: number;
  /** Told of each stretch that is passed over. */
  onDamage(damage: JsonDamage): void;
}

/** Times that a file without known beginnings may be read on to its end in search of the end of an element. */
const MAX_BLIND = 64;
/** Bytes around the list that are kept for the rest of the object. */
const MAX_REST = 16 * 1024 * 1024;

/**
 * The elements of a JSON list, one after the other: memory is one element, not the file. UTF-8 (with or without byte order
 * mark) or UTF-16 with one. A damaged element costs itself only: the next whole one is found by what elements begin with.
 * @returns after the last element: the object around the list with `[]` in its place; undefined for a top-level list and where
 * the rest is damaged.
 * @throws SkipSource when the file cannot be read.
 */
export async function* jsonElements(
  candidate: Candidate,
  options: JsonStreamOptions,
): AsyncGenerator<JsonElement, JsonObject | undefined> {
  const bytes = await Bytes.open(candidate, options.maxBytes);
  try {
    const reader = new ListReader(bytes, options);
    yield* reader.elements();
    return await reader.rest();
  } finally {
    await bytes.close();
  }
}

type Value = Omit<JsonElement, 'index'>;

class ListReader {
  #position: number;
  #index = 0;
  #blind = 0;
  #before: Buffer = Buffer.alloc(0);
  #isWhole = false;
  #isObject = false;
  readonly #boundaries: Boundaries;

  constructor(
    private readonly bytes: Bytes,
    private readonly options: JsonStreamOptions,
  ) {
    this.#position = options.start ?? 0;
    this.#boundaries = new Boundaries(options.beginnings ?? []);
  }

  async *elements(): AsyncGenerator<JsonElement> {
    if (!(await this.#findList())) return;
    for (;;) {
      const byte = await this.#nextByte();
      if (byte === undefined) {
        if (!this.#isObject) this.#damage('unfinished', this.#position);
        return;
      }
      if (byte === 0x5d && (await this.#endsHere())) return;
      if (byte === 0x5d) {
        if ((await this.#goOnAfter(this.#position, this.#position + 1)) === 'end') return;
        continue;
      }
      const start = this.#position;
      const found = await this.#value(start);
      if (found === 'end') return;
      if (found === 'damaged') continue;
      this.#boundaries.learn(found.value);
      yield { ...found, index: this.#index++ };
    }
  }

  /** What stands around the list. */
  async rest(): Promise<JsonObject | undefined> {
    if (!this.#isWhole || this.options.property === undefined) return undefined;
    const after: Buffer[] = [];
    let size = this.#before.length;
    for (let position = this.#position; ; ) {
      const piece = await this.bytes.from(position);
      if (piece.length === 0) break;
      size += piece.length;
      if (size > MAX_REST) return undefined;
      after.push(piece);
      position += piece.length;
    }
    const text = `${this.#before.toString('utf8')}${Buffer.concat(after).toString('utf8')}`.replace(/^\ufeff/, '');
    const rest = parseJson(text);
    return isObject(rest) ? rest : undefined;
  }

  async #findList(): Promise<boolean> {
    if (this.options.property === undefined && this.options.start === undefined) return this.#enterList();
    const search = new ListSearch(this.options.property ?? []);
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      const piece = await this.bytes.from(this.#position);
      if (piece.length === 0) {
        this.#damage('damaged', this.options.start ?? 0);
        return false;
      }
      const end = search.feed(piece);
      const used = end === -1 ? piece.length : end;
      this.#position += used;
      size += used;
      if (size <= MAX_REST) pieces.push(piece.subarray(0, used));
      if (end === -1) continue;
      this.#before = Buffer.concat(pieces);
      return true;
    }
  }

  /** Into a file that is a list; where its beginning is lost, to the first element. */
  async #enterList(): Promise<boolean> {
    const [first, second, third] = await this.bytes.from(0);
    if (first === 0xef && second === 0xbb && third === 0xbf) this.#position = 3;
    const byte = await this.#nextByte();
    if (byte === 0x5b) this.#position++;
    else if (byte === 0x7b && this.options.mayBeObject) this.#isObject = true;
    else if (byte === undefined) this.#damage('unfinished', 0);
    else return (await this.#goOnAfter(0, this.#position)) === 'damaged';
    return byte !== undefined;
  }

  /** Steps over blanks and commas; the byte there, undefined at the end. */
  async #nextByte(): Promise<number | undefined> {
    for (;;) {
      const piece = await this.bytes.from(this.#position);
      if (piece.length === 0) return undefined;
      const at = piece.findIndex((byte) => !isSpace(byte) && byte !== 0x2c);
      this.#position += at === -1 ? piece.length : at;
      if (at !== -1) return piece[at];
    }
  }

  /** True for the `]` that ends the list: nothing comes after it in a file that is a list. */
  async #endsHere(): Promise<boolean> {
    const { property, start } = this.options;
    if (property === undefined && start === undefined) {
      for (let position = this.#position + 1; ; ) {
        const piece = await this.bytes.from(position);
        if (piece.length === 0) break;
        if (!piece.every(isSpace)) return false;
        position += piece.length;
      }
    }
    this.#isWhole = true;
    return true;
  }

  /** The value that begins here; `damaged` when it was passed over, `end` when nothing after it can be read. */
  async #value(start: number): Promise<Value | 'damaged' | 'end'> {
    const scan = new ValueScan();
    const pieces: Buffer[] = [];
    const maxElement = this.options.maxElement ?? 256 * 1024 * 1024;
    let size = 0;
    for (let position = start; ; ) {
      const piece = await this.bytes.from(position);
      if (piece.length === 0) {
        const mayLook = this.options.beginnings !== undefined || ++this.#blind <= MAX_BLIND;
        if (mayLook) return this.#goOnAfter(start, start + 1, 'unfinished');
        this.#damage('unfinished', start, position - start);
        return 'end';
      }
      const end = scan.feed(piece, 0);
      const used = end === -1 ? piece.length : end;
      pieces.push(piece.subarray(0, used));
      size += used;
      position += used;
      if (end !== -1) {
        const value = parsed(pieces);
        if (value === undefined) return this.#passOver(start, position);
        this.#position = position;
        return value;
      }
      const swallowed = this.options.beginnings !== undefined && pieces.length > 1 && this.#holdsBeginning(pieces);
      if (!swallowed && size <= maxElement) continue;
      return this.#goOnAfter(start, start + 1, swallowed ? 'damaged' : 'too-large');
    }
  }

  /** Passes over an element that has an end but is no JSON: it may have swallowed others that are whole. */
  async #passOver(start: number, end: number): Promise<'damaged' | 'end'> {
    const inside = await this.#boundaries.after(this.bytes, start + 1, end);
    const byte = inside === -1 && end > start ? await this.#peek(end) : undefined;
    if (inside === -1 && byte !== 0x2c && byte !== 0x5d) return this.#goOnAfter(start, Math.max(end, start + 1));
    this.#position = inside === -1 ? end : inside;
    this.#damage('damaged', start, this.#position - start);
    return 'damaged';
  }

  async #peek(from: number): Promise<number | undefined> {
    for (let position = from; ; ) {
      const piece = await this.bytes.from(position);
      if (piece.length === 0) return undefined;
      const at = piece.findIndex((byte) => !isSpace(byte));
      if (at !== -1) return piece[at];
      position += piece.length;
    }
  }

  /** Moves to the next beginning at or after `from`, naming what is passed over since `start`; `end` when there is none. */
  async #goOnAfter(start: number, from: number, why: JsonDamage['why'] = 'damaged'): Promise<'damaged' | 'end'> {
    const next = await this.#boundaries.after(this.bytes, from);
    if (next !== -1) this.#position = next;
    this.#damage(next === -1 ? why : 'damaged', start, next === -1 ? 0 : next - start);
    return next === -1 ? 'end' : 'damaged';
  }

  #holdsBeginning(pieces: readonly Buffer[]): boolean {
    // A beginning at the very start is that of the element itself.
    const last = pieces.slice(-2);
    return this.#boundaries.in(Buffer.concat(last), pieces.length <= 2 ? 1 : 0) !== -1;
  }

  #damage(why: JsonDamage['why'], offset: number, bytes = 0): void {
    this.options.onDamage({ why, index: this.#index++, offset, bytes });
  }
}

function parsed(pieces: readonly Buffer[]): Value | undefined {
  const [only] = pieces;
  const whole = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
  const text = whole.toString('utf8');
  const value = parseJson(text);
  if (value === undefined) return undefined;
  return { value, bytes: whole.length, replaced: isUtf8(whole) ? 0 : replacements(text, whole) };
}

function replacements(text: string, whole: Buffer): number {
  const count = (text.match(/\ufffd/g) ?? []).length;
  let already = 0;
  for (let at = whole.indexOf('\ufffd'); at !== -1; at = whole.indexOf('\ufffd', at + 3)) already++;
  return count - already;
}

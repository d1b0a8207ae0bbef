import { renderMessage } from '../palace/transcript.js';
import type { Message } from '../palace/transcript-types.js';
import { LONG_BODY, type SpareMemory } from './types.js';

/** Characters that are turned into bytes at a time: longer strings get pages of their own, which costs more than the rest. */
const WRITTEN = 48 * 1024;

/** Sizes of a body that is given in pieces. Bytes. */
export interface LongBodySizes {
  /** A longer body is given in pieces. */
  limit: number;
  /** The least that a piece has. */
  piece: number;
}

/** Those of adapters. */
export const BODY_SIZES: LongBodySizes = { limit: LONG_BODY, piece: 1024 * 1024 };

/** Nothing is given in pieces. */
export const WHOLE_BODY: LongBodySizes = { ...BODY_SIZES, limit: Number.POSITIVE_INFINITY };

/** A `transcript/1` body that is written as its messages come, and given away in pieces once it is longer than the limit. */
export class LongBody {
  readonly #sizes: LongBodySizes;
  #bytes: Buffer;
  #length = 0;
  #text = '';
  /** Where a body that is still held may be cut. */
  #cuts: number[] = [0];
  #isLong = false;
  /** The body up to the limit, while it is given away. */
  #beginning: { bytes: Buffer; cuts: readonly number[] } | undefined;
  #pieces: Buffer[] = [];
  readonly #memory: SpareMemory | undefined;

  /**
   * @param expected Bytes that it will probably have. Room that is not needed is never touched and costs no memory.
   * @param memory `ReadOptions.memory`.
   */
  constructor(sizes: LongBodySizes, expected: number, memory?: SpareMemory) {
    this.#sizes = sizes;
    this.#memory = memory;
    this.#bytes = this.#room(Math.min(expected, sizes.limit) + sizes.piece);
  }

  add(message: Message): void {
    this.#text += renderMessage(message);
    if (this.#text.length >= Math.min(WRITTEN, this.#sizes.piece)) this.#write();
  }

  #write(): void {
    const most = this.#text.length * 3;
    if (this.#length + most > this.#bytes.length) {
      const held = this.#bytes.subarray(0, this.#length);
      this.#bytes = Buffer.allocUnsafeSlow(2 * this.#bytes.length + most);
      held.copy(this.#bytes);
    }
    this.#length += this.#bytes.write(this.#text, this.#length);
    this.#text = '';
    if (this.#isLong) {
      if (this.#length >= this.#sizes.piece) this.#pieces.push(this.#cut());
      return;
    }
    if (this.#length - (this.#cuts.at(-1) ?? 0) >= this.#sizes.piece) this.#cuts.push(this.#length);
    if (this.#length > this.#sizes.limit) this.#becomeLong();
  }

  /** @param isWhole Nothing comes after it. */
  #becomeLong(isWhole = false): void {
    this.#isLong = true;
    if (this.#cuts.at(-1) !== this.#length) this.#cuts.push(this.#length);
    this.#beginning = { bytes: this.#cut(isWhole), cuts: this.#cuts };
    this.#cuts = [];
  }

  /** What was written since the last cut. */
  #cut(isWhole = false): Buffer {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = isWhole ? Buffer.alloc(0) : this.#room(2 * this.#sizes.piece);
    this.#length = 0;
    return bytes;
  }

  #room(bytes: number): Buffer {
    return this.#memory?.take(bytes) ?? Buffer.allocUnsafeSlow(bytes);
  }

  /** What is to be given away by now, in order; each once, and each the caller's own. */
  *pieces(): Generator<Buffer> {
    const beginning = this.#beginning;
    const pieces = this.#pieces;
    this.#beginning = undefined;
    this.#pieces = [];
    if (beginning !== undefined) {
      for (const [index, end] of beginning.cuts.slice(1).entries()) {
        const part = beginning.bytes.subarray(beginning.cuts[index], end);
        const own = this.#room(part.length).subarray(0, part.length);
        part.copy(own);
        yield own;
      }
      this.#memory?.free(beginning.bytes);
    }
    yield* pieces;
  }

  /** No message comes any more: with memory that is used again, all of a body that is longer than a piece is given away. */
  end(): void {
    this.#write();
    if (this.#memory && !this.#isLong && this.#length > this.#sizes.piece) this.#becomeLong(true);
  }

  /** Everything that was not given away, in memory that is not much larger: it may be held together with thousands of others. */
  rest(): Buffer {
    this.#write();
    const room = this.#bytes;
    const rest = room.subarray(0, this.#length);
    if (2 * rest.length >= room.length) return rest;
    this.#bytes = Buffer.allocUnsafeSlow(rest.length);
    rest.copy(this.#bytes);
    this.#memory?.free(room);
    return this.#bytes;
  }
}

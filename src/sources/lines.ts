import { systemCode } from '../base/errors.js';
import { failure } from './candidate.js';
import { Bytes } from './json-stream/bytes.js';
import { SkipSource } from './skip.js';
import type { Candidate } from './types.js';

const LF = 0x0a;
const CR = 0x0d;
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Bytes that are read at a time. */
const CHUNK = 1024 * 1024;

/** A line without its end, among others. It is written over once it was taken, and may be written over before. */
export interface Line {
  bytes: Buffer;
  start: number;
  end: number;
  /** False for a last line without a newline: it may still be being written. */
  whole: boolean;
}

/**
 * Gives each line of a file to `take`, in UTF-8 and without a byte order mark, reading it piece by piece: memory is one line,
 * not one file (a file in UTF-16 is converted in memory). Lines end with LF or CR LF only (U+2028 inside a JSON string ends
 * nothing). @throws SkipSource when the file cannot be read.
 */
export async function forEachLine(candidate: Candidate, maxBytes: number, take: (line: Line) => void): Promise<void> {
  const lines = await LineReader.open(candidate, maxBytes);
  try {
    while (await lines.next(take));
  } finally {
    await lines.close();
  }
}

/** The lines of a file, some at a time: what {@link forEachLine} gives, for those who have something to do in between. */
export class LineReader {
  #bytes = Buffer.allocUnsafeSlow(CHUNK);
  /** Bytes at hand: those of a line whose end was not read yet. */
  #length = 0;
  #position: number;

  private constructor(
    private readonly source: Bytes,
    start: number,
    private readonly end: number,
  ) {
    this.#position = start;
  }

  /** @param end Byte at which the file is taken to end; where it ends itself if that is before. */
  static async open(candidate: Candidate, maxBytes: number, end = Number.POSITIVE_INFINITY): Promise<LineReader> {
    const isMarked = candidate.head.subarray(0, UTF8_MARK.length).equals(UTF8_MARK);
    return new LineReader(await Bytes.open(candidate, maxBytes), isMarked ? UTF8_MARK.length : 0, end);
  }

  /** Bytes of the file that were read. */
  get position(): number {
    return this.#position;
  }

  /** Gives the next lines to `take`; false once that was the last of them. @throws SkipSource when the file cannot be read. */
  async next(take: (line: Line) => void): Promise<boolean> {
    const known = this.#length;
    const read = await this.#read();
    const bytes = this.#bytes.subarray(0, known + read);
    if (read === 0) {
      if (known > 0) take({ bytes, start: 0, end: withoutCr(bytes, 0, known), whole: false });
      this.#length = 0;
      return false;
    }
    let start = 0;
    for (let end = bytes.indexOf(LF, known); end !== -1; end = bytes.indexOf(LF, start)) {
      take({ bytes, start, end: withoutCr(bytes, start, end), whole: true });
      start = end + 1;
    }
    this.#bytes.copyWithin(0, start, bytes.length);
    this.#length = bytes.length - start;
    return true;
  }

  async #read(): Promise<number> {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * this.#length);
    const room = Math.min(this.#bytes.length, this.#length + this.end - this.#position);
    try {
      const read = await this.source.into(this.#bytes.subarray(0, room), this.#length, this.#position);
      this.#position += read;
      return read;
    } catch (error) {
      if (error instanceof SkipSource || systemCode(error) === undefined) throw error;
      throw new SkipSource(...failure(error));
    }
  }

  close(): Promise<void> {
    return this.source.close();
  }
}

function withoutCr(bytes: Buffer, start: number, end: number): number {
  return end > start && bytes[end - 1] === CR ? end - 1 : end;
}

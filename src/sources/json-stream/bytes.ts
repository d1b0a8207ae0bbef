import { openSafely, readCandidate } from '../candidate.js';
import type { Candidate } from '../types.js';

const CHUNK = 1024 * 1024;
/** A file in UTF-16 is converted in memory: none was ever seen near it. Bytes. */
const MAX_WIDE = 256 * 1024 * 1024;

/** The UTF-8 bytes of a file, read by position and piece by piece. */
export class Bytes {
  #chunk: Buffer = Buffer.alloc(0);
  #start = 0;

  private constructor(
    private readonly fill: (target: Buffer, offset: number, position: number) => Promise<number>,
    readonly close: () => Promise<void>,
  ) {}

  /** @throws SkipSource when the file cannot be read, or is larger than `maxBytes`. */
  static async open(candidate: Candidate, maxBytes: number): Promise<Bytes> {
    const wide = wideEncoding(candidate.head);
    if (wide !== undefined) {
      const whole = await readCandidate(candidate, Math.min(maxBytes, MAX_WIDE));
      const utf8 = Buffer.from(new TextDecoder(wide).decode(whole), 'utf8');
      return new Bytes(
        async (target, offset, position) => utf8.copy(target, offset, position),
        async () => undefined,
      );
    }
    const handle = await openSafely(candidate, maxBytes);
    return new Bytes(
      async (target, offset, position) =>
        (await handle.read(target, offset, target.length - offset, position)).bytesRead,
      () => handle.close(),
    );
  }

  /** Bytes from a position on, as many as are at hand; none at the end. Slices stay good. */
  async from(position: number): Promise<Buffer> {
    const at = position - this.#start;
    if (at >= 0 && at < this.#chunk.length) return this.#chunk.subarray(at);
    const chunk = Buffer.allocUnsafe(CHUNK);
    this.#chunk = chunk.subarray(0, await this.fill(chunk, 0, position));
    this.#start = position;
    return this.#chunk;
  }

  /** Fills `target` from `offset` on with bytes from a position on; gives how many there were, 0 at the end. */
  into(target: Buffer, offset: number, position: number): Promise<number> {
    return this.fill(target, offset, position);
  }
}

function wideEncoding([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

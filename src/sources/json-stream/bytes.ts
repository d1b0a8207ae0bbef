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
    private readonly fill: (position: number) => Promise<Buffer>,
    readonly close: () => Promise<void>,
  ) {}

  /**
   * @param isReused Each piece is written over the one before: fresh memory costs more than all that is done with the bytes.
   * @throws SkipSource when the file cannot be read, or is larger than `maxBytes`.
   */
  static async open(candidate: Candidate, maxBytes: number, isReused = false): Promise<Bytes> {
    const wide = wideEncoding(candidate.head);
    if (wide !== undefined) {
      const whole = await readCandidate(candidate, Math.min(maxBytes, MAX_WIDE));
      const utf8 = Buffer.from(new TextDecoder(wide).decode(whole), 'utf8');
      return new Bytes(
        async (position) => utf8.subarray(position, position + CHUNK),
        async () => undefined,
      );
    }
    const handle = await openSafely(candidate, maxBytes);
    const only = isReused ? Buffer.allocUnsafe(CHUNK) : undefined;
    return new Bytes(
      async (position) => {
        const chunk = only ?? Buffer.allocUnsafe(CHUNK);
        const { bytesRead } = await handle.read(chunk, 0, CHUNK, position);
        return chunk.subarray(0, bytesRead);
      },
      () => handle.close(),
    );
  }

  /** Bytes from a position on, as many as are at hand; none at the end. Slices stay good (but for `isReused`). */
  async from(position: number): Promise<Buffer> {
    const at = position - this.#start;
    if (at >= 0 && at < this.#chunk.length) return this.#chunk.subarray(at);
    this.#chunk = await this.fill(position);
    this.#start = position;
    return this.#chunk;
  }
}

function wideEncoding([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

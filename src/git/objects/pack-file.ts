import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes read at a time: what is asked for next mostly lies near by. */
const WINDOW = 64 * 1024;
/** How much of it lies before what is asked for. */
const BEFORE = 16 * 1024;
const WINDOWS = 32;

/** A file that is read here and there. */
export class PackFile {
  readonly #file: number;
  readonly #windows: { start: number; bytes: Buffer }[] = [];
  #next = 0;

  /** @throws errors of the file system. */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** Bytes from a position on, fewer at the end of the file. They are good until the next reading. */
  read(position: number, size: number): Buffer {
    const known = this.#windows.find(
      ({ start, bytes }) => position >= start && position + size <= start + bytes.length,
    );
    if (known !== undefined) return known.bytes.subarray(position - known.start, position - known.start + size);
    if (size > WINDOW - BEFORE) {
      const bytes = Buffer.allocUnsafe(size);
      return bytes.subarray(0, readSync(this.#file, bytes, 0, size, position));
    }
    const start = Math.max(0, position - BEFORE);
    const window = this.#windows[this.#next]?.bytes.buffer ?? new ArrayBuffer(WINDOW);
    const bytes = Buffer.from(window, 0, readSync(this.#file, Buffer.from(window), 0, WINDOW, start));
    this.#windows[this.#next] = { start, bytes };
    this.#next = (this.#next + 1) % WINDOWS;
    return bytes.subarray(position - start, position - start + size);
  }

  close(): void {
    closeSync(this.#file);
  }
}

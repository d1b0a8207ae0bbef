/** Bytes of sources that may be held between planning and writing; more is read again. */
const HELD_BYTES = 128 * 1024 * 1024;

export class Holding {
  private used = 0;

  constructor(private readonly limit = HELD_BYTES) {}

  /** Claims room for so many bytes; false when there is none. */
  claim(bytes: number): boolean {
    if (this.used + bytes > this.limit) return false;
    this.used += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.used -= bytes;
  }
}

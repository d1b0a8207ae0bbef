import { closeSync, openSync, readSync } from 'node:fs';
import type { ObjectId } from '../types.js';

const MAGIC = 0xff744f63;
const FANOUT = 8;
const NAMES = FANOUT + 256 * 4;
const ID = 20;

/** Objects whose ids begin with the same byte, sorted. */
interface Bucket {
  names: Buffer;
  /** 4 bytes each. */
  offsets: Buffer;
}

/** The index of a pack (version 2): where in the pack an object begins. Only what is asked for is read, and kept. */
export class PackIndex {
  readonly #file: number;
  readonly #fanout: Buffer;
  readonly #buckets = new Map<number, Bucket>();

  private constructor(file: number, fanout: Buffer) {
    this.#file = file;
    this.#fanout = fanout;
  }

  /** @returns undefined for a file of another version. @throws errors of the file system. */
  static open(path: string): PackIndex | undefined {
    const file = openSync(path, 'r');
    const head = Buffer.alloc(NAMES);
    const isWhole = readSync(file, head, 0, NAMES, 0) === NAMES;
    if (isWhole && head.readUInt32BE(0) === MAGIC && head.readUInt32BE(4) === 2)
      return new PackIndex(file, head.subarray(FANOUT));
    closeSync(file);
    return undefined;
  }

  /** Offset of an object in the pack; undefined when it is not in it. */
  find(id: ObjectId): number | undefined {
    const wanted = Buffer.from(id, 'hex');
    const { names, offsets } = this.#bucket(wanted[0] ?? 0);
    let low = 0;
    let high = names.length / ID;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = names.compare(wanted, 0, ID, middle * ID, middle * ID + ID);
      if (order === 0) return this.#offset(offsets.readUInt32BE(middle * 4));
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  close(): void {
    closeSync(this.#file);
    this.#buckets.clear();
  }

  #count(byte: number): number {
    return this.#fanout.readUInt32BE(byte * 4);
  }

  /** Offsets stand after all ids and their checksums of 4 bytes. */
  #bucket(first: number): Bucket {
    const known = this.#buckets.get(first);
    if (known !== undefined) return known;
    const start = first === 0 ? 0 : this.#count(first - 1);
    const size = this.#count(first) - start;
    const names = this.#read(NAMES + start * ID, size * ID);
    const bucket = { names, offsets: this.#read(this.#offsets() + start * 4, size * 4) };
    this.#buckets.set(first, bucket);
    return bucket;
  }

  #offsets(): number {
    return NAMES + this.#count(255) * (ID + 4);
  }

  /** Those past 2 GiB stand in a list of their own. */
  #offset(offset: number): number {
    if (offset < 0x80000000) return offset;
    const far = this.#read(this.#offsets() + this.#count(255) * 4 + (offset - 0x80000000) * 8, 8);
    return Number(far.readBigUInt64BE(0));
  }

  #read(position: number, size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size);
    return bytes.subarray(0, readSync(this.#file, bytes, 0, size, position));
  }
}

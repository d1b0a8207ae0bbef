import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/**
 * Cache files are containers: a header with a table of sections, then the sections, each with its own checksum, so that a
 * reader takes only the slices it needs and still notices damage. All numbers are little-endian.
 *
 *     magic 4 bytes | version u32 | sections u32 | crc of the table u32 | table: (offset u32, length u32, crc u32) each
 */
const HEADER = 16;
const ENTRY = 12;
const ALIGN = 8;

/** A cache file that is damaged, cut short, missing, or of another version. The cure is always to build it again. */
export class DamagedCacheError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'DamagedCacheError';
  }
}

/** Bytes that can be read by place: a file, or memory where nothing can be written. */
export interface ByteSource {
  readonly size: number;
  /** Exactly `length` bytes. @throws DamagedCacheError when there are fewer. */
  read(offset: number, length: number): Buffer;
  /** Fills `target` from `offset` on: for reading much through one piece of memory. @throws DamagedCacheError as `read`. */
  readInto(target: Uint8Array, offset: number): void;
  close(): void;
}

export function memorySource(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read(offset, length) {
      if (offset + length > bytes.length) throw new DamagedCacheError('cut short');
      return bytes.subarray(offset, offset + length);
    },
    readInto(target, offset) {
      target.set(this.read(offset, target.byteLength));
    },
    close() {},
  };
}

/** An open file; it stays readable when a compaction removes its name. @throws DamagedCacheError when it cannot be opened. */
export function fileSource(path: string): ByteSource {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    throw new DamagedCacheError(`cannot be read: ${path}`);
  }
  let open = true;
  return {
    size: fstatSync(descriptor).size,
    read(offset, length) {
      // An own array buffer, so that typed arrays can be laid over it.
      const bytes = Buffer.from(new ArrayBuffer(length));
      this.readInto(bytes, offset);
      return bytes;
    },
    readInto(target, offset) {
      for (let have = 0; have < target.byteLength; ) {
        const read = readSync(descriptor, target, have, target.byteLength - have, offset + have);
        if (read === 0) throw new DamagedCacheError(`cut short: ${path}`);
        have += read;
      }
    },
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

/** The whole container as one buffer. */
export function writeContainer(magic: string, version: number, sections: readonly Uint8Array[]): Buffer {
  return Buffer.concat(containerPieces(magic, version, sections));
}

/** The container as pieces to be written one after another: large sections need not be copied. */
export function containerPieces(magic: string, version: number, sections: readonly Uint8Array[]): Buffer[] {
  const table = Buffer.alloc(sections.length * ENTRY);
  const start = aligned(HEADER + table.length);
  const pieces: Buffer[] = [];
  let offset = start;
  sections.forEach((section, at) => {
    table.writeUInt32LE(offset, at * ENTRY);
    table.writeUInt32LE(section.byteLength, at * ENTRY + 4);
    table.writeUInt32LE(crc32(section), at * ENTRY + 8);
    const end = aligned(offset + section.byteLength);
    pieces.push(
      Buffer.from(section.buffer, section.byteOffset, section.byteLength),
      Buffer.alloc(end - offset - section.byteLength),
    );
    offset = end;
  });
  const head = Buffer.alloc(start);
  head.write(magic, 0, 4, 'latin1');
  head.writeUInt32LE(version, 4);
  head.writeUInt32LE(sections.length, 8);
  head.writeUInt32LE(crc32(table), 12);
  table.copy(head, HEADER);
  return [head, ...pieces];
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGN) * ALIGN;
}

/** A container opened for reading. Sections are read when asked for, and checked. */
export class Container {
  private constructor(
    private readonly source: ByteSource,
    private readonly table: Buffer,
  ) {}

  /** @throws DamagedCacheError when magic, version, table or size are not right. */
  static open(source: ByteSource, magic: string, version: number): Container {
    const header = source.read(0, HEADER);
    if (header.toString('latin1', 0, 4) !== magic) throw new DamagedCacheError(`not a ${magic} file`);
    if (header.readUInt32LE(4) !== version) throw new DamagedCacheError(`${magic} file of another version`);
    const sections = header.readUInt32LE(8);
    if (HEADER + sections * ENTRY > source.size) throw new DamagedCacheError('cut short');
    const table = source.read(HEADER, sections * ENTRY);
    if (crc32(table) !== header.readUInt32LE(12)) throw new DamagedCacheError('damaged table');
    const last = sections - 1;
    if (last >= 0 && table.readUInt32LE(last * ENTRY) + table.readUInt32LE(last * ENTRY + 4) > source.size)
      throw new DamagedCacheError('cut short');
    return new Container(source, table);
  }

  get sections(): number {
    return this.table.length / ENTRY;
  }

  get size(): number {
    return this.source.size;
  }

  /** Where a section lies and what its checksum is, for whoever reads it piece by piece. */
  extent(at: number): { offset: number; length: number; crc: number } {
    if (at >= this.sections) throw new DamagedCacheError('section missing');
    const field = (which: number): number => this.table.readUInt32LE(at * ENTRY + 4 * which);
    return { offset: field(0), length: field(1), crc: field(2) };
  }

  /** @throws DamagedCacheError when the checksum does not hold. */
  section(at: number): Buffer {
    const { offset, length, crc } = this.extent(at);
    const bytes = this.source.read(offset, length);
    if (crc32(bytes) !== crc) throw new DamagedCacheError('damaged section');
    return bytes;
  }

  /** Bytes of a section from `from` to `to`. Not checked: whoever asks for a piece has a checksum of its own for it. */
  piece(at: number, from: number, to: number): Buffer {
    if (at >= this.sections) throw new DamagedCacheError('section missing');
    if (from > to || to > this.table.readUInt32LE(at * ENTRY + 4)) throw new DamagedCacheError('damaged section');
    return this.source.read(this.table.readUInt32LE(at * ENTRY) + from, to - from);
  }

  numbers(at: number): Uint32Array {
    const bytes = this.section(at);
    if (bytes.byteOffset % 4 === 0) return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    return new Uint32Array(Uint8Array.from(bytes).buffer, 0, bytes.length >> 2);
  }

  close(): void {
    this.source.close();
  }
}

/** The bytes of a number array (the machines we run on are little-endian). */
export function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Strings one after another with a table of where each begins. */
export function stringHeap(strings: readonly string[]): { offsets: Uint32Array; heap: Buffer } {
  const heap = Buffer.from(strings.join(''), 'utf8');
  const offsets = new Uint32Array(strings.length + 1);
  let offset = 0;
  strings.forEach((text, at) => {
    offsets[at] = offset;
    offset += Buffer.byteLength(text, 'utf8');
  });
  offsets[strings.length] = offset;
  return { offsets, heap };
}

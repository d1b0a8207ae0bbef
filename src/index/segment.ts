import { crc32 } from 'node:zlib';
import type { ObjectId } from '../git/types.js';
import { type ByteSource, Container, DamagedCacheError } from './container.js';
import type { DrawerMeta } from './document.js';
import { compareIdAt } from './id-bytes.js';
import { type DrawerMarks, MARKS_SIZE, readMarks } from './marks.js';
import { Partition } from './partition.js';
import { FIELD_COUNT, partitionOf, termHash } from './postings.js';
import { SECTION, SEGMENT_MAGIC, SEGMENT_VERSION } from './segment-tables.js';

/** With more than these all are read at once. */
const FEW_METAS = 128;

/** An immutable set of indexed blobs, read slice by slice. Blobs and passages are numbered from 0 within it. */
export class Segment {
  readonly firstPassage: Uint32Array;
  private readonly lazy = new Map<number, Buffer | Uint32Array>();
  private metasRead = 0;

  private constructor(
    readonly name: string,
    private readonly container: Container,
  ) {
    this.firstPassage = container.numbers(SECTION.firstPassage);
    if (this.firstPassage.length === 0) throw new DamagedCacheError('segment without a passage table');
  }

  /** @throws DamagedCacheError */
  static open(name: string, source: ByteSource): Segment {
    try {
      return new Segment(name, Container.open(source, SEGMENT_MAGIC, SEGMENT_VERSION));
    } catch (error) {
      source.close();
      throw error;
    }
  }

  get blobs(): number {
    return this.firstPassage.length - 1;
  }

  get passages(): number {
    return this.firstPassage[this.blobs] ?? 0;
  }

  get size(): number {
    return this.container.size;
  }

  /** Number of a blob, undefined when it is not here. */
  find(blob: ObjectId | Buffer): number | undefined {
    const wanted = typeof blob === 'string' ? Buffer.from(blob, 'hex') : blob;
    const order = this.numbers(SECTION.order);
    const ids = this.bytes(SECTION.ids);
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = (order[middle] ?? 0) * 20;
      const compared = compareIdAt(ids, at, wanted, 20);
      if (compared === 0) return order[middle];
      if (compared < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  idBytes(blob: number): Buffer {
    return this.bytes(SECTION.ids).subarray(blob * 20, blob * 20 + 20);
  }

  passagesOf(blob: number): number {
    return (this.firstPassage[blob + 1] ?? 0) - (this.firstPassage[blob] ?? 0);
  }

  blobOf(passage: number): number {
    return this.numbers(SECTION.passageBlob)[passage] ?? 0;
  }

  firstLine(passage: number): number {
    return this.numbers(SECTION.lines)[passage * 2] ?? 1;
  }

  lastLine(passage: number): number {
    return this.numbers(SECTION.lines)[passage * 2 + 1] ?? 1;
  }

  /** Number of different terms in a field of a passage, as MiniSearch counts field length. */
  length(passage: number, field: number): number {
    return this.bytes(SECTION.lengths).readUInt16LE((passage * FIELD_COUNT + field) * 2);
  }

  /** What a passage is about, as bits of `labelBits` and `hallBits`. */
  labels(passage: number): number {
    return this.bytes(SECTION.labels).readUInt16LE(passage * 2);
  }

  time(passage: number): string | undefined {
    const text = this.slice(SECTION.timeOffsets, SECTION.times, passage);
    return text === '' ? undefined : text;
  }

  metaText(blob: number): string {
    // Of a large palace they are megabytes: a few are read one by one.
    if (this.lazy.has(SECTION.metas) || this.metasRead >= FEW_METAS)
      return this.slice(SECTION.metaOffsets, SECTION.metas, blob);
    this.metasRead += 1;
    const offsets = this.numbers(SECTION.metaOffsets);
    const bytes = this.container.piece(SECTION.metas, offsets[blob] ?? 0, offsets[blob + 1] ?? 0);
    if (crc32(bytes) !== this.numbers(SECTION.metaSums)[blob]) throw new DamagedCacheError('damaged section');
    return bytes.toString('utf8');
  }

  /** Read anew each time. */
  meta(blob: number): DrawerMeta {
    return JSON.parse(this.metaText(blob)) as DrawerMeta;
  }

  /** Whether any blob has a problem: told without a look at each. */
  get hasProblems(): boolean {
    return this.bytes(SECTION.flags).includes(1);
  }

  hasProblem(blob: number): boolean {
    return this.bytes(SECTION.flags)[blob] === 1;
  }

  /** 16 hex digits of the drawer id, '' when the file has none. */
  drawerDigits(blob: number): string {
    const digits = this.drawerBytes(blob).toString('hex');
    return digits === '0000000000000000' ? '' : digits;
  }

  drawerBytes(blob: number): Buffer {
    return this.bytes(SECTION.drawers).subarray(blob * 8, blob * 8 + 8);
  }

  /** Blobs whose drawer id has these eight bytes, given as two little-endian numbers. */
  blobsOfDrawer(first: number, second: number): number[] {
    const drawers = this.numbers(SECTION.drawers);
    const blobs: number[] = [];
    for (let at = drawers.indexOf(first); at !== -1; at = drawers.indexOf(first, at + 1))
      if (at % 2 === 0 && drawers[at + 1] === second) blobs.push(at / 2);
    return blobs;
  }

  /** Encoded postings of a term (see `readPostings`), undefined when there are none. */
  postings(term: string): Buffer | undefined {
    return this.partition(partitionOf(termHash(term))).find(term);
  }

  partition(at: number): Partition {
    return new Partition(this.container.section(SECTION.partitions + at));
  }

  /** How much a drawer weighs. */
  marks(blob: number): DrawerMarks {
    return readMarks(this.bytes(SECTION.marks), blob * MARKS_SIZE);
  }

  marksBytes(blob: number): Buffer {
    return this.bytes(SECTION.marks).subarray(blob * MARKS_SIZE, (blob + 1) * MARKS_SIZE);
  }

  close(): void {
    this.container.close();
  }

  private slice(offsets: number, heap: number, at: number): string {
    const table = this.numbers(offsets);
    return this.bytes(heap).toString('utf8', table[at] ?? 0, table[at + 1] ?? 0);
  }

  private bytes(section: number): Buffer {
    const known = this.lazy.get(section);
    if (Buffer.isBuffer(known)) return known;
    const bytes = this.container.section(section);
    this.lazy.set(section, bytes);
    return bytes;
  }

  private numbers(section: number): Uint32Array {
    const known = this.lazy.get(section);
    if (known instanceof Uint32Array) return known;
    const numbers = this.container.numbers(section);
    this.lazy.set(section, numbers);
    return numbers;
  }
}

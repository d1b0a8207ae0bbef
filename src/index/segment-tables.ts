import { crc32 } from 'node:zlib';
import { bytesOf, stringHeap, writeContainer } from './container.js';
import { type TermPostings, writePartition } from './partition.js';
import { FIELD_COUNT, PARTITIONS, partitionOf, termHash } from './postings.js';

/** First bytes and version of a segment file. Raise the version whenever tokens, passages or this layout change. */
export const SEGMENT_MAGIC = 'PLSG';
export const SEGMENT_VERSION = 5;

/** Sections of a segment file; the partitions of the postings follow. n blobs, m passages. */
export const SECTION = {
  /** 20 bytes a blob. */
  ids: 0,
  /** Blob numbers in the order of their ids. */
  order: 1,
  /** First passage of each blob, and m. */
  firstPassage: 2,
  /** Blob of each passage. */
  passageBlob: 3,
  /** First and last line of each passage. */
  lines: 4,
  /** u16: different terms of each field of each passage. */
  lengths: 5,
  timeOffsets: 6,
  times: 7,
  metaOffsets: 8,
  /** JSON of a `DrawerMeta` a blob. */
  metas: 9,
  /** One byte a blob: 1 = has a problem. */
  flags: 10,
  /** 8 bytes a blob: the drawer id's digits, zeros where it has none. */
  drawers: 11,
  /** Checksum of each blob's meta: a search reads those of its hits and no others. */
  metaSums: 12,
  /** u16 a passage: what it is about (bits of `labelBits` and `hallBits`). */
  labels: 13,
  /** `MARKS_SIZE` bytes a blob: how much the drawer weighs (see marks.ts). */
  marks: 14,
  partitions: 15,
} as const;

/** A blob's rows of the tables. */
export interface BlobRows {
  /** 20 bytes. */
  id: Buffer;
  meta: string;
  hasProblem: boolean;
  /** 8 bytes. */
  drawer: Buffer;
  /** See `marksOf`. */
  marks: Buffer;
  passages: { firstLine: number; lastLine: number; time: string; labels: number; lengths: readonly number[] }[];
}

/** Collects the tables of a segment, then lays the file out. */
export class SegmentTables {
  private readonly blobs: BlobRows[] = [];
  private count = 0;

  get passages(): number {
    return this.count;
  }

  add(rows: BlobRows): void {
    this.blobs.push(rows);
    this.count += rows.passages.length;
  }

  /** The whole file. `postings` holds every term once, its list encoded with this segment's passage numbers. */
  layOut(postings: Iterable<TermPostings>): Buffer {
    const { blobs, count } = this;
    const firstPassage = new Uint32Array(blobs.length + 1);
    const passageBlob = new Uint32Array(count);
    const lines = new Uint32Array(count * 2);
    const lengths = new Uint16Array(count * FIELD_COUNT);
    const labels = new Uint16Array(count);
    const times: string[] = [];
    let next = 0;
    blobs.forEach((blob, number) => {
      firstPassage[number] = next;
      for (const passage of blob.passages) {
        passageBlob[next] = number;
        lines[next * 2] = passage.firstLine;
        lines[next * 2 + 1] = passage.lastLine;
        passage.lengths.forEach((length, field) => {
          lengths[next * FIELD_COUNT + field] = length;
        });
        labels[next] = passage.labels;
        times.push(passage.time);
        next += 1;
      }
    });
    firstPassage[blobs.length] = next;
    const order = Uint32Array.from(blobs.keys()).sort((a, b) => compareIds(blobs, a, b));
    const time = stringHeap(times);
    const meta = stringHeap(blobs.map((blob) => blob.meta));
    const partitions: TermPostings[][] = Array.from({ length: PARTITIONS }, () => []);
    for (const entry of postings) partitions[partitionOf(termHash(entry.term))]?.push(entry);
    return writeContainer(SEGMENT_MAGIC, SEGMENT_VERSION, [
      Buffer.concat(blobs.map((blob) => blob.id)),
      bytesOf(order),
      bytesOf(firstPassage),
      bytesOf(passageBlob),
      bytesOf(lines),
      new Uint8Array(lengths.buffer),
      bytesOf(time.offsets),
      time.heap,
      bytesOf(meta.offsets),
      meta.heap,
      Uint8Array.from(blobs, (blob) => (blob.hasProblem ? 1 : 0)),
      Buffer.concat(blobs.map((blob) => blob.drawer)),
      bytesOf(Uint32Array.from(blobs, (blob) => crc32(blob.meta))),
      new Uint8Array(labels.buffer),
      Buffer.concat(blobs.map((blob) => blob.marks)),
      ...partitions.map((entries) => writePartition(entries)),
    ]);
  }
}

function compareIds(blobs: readonly BlobRows[], a: number, b: number): number {
  const left = blobs[a]?.id;
  const right = blobs[b]?.id;
  return left === undefined || right === undefined ? 0 : Buffer.compare(left, right);
}

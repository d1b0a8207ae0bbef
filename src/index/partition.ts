import { stringHeap } from './container.js';
import { termHash } from './postings.js';

/** A term and its encoded posting list. */
export interface TermPostings {
  term: string;
  bytes: Uint8Array | readonly number[];
}

const HEADER = 8;
const RECORD = 12;

/**
 * One partition of a segment: `terms u32 | bytes of term text u32`, a record a term `(hash, end of its text, end of its
 * postings)` in order of hash, then the text of all terms, then all postings. Empty: no bytes.
 */
export function writePartition(terms: readonly TermPostings[]): Uint8Array {
  if (terms.length === 0) return new Uint8Array(0);
  const hashed = terms.map((entry) => ({ ...entry, hash: termHash(entry.term) }));
  hashed.sort((a, b) => a.hash - b.hash || (a.term < b.term ? -1 : 1));
  const { offsets, heap } = stringHeap(hashed.map((entry) => entry.term));
  const postings = hashed.reduce((sum, entry) => sum + entry.bytes.length, 0);
  const bytes = Buffer.alloc(HEADER + hashed.length * RECORD + heap.length + postings);
  bytes.writeUInt32LE(hashed.length, 0);
  bytes.writeUInt32LE(heap.length, 4);
  const texts = HEADER + hashed.length * RECORD;
  heap.copy(bytes, texts);
  let end = 0;
  hashed.forEach((entry, at) => {
    bytes.set(entry.bytes, texts + heap.length + end);
    end += entry.bytes.length;
    bytes.writeUInt32LE(entry.hash, HEADER + at * RECORD);
    bytes.writeUInt32LE(offsets[at + 1] ?? 0, HEADER + at * RECORD + 4);
    bytes.writeUInt32LE(end, HEADER + at * RECORD + 8);
  });
  return bytes;
}

/** A partition as read from a segment. */
export class Partition {
  private readonly count: number;
  private readonly texts: number;
  private readonly postings: number;

  constructor(private readonly bytes: Buffer) {
    this.count = bytes.length === 0 ? 0 : bytes.readUInt32LE(0);
    this.texts = HEADER + this.count * RECORD;
    this.postings = this.texts + (bytes.length === 0 ? 0 : bytes.readUInt32LE(4));
  }

  /** Encoded postings of a term, undefined when it is in no passage of the segment. */
  find(term: string): Buffer | undefined {
    const hash = termHash(term);
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.bytes.readUInt32LE(HEADER + middle * RECORD) < hash) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < this.count && this.bytes.readUInt32LE(HEADER + at * RECORD) === hash; at++)
      if (this.term(at) === term) return this.list(at);
    return undefined;
  }

  *entries(): Generator<{ term: string; list: Buffer }> {
    for (let at = 0; at < this.count; at++) yield { term: this.term(at), list: this.list(at) };
  }

  private end(at: number, column: 4 | 8): number {
    return at < 0 ? 0 : this.bytes.readUInt32LE(HEADER + at * RECORD + column);
  }

  private term(at: number): string {
    return this.bytes.toString('utf8', this.texts + this.end(at - 1, 4), this.texts + this.end(at, 4));
  }

  private list(at: number): Buffer {
    return this.bytes.subarray(this.postings + this.end(at - 1, 8), this.postings + this.end(at, 8));
  }
}

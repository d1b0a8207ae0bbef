/** Fields of a passage that are ranked, in the order of their numbers in the postings. */
export const FIELDS = ['text', 'title', 'speaker'] as const;
export type Field = (typeof FIELDS)[number];
export const FIELD_COUNT = FIELDS.length;

/** Postings are spread over this many partitions by a hash of the term. */
export const PARTITIONS = 256;

/** FNV-1a over UTF-16 units. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) {
    hash ^= term.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** The high bits, which FNV mixes best. */
export function partitionOf(hash: number): number {
  return hash >>> 24;
}

/** Called for each passage of a list, in rising order, with the frequency in each field. */
export type PostingVisitor = (passage: number, frequencies: readonly number[]) => void;

/**
 * A posting list under construction. One entry: varint `gap << 4 | all-ones << 3 | fields`, where `gap` is the distance to
 * the passage before, `fields` the set of fields as bits, then, unless all frequencies are 1, a varint for each field.
 */
export class PostingList {
  /** Plain numbers: lists are many and short, and typed arrays of their own would cost more than they hold. */
  readonly bytes: number[] = [];
  count = 0;
  private last = -1;

  add(passage: number, frequencies: readonly number[]): void {
    let fields = 0;
    let ones = true;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const frequency = frequencies[field] ?? 0;
      if (frequency > 0) fields |= 1 << field;
      if (frequency > 1) ones = false;
    }
    this.varint((passage - this.last) * 16 + (ones ? 8 : 0) + fields);
    if (!ones)
      for (let field = 0; field < FIELD_COUNT; field++) {
        const frequency = frequencies[field] ?? 0;
        if (frequency > 0) this.varint(frequency);
      }
    this.last = passage;
    this.count += 1;
  }

  private varint(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.bytes.push((rest % 128) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.bytes.push(rest);
  }
}

/** Reads a list back. The array given to `visit` is reused: copy what must last. */
export function readPostings(bytes: Buffer, visit: PostingVisitor): void {
  const frequencies = new Array<number>(FIELD_COUNT).fill(0);
  let at = 0;
  let passage = -1;
  const varint = (): number => {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  };
  while (at < bytes.length) {
    const head = varint();
    passage += Math.floor(head / 16);
    const fields = head & 7;
    const ones = (head & 8) !== 0;
    for (let field = 0; field < FIELD_COUNT; field++)
      frequencies[field] = (fields & (1 << field)) === 0 ? 0 : ones ? 1 : varint();
    visit(passage, frequencies);
  }
}

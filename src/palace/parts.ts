import { createHash } from 'node:crypto';
import { partEnd, type Source, WHOLE_LIMIT } from './part-end.js';
import type { Part } from './part-matching.js';
import { firstMessageEnd, messageStarts } from './transcript.js';

export { PART_MAX, PART_MIN, WHOLE_LIMIT } from './part-end.js';
export { type ExistingPart, type MatchablePart, matchParts, type Part } from './part-matching.js';

const LF = 0x0a;

/** A part as it is cut. */
export interface CutPart extends Part {
  /** No earlier part of the source had this anchor: it is the plain hash of the first line or message, with nothing counted on. */
  isFirst: boolean;
  /** From 0. */
  index: number;
  /** Where messages begin in `content`, ascending; absent where the source is no transcript. */
  messages?: readonly number[];
}

/** Cuts a source over 64 KiB where its content says so ({@link partEnd}). The parts are views of `body`. */
export function cutParts(body: Buffer, format?: 'transcript/1'): CutPart[] {
  const source: Source = { bytes: body, isWhole: true, known: body.length };
  if (format === 'transcript/1') source.messages = messageStarts(body);
  const parts: CutPart[] = [];
  const row = new PartRow();
  let start = 0;
  do {
    const end = partEnd(source, start, row.passed) ?? body.length;
    parts.push(row.take(source, start, end));
    start = end;
  } while (start < body.length);
  return parts;
}

/** Gives the parts of one source, one after the other, their anchors. */
export class PartRow {
  /** How many of the source's messages begin in parts that were taken. */
  passed = 0;
  /** How many parts were taken. */
  count = 0;
  private readonly taken = new Set<string>();

  /** The part from `start` to `end`; the one after it begins at `end`. */
  take({ bytes, isWhole, messages }: Source, start: number, end: number): CutPart {
    const content = bytes.subarray(start, end);
    const index = this.count++;
    const part: CutPart = { content, anchor: '', isFirst: true, index };
    if (messages) {
      const within: number[] = [];
      for (let place = messages[this.passed]; place !== undefined && place < end; place = messages[++this.passed])
        within.push(place - start);
      part.messages = within;
    }
    // A source that is one drawer needs no anchor, however it grew to be one.
    if (isWhole && index === 0 && content.length === bytes.length && content.length <= WHOLE_LIMIT) return part;
    const { anchor, isCounted } = countedAnchor(firstBlock(content, part.messages), this.taken);
    this.taken.add(anchor);
    part.anchor = anchor;
    part.isFirst = !isCounted;
    return part;
  }
}

/**
 * The anchor of a part: hash of its first line (its first message in a transcript), counted on while it is `taken` by another
 * part or drawer of the same source.
 */
export function uniqueAnchor(content: Buffer, taken: ReadonlySet<string>, format?: 'transcript/1'): string {
  const first =
    format === 'transcript/1' ? content.subarray(0, firstMessageEnd(content)) : firstBlock(content, undefined);
  return countedAnchor(first, taken).anchor;
}

function countedAnchor(first: Buffer, taken: ReadonlySet<string>): { anchor: string; isCounted: boolean } {
  for (let count = 0; ; count++) {
    const hash = createHash('sha256').update(first);
    if (count > 0) hash.update(`\0${count}`);
    const anchor = hash.digest('hex').slice(0, 16);
    if (!taken.has(anchor)) return { anchor, isCounted: count > 0 };
  }
}

function firstBlock(content: Buffer, messages: readonly number[] | undefined): Buffer {
  if (messages) return content.subarray(0, (messages[0] === 0 ? messages[1] : messages[0]) ?? content.length);
  const newline = content.indexOf(LF);
  return newline === -1 ? content : content.subarray(0, newline + 1);
}

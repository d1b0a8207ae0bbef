import { createHash } from 'node:crypto';
import type { Part } from './part-matching.js';
import { firstMessageEnd, messageStarts } from './transcript.js';

export { type ExistingPart, matchParts, type Part } from './part-matching.js';

/** A source up to this many bytes is one drawer. */
export const WHOLE_LIMIT = 64 * 1024;
/** A cut part has at least this many bytes, and, where there is a place to cut, at most {@link PART_MAX}. */
export const PART_MIN = 32 * 1024;
export const PART_MAX = 96 * 1024;

/** How many bytes after a place decide whether it is a good one: enough to tell most lines apart. */
const CONTEXT = 96;
/** The same inside one long line, where every code point is a candidate. */
const INLINE_CONTEXT = 24;
const LF = 0x0a;

/**
 * Cuts a source over 64 KiB where its content says so: from each part's beginning, among the lines (messages of a
 * `transcript/1`) that begin 32 to 96 KiB later, at the one whose following bytes have the smallest hash. A change therefore
 * moves a cut only if it touches the very place, and appending never moves one that is 128 KiB before the end. A longer
 * message stays whole; a longer line is cut between code points.
 */
export function cutParts(body: Buffer, format?: 'transcript/1'): Part[] {
  if (body.length <= WHOLE_LIMIT) return [{ content: body, anchor: '' }];
  const starts = format === 'transcript/1' ? messageStarts(body) : lineStarts(body);
  const parts: Part[] = [];
  const taken = new Set<string>();
  let start = 0;
  let next = 0;
  while (start < body.length) {
    const rest = body.length - start;
    // The candidates behind us are done with.
    while (next < starts.length && (starts[next] ?? 0) < start + PART_MIN) next++;
    const end = rest <= WHOLE_LIMIT ? body.length : cutAfter(body, start, starts, next, format);
    const content = body.subarray(start, end);
    const anchor = uniqueAnchor(content, taken, format);
    taken.add(anchor);
    parts.push({ content, anchor });
    start = end;
  }
  return parts;
}

/** The end of the part that begins at `start`; `next` is the first candidate at least {@link PART_MIN} behind it. */
function cutAfter(
  body: Buffer,
  start: number,
  starts: readonly number[],
  next: number,
  format?: 'transcript/1',
): number {
  const longest = start + PART_MAX;
  // A tiny last part helps nobody.
  const last = Math.min(longest, body.length - PART_MIN);
  const within = (limit: number): number | undefined => {
    const candidates: number[] = [];
    for (let at = next; at < starts.length && (starts[at] ?? limit + 1) <= limit; at++)
      candidates.push(starts[at] ?? 0);
    return smallest(body, start, candidates, CONTEXT);
  };
  const cut = within(last) ?? (last < longest ? within(longest) : undefined);
  if (cut !== undefined) return cut;
  if (format === 'transcript/1') return starts[next] ?? body.length;
  // Nothing but one long line. If what is left of the source fits, it stays whole.
  return body.length <= longest
    ? body.length
    : (smallest(body, start, codePoints(body, start + PART_MIN, last), INLINE_CONTEXT) ?? body.length);
}

/** The candidate with the smallest hash; of equal ones (a source that repeats itself) the one nearest to 64 KiB. */
function smallest(body: Buffer, start: number, candidates: Iterable<number>, context: number): number | undefined {
  let best: number | undefined;
  let bestHash = 0;
  for (const place of candidates) {
    const hash = hashAt(body, place, context);
    if (
      best === undefined ||
      hash < bestHash ||
      (hash === bestHash && distance(place, start) < distance(best, start))
    ) {
      best = place;
      bestHash = hash;
    }
  }
  return best;
}

function distance(place: number, start: number): number {
  return Math.abs(place - start - WHOLE_LIMIT);
}

/** FNV-1a of the bytes after a place, mixed so that the high bits depend on all of them. */
function hashAt(body: Buffer, place: number, context: number): number {
  let hash = 0x811c9dc5;
  const end = Math.min(place + context, body.length);
  for (let at = place; at < end; at++) hash = Math.imul(hash ^ (body[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function lineStarts(body: Buffer): number[] {
  const starts: number[] = [];
  for (let at = body.indexOf(LF); at !== -1 && at + 1 < body.length; at = body.indexOf(LF, at + 1)) starts.push(at + 1);
  return starts;
}

/** Places from `from` to `to` that are not inside a UTF-8 sequence. */
function* codePoints(body: Buffer, from: number, to: number): Iterable<number> {
  for (let at = from; at <= to; at++) if (((body[at] ?? 0) & 0xc0) !== 0x80) yield at;
}

/**
 * The anchor of a part: hash of its first line (its first message in a transcript), counted on while it is `taken` by another
 * part or drawer of the same source.
 */
export function uniqueAnchor(content: Buffer, taken: ReadonlySet<string>, format?: 'transcript/1'): string {
  const first = firstBlock(content, format);
  for (let count = 0; ; count++) {
    const hash = createHash('sha256').update(first);
    if (count > 0) hash.update(`\0${count}`);
    const anchor = hash.digest('hex').slice(0, 16);
    if (!taken.has(anchor)) return anchor;
  }
}

function firstBlock(content: Buffer, format?: 'transcript/1'): Buffer {
  if (format === 'transcript/1') return content.subarray(0, firstMessageEnd(content));
  const newline = content.indexOf(LF);
  return newline === -1 ? content : content.subarray(0, newline + 1);
}

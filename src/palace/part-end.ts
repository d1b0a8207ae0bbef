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

/** A source, or what is known of it so far. */
export interface Source {
  bytes: Buffer;
  /** The source ends where `bytes` ends. */
  isWhole: boolean;
  /** Where messages of a `transcript/1` begin, ascending: all those before `known`. Absent for other text. */
  messages?: number[];
  known: number;
}

/**
 * Where the part that begins at `start` ends: among the lines (messages of a transcript) that begin 32 to 96 KiB later, at the
 * one whose following bytes have the smallest hash. A change therefore moves a cut only if it touches the very place, and
 * appending never moves one that is 128 KiB before the end. A longer message stays whole; a longer line is cut between code points.
 * @param next Index of the first message that begins after `start`, or of one before it.
 * @returns undefined while bytes that are not known yet decide.
 */
export function partEnd({ bytes, isWhole, messages, known }: Source, start: number, next = 0): number | undefined {
  const end = isWhole ? bytes.length : undefined;
  if (isWhole && bytes.length - start <= WHOLE_LIMIT) return end;
  const shortest = start + PART_MIN;
  const longest = start + PART_MAX;
  if (!isWhole && (bytes.length < longest + PART_MIN || known <= longest)) return undefined;
  // A tiny last part helps nobody.
  const last = Math.min(longest, bytes.length - PART_MIN);
  let first = next;
  while (messages && first < messages.length && (messages[first] ?? 0) < shortest) first++;
  const within = (limit: number): number | undefined => {
    const candidates = messages ? upTo(messages, first, limit) : linesBetween(bytes, shortest, limit);
    return smallest(bytes, start, candidates, CONTEXT);
  };
  const cut = within(last) ?? (last < longest ? within(longest) : undefined);
  if (cut !== undefined) return cut;
  if (messages) return messages[first] ?? end;
  // Nothing but one long line. If what is left of the source fits, it stays whole.
  if (bytes.length <= longest) return end;
  return smallest(bytes, start, codePoints(bytes, shortest, last), INLINE_CONTEXT) ?? end;
}

/** The candidate with the smallest hash; of equal ones (a source that repeats itself) the one nearest to 64 KiB. */
function smallest(body: Buffer, start: number, candidates: readonly number[], context: number): number | undefined {
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
  // As a signed number: the loop then counts in whole numbers, several times as fast.
  let hash = 0x811c9dc5 | 0;
  const end = Math.min(place + context, body.length);
  for (let at = place; at < end; at++) hash = Math.imul(hash ^ (body[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Those of `places` that are at most `limit`, from index `first` on. */
function upTo(places: readonly number[], first: number, limit: number): number[] {
  let end = first;
  while (end < places.length && (places[end] ?? 0) <= limit) end++;
  return places.slice(first, end);
}

/** Where lines begin, from `from` to `to`. */
function linesBetween(body: Buffer, from: number, to: number): number[] {
  const found: number[] = [];
  const end = Math.min(to, body.length - 1);
  for (let at = body.indexOf(LF, from - 1); at !== -1 && at < end; at = body.indexOf(LF, at + 1)) found.push(at + 1);
  return found;
}

/** Places from `from` to `to` that are not inside a UTF-8 sequence. */
function codePoints(body: Buffer, from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = from; at <= to; at++) if (((body[at] ?? 0) & 0xc0) !== 0x80) found.push(at);
  return found;
}

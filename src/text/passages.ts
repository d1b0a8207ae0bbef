import { borders } from './borders.js';
import { type Lines, linesOf } from './lines.js';

/** Characters a passage aims at, and the most it may have. */
export const PASSAGE_TARGET = 800;
export const PASSAGE_MOST = 1_100;
const PASSAGE_LEAST = 320;

/** A message of a conversation, by its place in the body. */
export interface MessageMark {
  /** 1-based line of its header. */
  line: number;
  time?: string;
}

/** A slice of a body. All slices joined are the body (as decoded), character for character. */
export interface TextPassage {
  ordinal: number;
  /** 1-based lines of the body, end inclusive. Only pieces of one over-long line share a line. */
  firstLine: number;
  lastLine: number;
  text: string;
  /** Of the first message that begins in the passage, else of the one it continues. */
  time?: string;
}

/**
 * Cuts a body into passages of about 800 characters at the best borders near by: message starts, headings, ends of
 * paragraphs, lines; code fences stay whole where that costs little. Each line is in exactly one passage, except a line
 * longer than a passage, which is cut inside. An empty body is one empty passage, so that its title can be found.
 * Invalid UTF-8 is read as U+FFFD.
 * @param messages Ascending.
 */
export function cutPassages(body: Buffer, messages: readonly MessageMark[] = []): TextPassage[] {
  const lines = linesOf(body);
  const passages: TextPassage[] = [];
  const add = (text: string, firstLine: number, lastLine: number): void => {
    passages.push({ ordinal: passages.length, firstLine, lastLine, text });
  };
  const textOf = (from: number, to: number): string => body.toString('utf8', lines.bytes[from], lines.bytes[to]);
  const marked = messages.map(({ line }) => line);
  eachPassage(body, lines, marked, (line, next, isLong) => {
    if (!isLong) add(textOf(line, next), line + 1, next);
    else for (const piece of cutLine(textOf(line, next))) add(piece, next, next);
  });
  return withTimes(passages, messages);
}

/**
 * How many passages {@link cutPassages} makes of a body, without making them.
 * @param messages Where messages begin, as offsets of lines in `body`, ascending.
 */
export function countPassages(body: Buffer, messages: readonly number[]): number {
  const lines = linesOf(body);
  let count = 0;
  eachPassage(body, lines, linesAt(lines.bytes, messages), (line, next, isLong) => {
    if (!isLong) count += 1;
    else count += cutLine(body.toString('utf8', lines.bytes[line], lines.bytes[next])).length;
  });
  return count;
}

/** The 1-based lines that begin at these places. */
function linesAt(starts: readonly number[], places: readonly number[]): number[] {
  let line = 0;
  return places.map((place) => {
    while ((starts[line] ?? place) < place) line++;
    return line + 1;
  });
}

/** Calls `take` with the lines (0-based, end exclusive) of each passage, and with each line that is longer than one. */
function eachPassage(
  body: Buffer,
  { bytes, units }: Lines,
  messages: readonly number[],
  take: (line: number, next: number, isLong: boolean) => void,
): void {
  const strengths = borders(body, bytes, messages);
  for (let line = 0; line < strengths.length; ) {
    const isLong = lengthOf(units, line, line + 1) > PASSAGE_MOST;
    const next = isLong ? line + 1 : bestBreak(line, units, strengths);
    take(line, next, isLong);
    line = next;
  }
}

/** Characters from one line to another. */
function lengthOf(units: readonly number[], line: number, next: number): number {
  return (units[next] ?? 0) - (units[line] ?? 0);
}

/** The line (0-based) before which the passage that begins at `line` ends. */
function bestBreak(line: number, units: readonly number[], strengths: readonly number[]): number {
  const lines = strengths.length;
  let best = line + 1;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (let next = line + 1; next <= lines; next++) {
    const length = lengthOf(units, line, next);
    if (length > PASSAGE_MOST) break;
    if (next === lines) return next;
    // An over-long line is cut by itself: what stands before it ends here.
    if (lengthOf(units, next, next + 1) > PASSAGE_MOST) return next;
    const far = Math.abs(length - PASSAGE_TARGET) / PASSAGE_TARGET;
    const worth = (strengths[next] ?? 1) - 4 * far - (length < PASSAGE_LEAST ? 4 : 0);
    if (worth >= bestWorth) {
      bestWorth = worth;
      best = next;
    }
  }
  return best;
}

/** Pieces of one long line: at spaces or sentence ends where there are any, never inside a character. */
function cutLine(line: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (line.length - from > PASSAGE_MOST) {
    let to = from + PASSAGE_TARGET;
    while (to > from + PASSAGE_TARGET / 2 && !isGap(line.charCodeAt(to - 1))) to--;
    if (to === from + PASSAGE_TARGET / 2) to = from + PASSAGE_TARGET;
    const unit = line.charCodeAt(to);
    if (unit >= 0xdc00 && unit <= 0xdfff) to -= 1;
    pieces.push(line.slice(from, to));
    from = to;
  }
  pieces.push(line.slice(from));
  return pieces;
}

/** A space, a tab, or the full stop of scripts without spaces. */
function isGap(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x3002;
}

function withTimes(passages: TextPassage[], messages: readonly MessageMark[]): TextPassage[] {
  if (messages.length === 0) return passages;
  let next = 0;
  let current: string | undefined;
  for (const passage of passages) {
    let own: string | undefined;
    for (; next < messages.length; next++) {
      const message = messages[next];
      if (message === undefined || message.line > passage.lastLine) break;
      own ??= message.time;
      current = message.time ?? current;
      if (own !== undefined && passage.time === undefined) passage.time = own;
    }
    if (passage.time === undefined && current !== undefined) passage.time = current;
  }
  return passages;
}

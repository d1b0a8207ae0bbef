import { borders } from './borders.js';
import { lineStarts } from './lines.js';

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
 */
export function cutPassages(body: Buffer | string, messages: readonly MessageMark[] = []): TextPassage[] {
  const text = typeof body === 'string' ? body : body.toString('utf8');
  const starts = lineStarts(text);
  const strengths = borders(text, starts, new Set(messages.map((message) => message.line)));
  const passages: TextPassage[] = [];
  const add = (from: number, to: number, firstLine: number, lastLine: number): void => {
    passages.push({ ordinal: passages.length, firstLine, lastLine, text: text.slice(from, to) });
  };
  const startOf = (line: number): number => (line < starts.length ? (starts[line] ?? 0) : text.length);
  for (let line = 0; line < starts.length; ) {
    if (startOf(line + 1) - startOf(line) > PASSAGE_MOST) {
      for (const [from, to] of cutLine(text, startOf(line), startOf(line + 1))) add(from, to, line + 1, line + 1);
      line += 1;
      continue;
    }
    const next = bestBreak(line, starts.length, startOf, strengths);
    add(startOf(line), startOf(next), line + 1, next);
    line = next;
  }
  return withTimes(passages, messages);
}

/** The line (0-based) before which the passage that begins at `line` ends. */
function bestBreak(
  line: number,
  lines: number,
  startOf: (line: number) => number,
  strengths: readonly number[],
): number {
  const from = startOf(line);
  let best = line + 1;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (let next = line + 1; next <= lines; next++) {
    const length = startOf(next) - from;
    if (length > PASSAGE_MOST) break;
    if (next === lines) return next;
    // An over-long line is cut by itself: what stands before it ends here.
    if (startOf(next + 1) - startOf(next) > PASSAGE_MOST) return next;
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
function cutLine(text: string, start: number, end: number): [number, number][] {
  const pieces: [number, number][] = [];
  let from = start;
  while (end - from > PASSAGE_MOST) {
    const window = text.slice(from + PASSAGE_TARGET / 2, from + PASSAGE_TARGET);
    const space = Math.max(window.lastIndexOf(' '), window.lastIndexOf('。'), window.lastIndexOf('\t'));
    let to = space === -1 ? from + PASSAGE_TARGET : from + PASSAGE_TARGET / 2 + space + 1;
    const unit = text.charCodeAt(to);
    if (unit >= 0xdc00 && unit <= 0xdfff) to -= 1;
    pieces.push([from, to]);
    from = to;
  }
  pieces.push([from, end]);
  return pieces;
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

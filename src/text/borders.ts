import { BLANK, FENCE, fenceAt, ITEM, LEVEL, lineFlags, UNDERLINE } from './line-flags.js';

/**
 * How good a place each line start is to end a passage before: 6 a message, 3.5-5 a heading, 3 a paragraph, 1.5 a list
 * item, 1 any line; 0.3 inside a code fence, 0 right after a heading (which would be cut off from its text).
 * @param starts Where lines begin, and where the text ends.
 * @param messages 1-based lines where a message begins, ascending; a message start ends an open fence.
 */
export function borders(text: Buffer, starts: readonly number[], messages: readonly number[]): number[] {
  const strengths: number[] = [];
  let fence: string | undefined;
  let afterBlank = false;
  let afterHeading = false;
  let nextMessage = 0;
  for (let index = 0; index < starts.length - 1; index++) {
    while ((messages[nextMessage] ?? starts.length) <= index) nextMessage++;
    const isMessage = messages[nextMessage] === index + 1;
    const start = starts[index] ?? 0;
    const end = starts[index + 1] ?? start;
    const flags = lineFlags(text, start, end);
    if (isMessage) fence = undefined;
    const level = fence === undefined ? Math.floor(flags / LEVEL) : 0;
    const blank = (flags & BLANK) !== 0;
    if (isMessage) strengths.push(6);
    else if (fence !== undefined) strengths.push(afterBlank ? 0.6 : 0.3);
    else if (afterHeading) strengths.push(0);
    else if (level > 0) strengths.push(5.3 - 0.3 * level);
    else if (blank) strengths.push(0.5);
    else if (afterBlank) strengths.push(3);
    else strengths.push((flags & ITEM) === 0 ? 1 : 1.5);
    if ((flags & FENCE) !== 0) {
      const mark = fenceAt(text, start, end);
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) fence = undefined;
    }
    afterHeading = isMessage || level > 0 || (flags & UNDERLINE) !== 0 || (afterHeading && blank);
    afterBlank = blank;
  }
  return strengths;
}

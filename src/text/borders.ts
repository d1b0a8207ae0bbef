const HEADING = /^ {0,3}(#{1,6})[ \t]/;
const UNDERLINE = /^(?:=+|-{3,})\s*$/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const BLANK = /^\s*$/;

/**
 * How good a place each line start is to end a passage before: 6 a message, 3.5-5 a heading, 3 a paragraph, 1.5 a list
 * item, 1 any line; 0.3 inside a code fence, 0 right after a heading (which would be cut off from its text).
 * `messages` holds 1-based lines where a message begins; a message start ends an open fence.
 */
export function borders(text: string, starts: readonly number[], messages: ReadonlySet<number>): number[] {
  const strengths: number[] = [];
  let fence: string | undefined;
  let afterBlank = false;
  let afterHeading = false;
  starts.forEach((start, index) => {
    const isMessage = messages.has(index + 1);
    if (!isMessage && isPlain(text, start)) {
      strengths.push(fence === undefined ? (afterHeading ? 0 : afterBlank ? 3 : 1) : afterBlank ? 0.6 : 0.3);
      afterHeading = false;
      afterBlank = false;
      return;
    }
    // A few characters tell what a line is; a line of a megabyte is not copied.
    const line = text.slice(start, Math.min(starts[index + 1] ?? text.length, start + 200)).replace(/\r?\n$/, '');
    if (isMessage) fence = undefined;
    const heading = fence === undefined ? HEADING.exec(line) : null;
    const mark = FENCE.exec(line)?.[1];
    if (isMessage) strengths.push(6);
    else if (fence !== undefined) strengths.push(afterBlank ? 0.6 : 0.3);
    else if (afterHeading) strengths.push(0);
    else if (heading) strengths.push(5.3 - 0.3 * (heading[1]?.length ?? 1));
    else if (BLANK.test(line)) strengths.push(0.5);
    else if (afterBlank) strengths.push(3);
    else strengths.push(LIST_ITEM.test(line) ? 1.5 : 1);
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
    }
    const blank = BLANK.test(line);
    afterHeading = isMessage || heading !== null || UNDERLINE.test(line) || (afterHeading && blank);
    afterBlank = blank;
  });
  return strengths;
}

/** Whether a line begins with a letter: most do, and such a line is no heading, fence, item or blank, whatever follows. */
function isPlain(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x4e00 && code <= 0x9fff);
}

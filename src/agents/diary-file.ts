import { dateInLine } from '../text/dates.js';

/** A piece of a diary that was kept as a markdown file. */
export interface DiaryPiece {
  /** Exact: the pieces joined are the file. */
  text: string;
  /** The heading without its marks; '' for what stands before the first one. */
  heading: string;
  /** The day that the heading names, else undefined. */
  date: string | undefined;
  /** 1-based line of the file on which it begins. */
  line: number;
}

/**
 * A diary file cut at its headings of the second level (`## `), code fences looked through. What stands before the first heading is a
 * piece of its own, or goes with the first when it is blank. The pieces joined are the file, character for character.
 */
export function cutDiary(text: string): DiaryPiece[] {
  const pieces: DiaryPiece[] = [];
  let start = 0;
  let startLine = 1;
  let heading = '';
  let fence = '';
  let offset = 0;
  let line = 0;
  const close = (end: number): void => {
    const piece = text.slice(start, end);
    if (piece !== '') pieces.push({ text: piece, heading, date: dateInLine(heading), line: startLine });
  };
  for (const full of text.split(/(?<=\n)/)) {
    line += 1;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(full)?.[1];
    if (mark !== undefined && (fence === '' || (mark.startsWith(fence[0] ?? '') && mark.length >= fence.length)))
      fence = fence === '' ? mark : '';
    const found = fence === '' ? /^##[ \t]+(.*?)[ \t#]*\r?\n?$/.exec(full)?.[1] : undefined;
    if (found !== undefined) {
      // A blank beginning is nobody's entry.
      if (text.slice(start, offset).trim() !== '') {
        close(offset);
        start = offset;
        startLine = line;
      }
      heading = found;
    }
    offset += full.length;
  }
  close(text.length);
  return pieces;
}

import { clip, displayWidth, printable } from '../../text/width.js';

/** How a piece of a row is drawn; `undefined`: plainly. */
export type Style = 'bold' | 'dim' | 'accent' | 'match' | 'good' | 'bad' | 'warn' | 'focus';

/** A piece of a row. Its text may come from anywhere: what could move a cursor is taken out where rows are drawn. */
export interface Span {
  text: string;
  style?: Style | undefined;
}

/** One row of the screen before it is cut to its width. */
export type Row = readonly Span[];

export function span(text: string, style?: Style): Span {
  return { text, style };
}

/** Draws a styled piece of text. */
export type Paint = (text: string, style: Style | undefined) => string;

/**
 * A row as terminal text of exactly `width` columns: cut with `…` where it is longer, filled with spaces where it is shorter. `right` is
 * set at the end and kept whole as long as the rest keeps a third of the width.
 */
export function drawRow(row: Row, width: number, paint: Paint, right: Row = []): string {
  const tail = fitted(right, Math.floor((width * 2) / 3), paint);
  const room = tail.width === 0 ? width : Math.max(0, width - tail.width - 1);
  const head = fitted(row, room, paint);
  return head.text + ' '.repeat(Math.max(0, width - head.width - tail.width)) + tail.text;
}

function fitted(row: Row, width: number, paint: Paint): { text: string; width: number } {
  let text = '';
  let used = 0;
  for (const { text: raw, style } of row) {
    const clean = visible(raw);
    const columns = displayWidth(clean);
    if (used + columns <= width) {
      text += paint(clean, style);
      used += columns;
      continue;
    }
    if (used < width) {
      const cut = clip(clean, width - used);
      const cutWidth = displayWidth(cut);
      // A wide character may leave no room for the ellipsis.
      if (used + cutWidth <= width) {
        text += paint(cut, style);
        used += cutWidth;
      }
    }
    break;
  }
  return { text, width: used };
}

/** Text on one row that does nothing to the terminal: no controls, no tabs, no line ends. */
export function visible(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return printable(text).replace(/[\t\n\u2028\u2029]/g, ' ');
}

/** The words of a row without styles, for a screen reader. */
export function plainText(row: Row): string {
  return row
    .map(({ text }) => visible(text))
    .join('')
    .trim();
}

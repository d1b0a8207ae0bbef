import { graphemeWidth } from '../../text/width.js';

/** A piece of a text that fits a row. */
export interface WrappedRow {
  /** Line of the text, from 1. */
  line: number;
  text: string;
}

/** A text that is broken into rows when somebody asks, and once for each width. */
export class WrappedText {
  readonly text: string;
  #width = -1;
  #rows: WrappedRow[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Rows of at most `width` columns, broken at spaces where there are some; an empty line is an empty row. */
  rows(width: number): readonly WrappedRow[] {
    const wide = Math.max(1, width);
    if (wide !== this.#width) {
      this.#width = wide;
      this.#rows = wrapText(this.text, wide);
    }
    return this.#rows;
  }

  /** The first row of a line, from 0; the last row for a line that is not there. */
  rowOfLine(line: number, width: number): number {
    const rows = this.rows(width);
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.line ?? 0) < line) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, Math.min(low, rows.length - 1));
  }
}

/** See {@link WrappedText.rows}. Tabs count as two columns. */
export function wrapText(text: string, width: number): WrappedRow[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const rows: WrappedRow[] = [];
  const lines = text.split('\n');
  // The end of the last line begins no further one.
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  for (const [at, raw] of lines.entries()) {
    const line = raw.replace(/\r$/, '').replaceAll('\t', '  ');
    for (const piece of wrapLine(line, width, segmenter)) rows.push({ line: at + 1, text: piece });
  }
  return rows;
}

function wrapLine(line: string, width: number, segmenter: Intl.Segmenter): string[] {
  const plain = /^[\x20-\x7e]*$/.test(line);
  if (plain && line.length <= width) return [line];
  const pieces: string[] = line === '' ? [line] : [];
  let rest = line;
  while (rest !== '') {
    const end = plain ? Math.min(width, rest.length) : fitting(rest, width, segmenter);
    if (end >= rest.length) {
      pieces.push(rest);
      break;
    }
    const space = rest.lastIndexOf(' ', end);
    const cut = space > 0 ? space : end;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(space > 0 ? cut + 1 : cut);
  }
  return pieces;
}

/** How many UTF-16 units of `text` fit `width` columns: at least one character. */
function fitting(text: string, width: number, segmenter: Intl.Segmenter): number {
  // No more characters than columns can fit, but for those that take none.
  const beginning = text.slice(0, width * 8);
  let used = 0;
  let end = 0;
  for (const { segment } of segmenter.segment(beginning)) {
    const columns = graphemeWidth(segment);
    if (used + columns > width && end > 0) return end;
    used += columns;
    end += segment.length;
  }
  return end;
}

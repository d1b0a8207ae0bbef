/** A line that is being typed. `cursor`: UTF-16 units before it, never inside a character as people see it. */
export interface Line {
  text: string;
  cursor: number;
}

export const EMPTY_LINE: Line = { text: '', cursor: 0 };

export function lineOf(text: string): Line {
  return { text, cursor: text.length };
}

/** What keys do to a line. */
export type LineEdit = 'left' | 'right' | 'backspace' | 'delete' | 'delete-word' | 'clear-line';

/** Typed or pasted text: line ends become spaces, controls are left out. */
export function insert({ text, cursor }: Line, typed: string): Line {
  const clean = typed.replace(/[\r\n\t]+/g, ' ').replace(/[\x00-\x1f\x7f-\x9f]/g, '');
  return { text: text.slice(0, cursor) + clean + text.slice(cursor), cursor: cursor + clean.length };
}

export function editLine(line: Line, edit: LineEdit): Line {
  const { text, cursor } = line;
  switch (edit) {
    case 'left':
      return { text, cursor: before(text, cursor) };
    case 'right':
      return { text, cursor: after(text, cursor) };
    case 'backspace':
      return cut(line, before(text, cursor), cursor);
    case 'delete':
      return cut(line, cursor, after(text, cursor));
    case 'delete-word':
      return cut(line, text.slice(0, cursor).replace(/\S*\s*$/, '').length, cursor);
    case 'clear-line':
      return EMPTY_LINE;
  }
}

function cut({ text }: Line, from: number, to: number): Line {
  return { text: text.slice(0, from) + text.slice(to), cursor: from };
}

function before(text: string, cursor: number): number {
  return boundaries(text).findLast((at) => at < cursor) ?? 0;
}

function after(text: string, cursor: number): number {
  return boundaries(text).find((at) => at > cursor) ?? text.length;
}

function boundaries(text: string): number[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  return [...Array.from(segments, ({ index }) => index), text.length];
}

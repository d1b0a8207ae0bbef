import { SkipSource } from '../skip.js';

/** Characters of all text of a document; more is no document that somebody wrote. */
const LONGEST = 256 * 1024 * 1024;

/** Text of a document as it grows: blocks with an empty line between them, rows and items on lines that follow each other. */
export class DocumentText {
  private readonly parts: string[] = [];
  private size = 0;
  private last: 'block' | 'row' | undefined;

  /** Adds a block or a row; nothing for white space alone. @throws SkipSource `too-large`. */
  add(text: string, kind: 'block' | 'row' = 'block'): void {
    if (!/\S/.test(text)) return;
    if (this.last !== undefined) this.parts.push(kind === 'row' && this.last === 'row' ? '\n' : '\n\n');
    this.parts.push(text);
    this.last = kind;
    this.size += text.length + 2;
    if (this.size > LONGEST) throw new SkipSource('too-large', `its text has more than ${LONGEST} characters`);
  }

  /** Ends a table or list: what follows stands apart. */
  apart(): void {
    if (this.last === 'row') this.last = 'block';
  }

  /** Whether anything was added. */
  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  toString(): string {
    return this.isEmpty ? '' : `${this.parts.join('')}\n`;
  }
}

/** Words of a cell on one line: a tab or line break in it would be taken for the border of a cell or row. */
export function cellText(text: string): string {
  return text.replace(/\s*[\t\r\n\u2028\u2029]+\s*/g, ' ').trim();
}

/** A row of cells, with tabs between them and none at its end. */
export function rowText(cells: readonly string[]): string {
  return cells.join('\t').replace(/\t+$/, '');
}

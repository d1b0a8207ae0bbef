import type { Tally } from '../tally.js';
import { cellText, DocumentText, rowText } from './document-text.js';
import type { OfficePackage } from './package.js';
import type { XmlHandler } from './xml.js';

interface Paragraph {
  text: string;
  /** 1-6 for a heading. */
  level: number | undefined;
  /** Depth in a list, from 0. */
  item: number | undefined;
}

interface Table {
  row: string[];
  /** Lines of the cell that is open. */
  cell: string[];
  span: number;
}

/** Elements whose content is a second copy, or was taken out by its writer. */
const PASSED_OVER: ReadonlySet<string> = new Set(['Fallback', 'del', 'moveFrom']);

/** The text of a Word document in reading order, its notes and comments at the end. */
export async function readWord(document: OfficePackage, tally: Tally): Promise<string> {
  const styles = await headingStyles(document);
  const out = new DocumentText();
  await document.parse('word/document.xml', new WordPart(styles, tally, (line, kind) => out.add(line, kind)));
  for (const [part, element, prefix] of [
    ['word/footnotes.xml', 'footnote', ''],
    ['word/endnotes.xml', 'endnote', 'e'],
    ['word/comments.xml', 'comment', 'c'],
  ] as const)
    await readNotes(document, part, element, prefix, new Map(styles), tally, out);
  for (const { bytes } of document.list(/^word\/(?:header|footer)\d*\.xml$/)) tally.add('headers and footers', bytes);
  for (const { bytes } of document.list(/^word\/media\//)) tally.add('pictures', bytes);
  return out.toString();
}

/** Levels of the styles that are headings, in any language of Word: the name in the file is English. */
async function headingStyles(document: OfficePackage): Promise<ReadonlyMap<string, number>> {
  const levels = new Map<string, number>([['Title', 1]]);
  let style = '';
  await document.parse('word/styles.xml', {
    open: (name, attributes) => {
      if (name === 'style') style = attributes.styleId ?? '';
      const level = name === 'name' ? /^(?:heading ([1-9])|title)$/i.exec(attributes.val ?? '') : null;
      if (level !== null) levels.set(style, Math.min(6, Number(level[1] ?? 1)));
      if (name === 'outlineLvl' && /^[0-8]$/.test(attributes.val ?? '') && !levels.has(style))
        levels.set(style, Math.min(6, Number(attributes.val) + 1));
    },
  });
  return levels;
}

async function readNotes(
  document: OfficePackage,
  part: string,
  element: string,
  prefix: string,
  styles: ReadonlyMap<string, number>,
  tally: Tally,
  out: DocumentText,
): Promise<void> {
  const lines: string[] = [];
  const reader = new WordPart(styles, tally, (line) => lines.push(line));
  let label = '';
  await document.parse(part, {
    open: (name, attributes) => {
      // Word keeps the lines that part notes from text as notes of a type.
      if (name === element) {
        const by = attributes.author ? ` ${attributes.author}:` : '';
        label = attributes.type === undefined ? `[^${prefix}${attributes.id ?? ''}]:${by}` : '';
      } else reader.open(name, attributes);
    },
    text: (text) => reader.text(text),
    close: (name) => {
      if (name !== element) reader.close(name);
      else if (label !== '' && lines.length > 0) out.add(`${label} ${lines.join('\n')}`);
      if (name === element) lines.length = 0;
    },
  });
}

class WordPart implements Required<XmlHandler> {
  private readonly paragraphs: Paragraph[] = [];
  private readonly tables: Table[] = [];
  private readonly skipped: string[] = [];
  private inProperties = 0;
  private inText = 0;

  constructor(
    private readonly styles: ReadonlyMap<string, number>,
    private readonly tally: Tally,
    private readonly emit: (line: string, kind: 'block' | 'row') => void,
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.skipped.length > 0 || PASSED_OVER.has(name)) {
      this.skipped.push(name);
      return;
    }
    const paragraph = this.paragraphs.at(-1);
    if (name === 'p') this.paragraphs.push({ text: '', level: undefined, item: undefined });
    else if (name === 't') this.inText++;
    else if (name === 'pPr') this.inProperties++;
    else if (name === 'tbl') this.tables.push({ row: [], cell: [], span: 1 });
    else if (name === 'gridSpan') this.span(attributes.val);
    else if (name === 'hyperlink' && attributes['r:id'] !== undefined) this.tally.add('addresses of links', 0);
    else if (name === 'sym') this.tally.add('symbols of special fonts', 0);
    else if (paragraph !== undefined && this.inProperties > 0) this.property(paragraph, name, attributes.val);
    else if (paragraph !== undefined) paragraph.text += inlineText(name, attributes);
  }

  text(text: string): void {
    if (this.skipped.length > 0) {
      const what = this.skipped.includes('t') || this.skipped.includes('delText');
      if (what && !this.skipped.includes('Fallback')) this.tally.add('deleted text', Buffer.byteLength(text));
      return;
    }
    const paragraph = this.paragraphs.at(-1);
    if (this.inText > 0 && paragraph !== undefined) paragraph.text += text;
  }

  close(name: string): void {
    if (this.skipped.length > 0) {
      this.skipped.pop();
      return;
    }
    const table = this.tables.at(-1);
    if (name === 't') this.inText--;
    else if (name === 'pPr') this.inProperties--;
    else if (name === 'p') this.endParagraph();
    else if (name === 'tc' && table !== undefined) {
      table.row.push(cellText(table.cell.join(' ')), ...Array<string>(table.span - 1).fill(''));
      table.cell = [];
      table.span = 1;
    } else if (name === 'tr' && table !== undefined) this.endRow(table);
    else if (name === 'tbl') this.tables.pop();
  }

  private span(val: string | undefined): void {
    const table = this.tables.at(-1);
    if (table !== undefined) table.span = Math.min(64, Math.max(1, Number(val) || 1));
  }

  private property(paragraph: Paragraph, name: string, val: string | undefined): void {
    if (name === 'pStyle') paragraph.level = this.styles.get(val ?? '') ?? paragraph.level;
    else if (name === 'outlineLvl' && /^[0-8]$/.test(val ?? '')) paragraph.level = Math.min(6, Number(val) + 1);
    else if (name === 'ilvl') paragraph.item = Math.min(8, Number(val) || 0);
    else if (name === 'numId') paragraph.item = val === '0' ? undefined : (paragraph.item ?? 0);
  }

  private endParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (paragraph === undefined || !/\S/.test(paragraph.text)) return;
    const { text, level, item } = paragraph;
    const table = this.tables.at(-1);
    if (table !== undefined) table.cell.push(text);
    else if (level !== undefined) this.emit(`${'#'.repeat(level)} ${cellText(text)}`, 'block');
    else if (item !== undefined) this.emit(`${'  '.repeat(item)}- ${text}`, 'row');
    else this.emit(text, 'block');
  }

  /** A table in a cell stands in it, row after row. */
  private endRow(table: Table): void {
    const row = rowText(table.row);
    table.row = [];
    const around = this.tables.at(-2);
    if (around !== undefined) around.cell.push(row);
    else this.emit(row, 'row');
  }
}

function inlineText(name: string, { type, id }: Readonly<Record<string, string>>): string {
  switch (name) {
    case 'tab':
    case 'ptab':
      return '\t';
    case 'br':
      return type === 'column' ? ' ' : '\n';
    case 'cr':
      return '\n';
    case 'noBreakHyphen':
      return '\u2011';
    case 'softHyphen':
      return '\u00ad';
    case 'footnoteReference':
      return `[^${id ?? ''}]`;
    case 'endnoteReference':
      return `[^e${id ?? ''}]`;
    case 'commentReference':
      return `[^c${id ?? ''}]`;
    default:
      return '';
  }
}

import type { Tally } from '../tally.js';
import { cellText, DocumentText, rowText } from './document-text.js';
import type { OfficePackage } from './package.js';
import { relationsOf } from './relations.js';
import { dateStyles, sheetDate } from './sheet-dates.js';
import type { XmlHandler } from './xml.js';

const WORKBOOK = 'xl/workbook.xml';

/** Columns of a sheet, as Excel has them. */
const MAX_COLUMNS = 16_384;

/** Empty cells in a row are kept up to so many; a value farther out follows them. */
const MAX_GAP = 256;

interface Workbook {
  strings: readonly string[];
  dates: ReadonlySet<number>;
  is1904: boolean;
}

/** The cells of a workbook: sheets in their order, a line a row, a tab between columns. */
export async function readSheets(document: OfficePackage, tally: Tally): Promise<{ text: string; sheets: number }> {
  const relations = await relationsOf(document, WORKBOOK);
  const sheets: { name: string; part: string }[] = [];
  let is1904 = false;
  await document.parse(WORKBOOK, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      const part = name === 'sheet' ? relations.get(attributes['r:id'] ?? '')?.target : undefined;
      if (part !== undefined) sheets.push({ name: attributes.name ?? '', part });
    },
  });
  const book = { strings: await sharedStrings(document), dates: await dateStyles(document), is1904 };
  const out = new DocumentText();
  for (const { name, part } of sheets) {
    let isNamed = false;
    await document.parse(
      part,
      new SheetPart(book, tally, (row) => {
        if (!isNamed) out.add(`## ${cellText(name)}`);
        isNamed = true;
        out.add(row, 'row');
      }),
    );
    if (!isNamed) tally.add('empty sheets', 0);
    out.apart();
  }
  for (const { bytes } of document.list(/^xl\/media\//)) tally.add('pictures', bytes);
  for (const { bytes } of document.list(/^xl\/(?:comments\d*|threadedComments\/.*)\.xml$/))
    tally.add('comments', bytes);
  for (const { bytes } of document.list(/^xl\/charts\/chart\d*\.xml$/)) tally.add('charts', bytes);
  return { text: out.toString(), sheets: sheets.length };
}

/** Texts that cells refer to by number; of a text in several faces all runs, without the reading aids of Japanese. */
async function sharedStrings(document: OfficePackage): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let inReading = 0;
  await document.parse('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') inReading++;
    },
    text: (more) => {
      if (inText && inReading === 0) text += more;
    },
    close: (name) => {
      if (name === 'si') strings.push(text);
      else if (name === 't') inText = false;
      else if (name === 'rPh') inReading--;
    },
  });
  return strings;
}

class SheetPart implements Required<XmlHandler> {
  private row: string[] = [];
  private column = 0;
  private cell = { type: '', style: -1, value: '' };
  private takes = false;
  private inReading = 0;

  constructor(
    private readonly book: Workbook,
    private readonly tally: Tally,
    private readonly emit: (row: string) => void,
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.row = [];
      this.column = 0;
    } else if (name === 'c') {
      this.column = columnOf(attributes.r) ?? this.column + 1;
      this.cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? -1), value: '' };
    } else if (name === 'v' || name === 't') this.takes = true;
    else if (name === 'rPh') this.inReading++;
    else if (name === 'f') this.tally.add('formulas', 0);
  }

  text(text: string): void {
    if (this.takes && this.inReading === 0) this.cell.value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.takes = false;
    else if (name === 'rPh') this.inReading--;
    else if (name === 'c') this.endCell();
    else if (name === 'row' && this.row.length > 0) this.emit(rowText(this.row));
  }

  private endCell(): void {
    const text = cellText(this.shown());
    if (text === '' || this.column > MAX_COLUMNS) return;
    const gap = Math.min(MAX_GAP, this.column - 1 - this.row.length);
    for (let at = 0; at < gap; at++) this.row.push('');
    this.row.push(text);
  }

  private shown(): string {
    const { type, style, value } = this.cell;
    if (type === 's') return this.book.strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
    if (type === 'n' && value !== '' && this.book.dates.has(style)) return sheetDate(value, this.book.is1904);
    return value;
  }
}

/** 1 for `A7`, 28 for `AB7`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

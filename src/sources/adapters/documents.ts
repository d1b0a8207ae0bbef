import { readCandidate } from '../candidate.js';
import { extensionOf } from '../file-lists.js';
import { readBook } from '../office/book.js';
import { OfficePackage } from '../office/package.js';
import { readPdf } from '../office/pdf.js';
import { readProperties } from '../office/properties.js';
import { readSheets } from '../office/sheets.js';
import { readSlides } from '../office/slides.js';
import { documentUnit, type ReadDocument } from '../office/unit.js';
import { readWord } from '../office/word.js';
import { Tally } from '../tally.js';
import type { SourceAdapter } from '../types.js';

type Read = (document: OfficePackage, tally: Tally) => Promise<Omit<ReadDocument, 'tally' | 'damage'>>;

/** An adapter for documents that are archives of XML parts. */
function packaged(
  name: string,
  transforms: readonly string[],
  drops: readonly string[],
  readParts: Read,
): SourceAdapter {
  return {
    ...DOCUMENT,
    name,
    transforms: ['text is plain: paragraphs with an empty line between them', ...transforms],
    drops: [...drops, 'pictures', 'faces, colours, page layout'],
    detect: (candidate) => (extensionOf(candidate.relative) === name ? 0.9 : 0),
    async *read(candidate, root, options) {
      const document = await OfficePackage.open(candidate, options.maxBytes);
      try {
        const tally = new Tally();
        const found = await readParts(document, tally);
        yield documentUnit(candidate, root, options, { ...found, tally, damage: document.damage });
      } finally {
        await document.close();
      }
    },
  };
}

const DOCUMENT = { version: 1, kind: 'note', privacy: 'private' } as const;

const TABLES = 'tables are rows with tabs between cells; line breaks and tabs in a cell are spaces';

export const docx = packaged(
  'docx',
  [
    'headings begin with #, items of lists with -',
    TABLES,
    'footnotes, endnotes and comments stand at the end, [^1] where they belong',
  ],
  ['deleted text', 'headers and footers', 'addresses of links', 'symbols of special fonts', 'numbers of lists'],
  async (document, tally) => ({ text: await readWord(document, tally), properties: await readProperties(document) }),
);

export const pptx = packaged(
  'pptx',
  ['a heading names each slide', TABLES, "the speaker's notes stand below their slide"],
  ['slide numbers, dates and footers', 'slides without text', 'charts and diagrams', 'comments', 'addresses of links'],
  async (document, tally) => {
    const { text, slides } = await readSlides(document, tally);
    return { text, facts: { slides }, properties: await readProperties(document) };
  },
);

export const xlsx = packaged(
  'xlsx',
  ['a heading names each sheet', TABLES, 'numbers shown as dates are ISO dates', 'empty rows are left out'],
  ['formulas', 'empty sheets', 'comments', 'charts', 'forms of numbers'],
  async (document, tally) => {
    const { text, sheets } = await readSheets(document, tally);
    return { text, facts: { sheets }, properties: await readProperties(document) };
  },
);

export const epub = packaged(
  'epub',
  ['headings begin with #, items of lists with -', TABLES, 'white space is what a reader shows'],
  ['drawings', 'sound and films', 'addresses of links', 'numbers of lists'],
  async (document, tally) => {
    const { text, properties, chapters } = await readBook(document, tally);
    return { text, properties, facts: { chapters } };
  },
);

export const pdf: SourceAdapter = {
  ...DOCUMENT,
  name: 'pdf',
  transforms: ['a heading names each page', 'text in the order of the file, lines as they were set'],
  drops: ['pages without text', 'pictures, forms and remarks', 'faces, colours, page layout'],
  detect: (candidate) => (extensionOf(candidate.relative) === 'pdf' ? 0.9 : 0),
  async *read(candidate, root, options) {
    const tally = new Tally();
    const { pages, ...found } = await readPdf(await readCandidate(candidate, options.maxBytes), tally);
    const ifEmpty = `none of its ${pages} pages has text: they are pictures`;
    yield documentUnit(candidate, root, options, { ...found, tally, facts: { pages }, ifEmpty });
  },
};

/** Adapters of office documents and books. */
export const DOCUMENTS: readonly SourceAdapter[] = [docx, pptx, xlsx, epub, pdf];

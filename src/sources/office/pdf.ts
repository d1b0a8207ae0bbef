import { systemCode } from '../../base/errors.js';
import { SkipSource } from '../skip.js';
import type { Tally } from '../tally.js';
import { DocumentText } from './document-text.js';
import { type DocumentProperties, describe } from './properties.js';

/** What of PDF.js is used. */
interface PdfLibrary {
  getDocumentProxy(data: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<PdfDocument>;
}

interface PdfDocument {
  numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getMetadata(): Promise<{ info?: Readonly<Record<string, unknown>> }>;
  cleanup(): Promise<unknown>;
  destroy(): Promise<void>;
}

interface PdfPage {
  getTextContent(): Promise<{ items: readonly { str?: string; hasEOL?: boolean }[] }>;
  cleanup(): unknown;
}

/** Pages after which what the library keeps of fonts is let go. */
const FORGET_AFTER = 32;

/** Pages that are named in one sentence. */
const NAMED = 5;

/** The text of a PDF, page by page, in the order in which it stands in the file. @throws SkipSource `missing-package`, `encrypted`, `damaged`. */
export async function readPdf(
  bytes: Buffer,
  tally: Tally,
): Promise<{ text: string; properties: DocumentProperties; pages: number; damage: string[] }> {
  const document = await opened(bytes);
  try {
    const out = new DocumentText();
    const broken: number[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const text = await pageText(document, number);
      if (text === undefined) broken.push(number);
      else if (text.trim() === '') tally.add('pages without text', 0);
      else {
        out.add(`## Page ${number}`);
        out.add(text);
      }
      if (number % FORGET_AFTER === 0) await document.cleanup();
    }
    const damage = broken.length === 0 ? [] : [`${broken.length} pages could not be read: ${named(broken)}`];
    return { text: out.toString(), properties: await propertiesOf(document), pages: document.numPages, damage };
  } finally {
    await document.destroy();
  }
}

async function opened(bytes: Buffer): Promise<PdfDocument> {
  const { getDocumentProxy } = await library();
  try {
    // A copy: the library takes the memory over. Nothing of the file is ever run.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new SkipSource('encrypted', 'it is protected by a password');
    throw new SkipSource('damaged', `it is no whole PDF: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function library(): Promise<PdfLibrary> {
  try {
    return (await import('unpdf')) as unknown as PdfLibrary;
  } catch (error) {
    if (systemCode(error) !== 'ERR_MODULE_NOT_FOUND' && systemCode(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new SkipSource(
      'missing-package',
      'reading PDF needs the package unpdf, which is not installed: npm install -g unpdf@1.4.0',
    );
  }
}

async function pageText(document: PdfDocument, number: number): Promise<string | undefined> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items
      .map(({ str = '', hasEOL }) => (hasEOL ? `${str}\n` : str))
      .join('')
      .trimEnd();
  } catch {
    // One page that cannot be read does not cost the others; it is named.
    return undefined;
  }
}

async function propertiesOf(document: PdfDocument): Promise<DocumentProperties> {
  try {
    const { info = {} } = await document.getMetadata();
    const text = (key: string): string | undefined => (typeof info[key] === 'string' ? info[key] : undefined);
    return describe(text('Title'), text('Author'), pdfDate(text('ModDate') ?? text('CreationDate')));
  } catch {
    return {};
  }
}

/** `D:20260304101500+01'00'` as ISO; undefined for what is none. */
function pdfDate(text: string | undefined): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})(?:(Z)|([+-]\d{2})'?(\d{2})'?)?)?/.exec(
    text ?? '',
  );
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, utc, zoneHour, zoneMinute] = parts;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined || (utc === undefined && zoneHour === undefined)) return date;
  return `${date}T${hour}:${minute}:${second}${utc ?? `${zoneHour}:${zoneMinute}`}`;
}

function named(pages: readonly number[]): string {
  return `${pages.slice(0, NAMED).join(', ')}${pages.length > NAMED ? ', …' : ''}`;
}

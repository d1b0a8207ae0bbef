import { SkipSource } from '../skip.js';
import type { Tally } from '../tally.js';
import { cellText, DocumentText, rowText } from './document-text.js';
import type { OfficePackage } from './package.js';
import { type DocumentProperties, describe } from './properties.js';
import { resolvePart } from './relations.js';
import type { XmlHandler } from './xml.js';

/** Methods that only garble fonts; what else is encrypted is the text. */
const FONT_METHODS = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;

/** The text of an EPUB book, chapter by chapter in reading order. @throws SkipSource `encrypted`, `damaged`. */
export async function readBook(
  document: OfficePackage,
  tally: Tally,
): Promise<{ text: string; properties: DocumentProperties; chapters: number }> {
  await assertReadable(document);
  let root: string | undefined;
  await document.parse('META-INF/container.xml', {
    open: (name, attributes) => {
      if (name === 'rootfile') root ??= attributes['full-path'];
    },
  });
  root ??= document.list(/\.opf$/i)[0]?.name;
  if (root === undefined) throw new SkipSource('damaged', 'it names no list of chapters');
  const { order, properties } = await readOpf(document, root);
  const out = new DocumentText();
  for (const chapter of order) await document.parse(chapter, new ChapterPart(tally, out), true);
  for (const { bytes } of document.list(/\.(?:jpe?g|png|gif|svg|webp)$/i)) tally.add('pictures', bytes);
  for (const { bytes } of document.list(/\.(?:mp3|m4a|mp4|ogg|webm)$/i)) tally.add('sound and films', bytes);
  return { text: out.toString(), properties, chapters: order.length };
}

async function assertReadable(document: OfficePackage): Promise<void> {
  let isProtected = false;
  await document.parse('META-INF/encryption.xml', {
    open: (name, { Algorithm }) => {
      if (name === 'EncryptionMethod' && !FONT_METHODS.test(Algorithm ?? '')) isProtected = true;
    },
  });
  if (isProtected) throw new SkipSource('encrypted', 'it is protected by its shop (DRM)');
}

async function readOpf(
  document: OfficePackage,
  opf: string,
): Promise<{ order: string[]; properties: DocumentProperties }> {
  const folder = opf.slice(0, opf.lastIndexOf('/') + 1);
  const items = new Map<string, string>();
  const spine: string[] = [];
  const said = new Map<string, string>();
  let text = '';
  await document.parse(opf, {
    open: (name, { id, href, idref }) => {
      text = '';
      if (name === 'item' && id !== undefined && href !== undefined) items.set(id, href);
      if (name === 'itemref' && idref !== undefined) spine.push(idref);
    },
    text: (more) => {
      text += more.slice(0, 4096 - text.length);
    },
    close: (name) => {
      if (text.trim() !== '' && !said.has(name)) said.set(name, text.trim());
      text = '';
    },
  });
  const order = spine.flatMap((id) => {
    const href = items.get(id)?.replace(/#.*$/, '');
    if (href === undefined) return [];
    const name = [resolvePart(folder, href), resolvePart(folder, decoded(href))].find((part) => document.has(part));
    if (name === undefined) document.damage.push(`the chapter ${href} is missing`);
    return name === undefined ? [] : [name];
  });
  return { order, properties: describe(said.get('title'), said.get('creator'), said.get('date')) };
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const BLOCKS: ReadonlySet<string> = new Set([
  ...[
    'p',
    'div',
    'section',
    'article',
    'aside',
    'header',
    'footer',
    'nav',
    'main',
    'blockquote',
    'figure',
    'figcaption',
  ],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'tr', 'pre', 'hr', 'body'],
]);
const UNSEEN: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template']);

/** Text of a page: blocks apart, white space as a browser shows it. */
class ChapterPart implements Required<XmlHandler> {
  private words = '';
  private prefix = '';
  private unseen = 0;
  private pre = 0;
  private row: string[] | undefined;
  private cell: string | undefined;

  constructor(
    private readonly tally: Tally,
    private readonly out: DocumentText,
  ) {}

  open(name: string): void {
    if (UNSEEN.has(name)) this.unseen++;
    if (this.unseen > 0) return;
    if (name === 'br') this.words += '\n';
    else if (name === 'rt' || name === 'rp') this.words += name === 'rt' ? '(' : '';
    else if (name === 'svg') this.tally.add('drawings', 0);
    else if (name === 'td' || name === 'th') this.startCell();
    else if (BLOCKS.has(name)) this.startBlock(name);
  }

  text(text: string): void {
    if (this.unseen > 0) return;
    this.words += this.pre > 0 ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
  }

  close(name: string): void {
    if (UNSEEN.has(name)) {
      this.unseen = Math.max(0, this.unseen - 1);
      return;
    }
    if (this.unseen > 0) return;
    if (name === 'rt') this.words += ')';
    else if (name === 'td' || name === 'th') this.endCell();
    else if (name === 'tr') this.endRow();
    else if (BLOCKS.has(name)) {
      this.flush();
      if (name === 'pre') this.pre = Math.max(0, this.pre - 1);
      if (name === 'li') this.prefix = '';
      if (name === 'table' || name === 'ul' || name === 'ol') this.out.apart();
    }
  }

  private startBlock(name: string): void {
    this.flush();
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (name === 'tr') this.row = [];
    else if (name === 'pre') this.pre++;
    else if (name === 'li') this.prefix = '- ';
    else if (level !== undefined) this.prefix = `${'#'.repeat(Number(level))} `;
  }

  private startCell(): void {
    this.words = '';
    this.cell = '';
  }

  private endCell(): void {
    this.flush();
    this.row?.push(cellText(this.cell ?? ''));
    this.cell = undefined;
  }

  private endRow(): void {
    this.flush();
    if (this.row !== undefined) this.out.add(rowText(this.row), 'row');
    this.row = undefined;
  }

  private flush(): void {
    const text = this.pre > 0 ? this.words.replace(/^\n+|\s+$/g, '') : tidied(this.words);
    this.words = '';
    if (text === '') return;
    const { prefix } = this;
    this.prefix = '';
    if (this.cell !== undefined) this.cell += `${text} `;
    else
      this.out.add(
        prefix.startsWith('#') ? `${prefix}${cellText(text)}` : `${prefix}${text}`,
        prefix === '- ' ? 'row' : 'block',
      );
  }
}

function tidied(text: string): string {
  return text
    .replace(/ *\n */g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim();
}

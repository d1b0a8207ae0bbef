import type { Tally } from '../tally.js';
import { cellText, DocumentText, rowText } from './document-text.js';
import type { OfficePackage } from './package.js';
import { type Relation, relationsOf } from './relations.js';
import type { XmlHandler } from './xml.js';

const PRESENTATION = 'ppt/presentation.xml';

/** Places of a slide that hold its number, its day or a line that all slides have. */
const FURNITURE: ReadonlySet<string> = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** The text of a presentation, slide by slide in their order, the speaker's notes below each. */
export async function readSlides(document: OfficePackage, tally: Tally): Promise<{ text: string; slides: number }> {
  const relations = await relationsOf(document, PRESENTATION);
  const order: string[] = [];
  await document.parse(PRESENTATION, {
    open: (name, attributes) => {
      const target = name === 'sldId' ? relations.get(attributes['r:id'] ?? '')?.target : undefined;
      if (target !== undefined) order.push(target);
    },
  });
  const out = new DocumentText();
  for (const [index, slide] of order.entries()) {
    const reader = new SlidePart(tally);
    await document.parse(slide, reader);
    const beside = [...(await relationsOf(document, slide)).values()];
    const notes = await notesOf(document, beside, tally);
    if (reader.lines.length === 0 && notes.length === 0) tally.add('slides without text', 0);
    else out.add(`## Slide ${index + 1}`);
    for (const { text, kind } of reader.lines) out.add(text, kind);
    if (notes.length > 0) out.add(`Notes: ${notes.join('\n')}`);
    for (const { kind } of beside) if (kind === 'chart' || kind === 'diagramData') tally.add('charts and diagrams', 0);
  }
  for (const { bytes } of document.list(/^ppt\/media\//)) tally.add('pictures', bytes);
  for (const { bytes } of document.list(/^ppt\/comments\//)) tally.add('comments', bytes);
  return { text: out.toString(), slides: order.length };
}

async function notesOf(document: OfficePackage, relations: readonly Relation[], tally: Tally): Promise<string[]> {
  const notes = relations.find(({ kind }) => kind === 'notesSlide');
  if (notes === undefined) return [];
  const reader = new SlidePart(tally);
  await document.parse(notes.target, reader);
  return reader.lines.map(({ text }) => text);
}

class SlidePart implements Required<XmlHandler> {
  readonly lines: { text: string; kind: 'block' | 'row' }[] = [];
  private readonly skipped: string[] = [];
  private paragraph: string | undefined;
  private shape: { place: string | undefined; paragraphs: string[] } = { place: undefined, paragraphs: [] };
  private row: string[] | undefined;
  private cell: string[] | undefined;
  private inText = false;

  constructor(private readonly tally: Tally) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.skipped.length > 0 || name === 'Fallback') {
      this.skipped.push(name);
      return;
    }
    if (name === 'sp') this.shape = { place: undefined, paragraphs: [] };
    else if (name === 'ph') this.shape.place = attributes.type ?? 'body';
    else if (name === 'p') this.paragraph = '';
    else if (name === 't') this.inText = true;
    else if (name === 'br' && this.paragraph !== undefined) this.paragraph += '\n';
    else if (name === 'tr') this.row = [];
    else if (name === 'tc') this.cell = [];
    else if (name === 'hlinkClick' && attributes['r:id']) this.tally.add('addresses of links', 0);
  }

  text(text: string): void {
    if (this.skipped.length === 0 && this.inText && this.paragraph !== undefined) this.paragraph += text;
  }

  close(name: string): void {
    if (this.skipped.length > 0) {
      this.skipped.pop();
      return;
    }
    if (name === 't') this.inText = false;
    else if (name === 'p') this.endParagraph();
    else if (name === 'tc') {
      this.row?.push(cellText(this.cell?.join(' ') ?? ''));
      this.cell = undefined;
    } else if (name === 'tr') {
      this.lines.push({ text: rowText(this.row ?? []), kind: 'row' });
      this.row = undefined;
    } else if (name === 'sp') this.endShape();
  }

  private endParagraph(): void {
    const text = this.paragraph ?? '';
    this.paragraph = undefined;
    if (!/\S/.test(text)) return;
    (this.cell ?? this.shape.paragraphs).push(text);
  }

  private endShape(): void {
    const { place, paragraphs } = this.shape;
    this.shape = { place: undefined, paragraphs: [] };
    if (paragraphs.length === 0) return;
    const text = paragraphs.join('\n');
    if (place !== undefined && FURNITURE.has(place))
      this.tally.add('slide numbers, dates and footers', Buffer.byteLength(text));
    else if (place === 'title' || place === 'ctrTitle')
      this.lines.push({ text: `### ${cellText(text)}`, kind: 'block' });
    else this.lines.push({ text, kind: 'block' });
  }
}

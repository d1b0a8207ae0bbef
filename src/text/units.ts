import { sentencesOf } from './sentences.js';

/**
 * What vectors are made of. A `sentence` finds the one remark that a question is about; a `window` of about 250 characters
 * (whole sentences, in their order) knows what it was said about. Measured: `npm run bench:retrieval`.
 */
export type UnitSize = 'sentence' | 'window';

/** A piece of a body that gets a vector of its own. */
export interface TextUnit {
  size: UnitSize;
  /** 1-based body lines, end inclusive. */
  firstLine: number;
  lastLine: number;
  /** As the model reads it: white space joined, marks of markdown left out. */
  text: string;
}

/** A stretch of a body that belongs together: a message, or a whole note. */
export interface TextBlock {
  /** 1-based body line on which `text` begins. */
  firstLine: number;
  text: string;
  /** Who says it. */
  speaker?: string;
}

/** Characters of a window; only a single longer sentence exceeds it. */
export const WINDOW = 250;
/** A sentence longer than this is cut at a space: the bundled model reads about 550 characters. */
export const LONGEST_SENTENCE = 400;
/** Shorter ones (`Yes.`, `Wow, great!`) are nobody's answer; windows hold them. */
const SHORTEST_SENTENCE = 12;

interface Piece {
  text: string;
  firstLine: number;
  lastLine: number;
}

/**
 * Cuts blocks into units. `sentences: false` (program code) gives windows of lines only.
 * Every word that is text is in a window; order is that of the body, sentences of a window's stretch before it.
 */
export function cutUnits(blocks: readonly TextBlock[], { sentences }: { sentences: boolean }): TextUnit[] {
  const units: TextUnit[] = [];
  const window = new Window(units);
  for (const block of blocks) {
    for (const paragraph of sentences ? paragraphsOf(block) : linesOf(block)) {
      const said = paragraph.pieces;
      said.forEach((piece, at) => {
        if (sentences && piece.text.length >= SHORTEST_SENTENCE) units.push({ size: 'sentence', ...piece });
        const label = at === 0 && paragraph.speaker !== undefined ? `${paragraph.speaker}: ` : '';
        window.add({ ...piece, text: label + piece.text });
      });
    }
  }
  window.close();
  return units;
}

/** Sentences gathered until the next would not fit. */
class Window {
  private held: Piece | undefined;

  constructor(private readonly units: TextUnit[]) {}

  add(piece: Piece): void {
    if (this.held !== undefined && this.held.text.length + 1 + piece.text.length > WINDOW) this.close();
    this.held =
      this.held === undefined
        ? piece
        : { text: `${this.held.text} ${piece.text}`, firstLine: this.held.firstLine, lastLine: piece.lastLine };
  }

  close(): void {
    if (this.held !== undefined) this.units.push({ size: 'window', ...this.held });
    this.held = undefined;
  }
}

interface Paragraph {
  speaker?: string;
  pieces: Piece[];
}

const BLANK = /^\s*$/;
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;
/** What begins a line without being said: quote marks, bullets, heading marks, task boxes. */
const MARKS = /^\s*(?:>\s?)*\s*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/;
const STARTS = /^\s*(?:>\s?)*\s*(?:#{1,6}\s|(?:[-*+]|\d{1,9}[.)])\s|\|)/;
const LABEL = /^(?:\*\*|__)?([\p{Lu}\p{Lo}][\p{L}\p{N} ._'-]{0,39}):(?:\*\*|__)?\s+(?=\S)/u;

/** Paragraphs as sentences; a fence of code as lines. */
function* paragraphsOf(block: TextBlock): Generator<Paragraph> {
  const lines = block.text.split('\n');
  let speaker = block.speaker;
  let fenced = false;
  let gathered: { line: number; text: string }[] = [];
  const flush = function* (): Generator<Paragraph> {
    if (gathered.length > 0) yield* spokenBy(speaker, gathered);
    if (gathered.length > 0) speaker = undefined;
    gathered = [];
  };
  for (const [at, raw] of lines.entries()) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (FENCE.test(line)) {
      yield* flush();
      fenced = !fenced;
      continue;
    }
    if (fenced) {
      const text = squeezed(line);
      if (text !== '')
        yield { pieces: cutLong({ text, firstLine: block.firstLine + at, lastLine: block.firstLine + at }) };
      continue;
    }
    if (BLANK.test(line) || STARTS.test(line) || LABEL.test(line)) yield* flush();
    if (!BLANK.test(line)) gathered.push({ line: block.firstLine + at, text: line });
  }
  yield* flush();
}

function* spokenBy(
  speaker: string | undefined,
  lines: readonly { line: number; text: string }[],
): Generator<Paragraph> {
  const [first, ...others] = lines;
  if (first === undefined) return;
  const bare = first.text.replace(MARKS, '');
  const label = speaker === undefined ? LABEL.exec(bare) : null;
  const opening = { line: first.line, text: label === null ? bare : bare.slice(label[0].length) };
  const pieces = sentencesIn([opening, ...others.map(({ line, text }) => ({ line, text: text.replace(MARKS, '') }))]);
  const by = speaker ?? label?.[1];
  if (pieces.length > 0) yield by === undefined ? { pieces } : { speaker: by, pieces };
}

/** Sentences of lines that run on, each with the lines on which it stands. */
function sentencesIn(lines: readonly { line: number; text: string }[]): Piece[] {
  const starts: { offset: number; line: number }[] = [];
  let text = '';
  for (const { line, text: own } of lines) {
    const words = plain(own);
    if (words === '') continue;
    if (text !== '') text += ' ';
    starts.push({ offset: text.length, line });
    text += words;
  }
  const lineAt = (offset: number): number => {
    let line = starts[0]?.line ?? 1;
    for (const start of starts) {
      if (start.offset > offset) break;
      line = start.line;
    }
    return line;
  };
  return sentencesOf(text).flatMap(({ start, text: sentence }) =>
    cutLong({ text: sentence, firstLine: lineAt(start), lastLine: lineAt(start + sentence.length - 1) }),
  );
}

function* linesOf(block: TextBlock): Generator<Paragraph> {
  for (const [at, line] of block.text.split('\n').entries()) {
    const text = squeezed(line);
    const number = block.firstLine + at;
    if (text !== '') yield { pieces: cutLong({ text, firstLine: number, lastLine: number }) };
  }
}

/** Pieces of an over-long sentence, cut at spaces where there are any, never inside a character. */
function cutLong(piece: Piece): Piece[] {
  const pieces: Piece[] = [];
  let rest = piece.text;
  while (rest.length > LONGEST_SENTENCE) {
    const space = rest.lastIndexOf(' ', LONGEST_SENTENCE);
    let end = space > LONGEST_SENTENCE / 2 ? space : LONGEST_SENTENCE;
    const unit = rest.charCodeAt(end);
    if (unit >= 0xdc00 && unit <= 0xdfff) end -= 1;
    pieces.push({ ...piece, text: rest.slice(0, end) });
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') pieces.push({ ...piece, text: rest });
  return pieces;
}

/** Words without the marks of markdown: emphasis, code marks, the address of a link. */
function plain(line: string): string {
  return squeezed(line.replace(/!?\[([^\]\n]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1').replace(/\*\*|__|`+/g, ''));
}

function squeezed(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}

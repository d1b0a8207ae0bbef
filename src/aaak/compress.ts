import { type Sentence, sentencesOf } from '../text/sentences.js';
import type { CodeTable } from './codes.js';
import type { TextPlace } from './compat/compress.js';
import type { AaakLine, EntryLine } from './lines.js';
import { createNameReader } from './names-in-text.js';
import { createSignals, type Signals } from './signals.js';
import { topicsOf } from './topics.js';

/** Most entities of a text's line, and longest quote in characters. */
const MOST_ENTITIES = 3;
const LONGEST_QUOTE = 55;
/** Texts beyond this are told by their first part. Characters. */
const LOOKED_AT = 200_000;

export interface CompressOptions {
  /** Known people and projects. Names that it lacks are added. */
  codes: CodeTable;
  place?: TextPlace;
  /** 1-5, printed as stars. */
  importance?: number;
  /** Compiled word lists, where several texts are compressed. */
  signals?: Signals;
  /** Explain the codes in a line of their own. Default true. */
  legend?: boolean;
}

/** One line that says whom and what a text is about, with its most telling words. An index entry: it cannot give the text back. */
export function compressText(text: string, options: CompressOptions): AaakLine[] {
  const { codes, place = {}, signals = createSignals(), legend = true } = options;
  const looked = text.slice(0, LOOKED_AT);
  const sentences = sentencesOf(looked);
  const people = entitiesOf(looked, sentences, codes);
  const entry: EntryLine = {
    kind: 'entry',
    id: '0',
    codes: people,
    topics: topicsOf(looked),
    emotions: signals.emotions(looked).slice(0, 3),
    flags: signals.flags(looked).slice(0, 3),
  };
  const quote = quoteOf(sentences, signals);
  if (quote !== undefined) entry.quote = quote;
  if (options.importance !== undefined) entry.stars = options.importance;
  return [...placeLine(place), ...(legend ? legendLine(people, codes) : []), entry];
}

/** `WING|ROOM|DATE|STEM`, when it is known where the text is from. */
export function placeLine({ wing, room, date, source_file: source }: TextPlace): AaakLine[] {
  if (!wing && !source) return [];
  const stem = (source?.split(/[\\/]/).at(-1) ?? '').replace(/(?<=.)\.[^.]*$/, '');
  return [{ kind: 'place', wing: wing || '?', room: room || '?', date: date || '?', stem: stem || '?' }];
}

/** What the codes stand for; no line when there are none. */
export function legendLine(used: readonly string[], codes: CodeTable): AaakLine[] {
  const names = [...new Set(used)].flatMap((code): [string, string][] => {
    const name = codes.nameOf(code);
    return name === undefined ? [] : [[code, name]];
  });
  return names.length === 0 ? [] : [{ kind: 'legend', names }];
}

/** Codes of those known first, then of names that the text itself shows to be names. */
function entitiesOf(text: string, sentences: readonly Sentence[], codes: CodeTable): string[] {
  const known = [...new Set(codes.find(text).map(({ code }) => code))];
  if (known.length >= MOST_ENTITIES) return known.slice(0, MOST_ENTITIES);
  const read = createNameReader();
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const { name, initial } of read(sentence)) {
      if (codes.find(name).length > 0) continue;
      // A word at the beginning of a sentence is a name once it has a capital elsewhere too.
      if (!initial || counts.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  const found = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_ENTITIES - known.length);
  return [...known, ...found.flatMap(([name]) => codes.add(name) ?? [])];
}

function quoteOf(sentences: readonly Sentence[], signals: Signals): string | undefined {
  let best: { text: string; score: number } | undefined;
  for (const { text } of sentences) {
    const piece = text.replace(/[.!?。！？\s]+$/u, '').replace(/\s+/g, ' ');
    const length = Array.from(piece).length;
    if (length <= 10) continue;
    let score = 2 * signals.weight(piece);
    if (length < 80) score += 1;
    if (length < 40) score += 1;
    if (length > 150) score -= 2;
    if (best === undefined || score > best.score) best = { text: piece, score };
  }
  return best === undefined ? undefined : cut(best.text);
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > LONGEST_QUOTE ? `${characters.slice(0, LONGEST_QUOTE - 3).join('')}...` : text;
}

import { type Sentence, sentencesOf } from './sentences.js';

/** A sentence of prose and the lines (1-based) of the text over which it stands. */
export interface ProseSentence {
  text: string;
  first: number;
  last: number;
}

/** Paragraphs that are longer are data, not prose. */
const LONGEST_PARAGRAPH = 20_000;
const FENCE = /^\s*(?:```|~~~)/;
/** A list item, a heading, a quoted line or a speaker's line begins something new. */
const BEGINS = /^\s*(?:[-*+•]\s+|\d+[.)、]\s*|#{1,6}\s+|>\s?)/;
const HAN = /[\p{Script=Han}，。；：、！？]/u;

/**
 * Sentences of a text without its code blocks and tables, wrapped lines joined, list markers and emphasis taken away. Markdown or plain.
 * `firstLine`: number of the first line of `text`.
 */
export function proseSentences(text: string, firstLine = 1): ProseSentence[] {
  const sentences: ProseSentence[] = [];
  let paragraph: { text: string; starts: { at: number; line: number }[] } = { text: '', starts: [] };
  const finish = (): void => {
    const { text: joined, starts } = paragraph;
    paragraph = { text: '', starts: [] };
    if (joined.length > LONGEST_PARAGRAPH) return;
    for (const { start, text: sentence } of piecesOf(joined))
      sentences.push({
        text: sentence,
        first: lineAt(starts, start),
        last: lineAt(starts, start + sentence.length - 1),
      });
  };
  let fenced = false;
  text.split(/\r\n|\n|\r/).forEach((raw, index) => {
    if (FENCE.test(raw)) {
      fenced = !fenced;
      finish();
      return;
    }
    const begins = BEGINS.test(raw);
    const line = raw
      .replace(BEGINS, '')
      .replace(/\*\*|__|`/g, '')
      .trim();
    if (fenced || line === '' || line.startsWith('|')) {
      finish();
      return;
    }
    if (begins) finish();
    const space =
      paragraph.text === '' || (HAN.test(paragraph.text.slice(-1)) && HAN.test(line.slice(0, 1))) ? '' : ' ';
    paragraph.starts.push({ at: paragraph.text.length + space.length, line: firstLine + index });
    paragraph.text += `${space}${line}`;
    // A heading stands alone.
    if (/^\s*#{1,6}\s/.test(raw)) finish();
  });
  finish();
  return sentences;
}

/** A segmenter is slow to begin: what has one end only is one sentence. */
function piecesOf(paragraph: string): Sentence[] {
  const ends = paragraph.match(/[.!?。！？](?=\s|$|[^\s.!?。！？\d\p{L}]|\p{Script=Han})/gu);
  if (paragraph.trim() === '') return [];
  if (ends === null || (ends.length === 1 && /[.!?。！？]["')\]”」』]?$/.test(paragraph)))
    return [{ start: 0, text: paragraph }];
  return sentencesOf(paragraph);
}

function lineAt(starts: readonly { at: number; line: number }[], at: number): number {
  let line = starts[0]?.line ?? 1;
  for (const start of starts) if (start.at <= at) line = start.line;
  return line;
}

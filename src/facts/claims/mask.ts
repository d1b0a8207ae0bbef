import { STOP_WORDS } from '../../text/languages/all.js';
import { CLAIM_LANGUAGES } from '../../text/languages/claims-all.js';
import { type DateMention, dateMentions, type SpanMention, spanMentions } from '../../text/time-mentions.js';
import { type KnownNames, type Word, wordsOf } from './known-names.js';
import type { Mention } from './types.js';

/** What stands for a name, a date and a span of time in a masked sentence: a character each, from the private use area. */
export const SLOT = { name: '\\uE000-\\uEDFF', date: '\\uEE00-\\uF1FF', span: '\\uF200-\\uF5FF' } as const;
const FIRST = { name: 0xe000, date: 0xee00, span: 0xf200 } as const;
const MOST = 0x3ff;

/** A sentence in which every name, date and span of time is one character. */
export interface Masked {
  text: string;
  mention(sign: string): Mention | undefined;
  date(sign: string): DateMention | undefined;
  span(sign: string): SpanMention | undefined;
  /** A stretch of the masked text as it was written. */
  written(stretch: string): string;
  counts: { names: number; dates: number; spans: number };
  /** Whether any of the names is known. */
  hasKnown: boolean;
  hasNames: boolean;
}

interface Piece {
  start: number;
  end: number;
  sign: string;
  mention?: Mention;
  date?: DateMention;
  span?: SpanMention;
}

const HAN = /\p{Script=Han}/u;
const NOT_NAMES = new Set(CLAIM_LANGUAGES.flatMap(({ notNames }) => notNames));
/** A person's name without capitals, between what may come before and after one. */
const UNSPACED_NAMES = CLAIM_LANGUAGES.flatMap(({ familyNames, afterNames, beforeNames }) =>
  familyNames === undefined
    ? []
    : [new RegExp(`(?<=${beforeNames})(?:${familyNames})\\p{Script=Han}{1,2}?(?=${afterNames})`, 'gu')],
);

/** What only people do: before it even a word of the dictionary (`苏杭`) is a name. */
const PERSONAL = new RegExp(`^(?:${CLAIM_LANGUAGES.flatMap(({ personalVerbs }) => personalVerbs ?? []).join('|')})`);
const COMPOUND_FAMILIES = CLAIM_LANGUAGES.flatMap(({ familyNames = '' }) => familyNames.split('|')).filter(
  (name) => name.length > 1,
);

/** Masks a sentence. `today`: the day on which it was written, milliseconds. */
export function maskSentence(sentence: string, names: KnownNames, today: number): Masked {
  const text = sentence.replace(/[\uE000-\uF8FF]/g, '\uFFFD');
  const words = wordsOf(text);
  const pieces: Piece[] = [];
  const free = (start: number, end: number): boolean => !pieces.some((each) => start < each.end && each.start < end);
  const put = (kind: keyof typeof FIRST, piece: Omit<Piece, 'sign'>): void => {
    if (!free(piece.start, piece.end) || pieces.length > MOST) return;
    pieces.push({ ...piece, sign: String.fromCharCode(FIRST[kind] + pieces.length) });
  };
  for (const { start, end, name } of names.find(text, words))
    put('name', { start, end, mention: { text: text.slice(start, end), known: name, kind: 'name' } });
  for (const date of dateMentions(text, today)) put('date', { start: date.start, end: date.end, date });
  for (const span of spanMentions(text)) put('span', { start: span.start, end: span.end, span });
  for (const [start, end] of [...unknownNames(text, words), ...unspacedNames(text)])
    put('name', { start, end, mention: { text: text.slice(start, end), known: null, kind: 'name' } });
  pieces.sort((a, b) => a.start - b.start);

  const bySign = new Map(pieces.map((piece) => [piece.sign, piece]));
  let masked = '';
  let at = 0;
  for (const { start, end, sign } of pieces) {
    masked += text.slice(at, start) + sign;
    at = end;
  }
  return {
    text: masked + text.slice(at),
    mention: (sign) => bySign.get(sign)?.mention,
    date: (sign) => bySign.get(sign)?.date,
    span: (sign) => bySign.get(sign)?.span,
    written: (stretch) =>
      stretch.replace(/[\uE000-\uF5FF]/g, (sign) => {
        const piece = bySign.get(sign);
        return piece === undefined ? sign : text.slice(piece.start, piece.end);
      }),
    counts: {
      names: pieces.filter(({ mention }) => mention !== undefined).length,
      dates: pieces.filter(({ date }) => date !== undefined).length,
      spans: pieces.filter(({ span }) => span !== undefined).length,
    },
    hasKnown: pieces.some(({ mention }) => mention !== undefined && mention.known !== null),
    hasNames: pieces.some(({ mention }) => mention !== undefined),
  };
}

/** Words with a capital, one or several in a row; in a text without spaces every foreign word. */
function unknownNames(text: string, words: readonly Word[]): [number, number][] {
  const isUnspaced = HAN.test(text);
  const found: [number, number][] = [];
  let open: [number, number] | undefined;
  for (const { start, end, text: word } of words) {
    const capital = /^\p{Lu}/u.test(word);
    const isName = capital ? !isCommon(word) : isUnspaced && /\p{L}/u.test(word) && !STOP_WORDS.has(word);
    if (!isName || word.length > 60) {
      open = undefined;
      continue;
    }
    // `Argo Rollouts` is one name; a small word begins a new one.
    if (open !== undefined && capital && text.slice(open[1], start) === ' ') open[1] = end;
    else {
      open = [start, end];
      found.push(open);
    }
    if (!capital) open = undefined;
  }
  return found;
}

function isCommon(word: string): boolean {
  const key = word.toLowerCase();
  return word.length === 1 || STOP_WORDS.has(key) || NOT_NAMES.has(key);
}

function unspacedNames(text: string): [number, number][] {
  if (!HAN.test(text)) return [];
  const found: [number, number][] = [];
  let segmenter: Intl.Segmenter | undefined;
  for (const pattern of UNSPACED_NAMES)
    for (const { index, 0: name } of text.matchAll(pattern)) {
      segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
      if (PERSONAL.test(text.slice(index + name.length)) || !isWord(segmenter, text, index, name))
        found.push([index, index + name.length]);
    }
  return found;
}

/** What a dictionary knows as a word, whole or in part (`方法`, `高质量`), is no name, whatever it begins with. */
function isWord(segmenter: Intl.Segmenter, text: string, at: number, name: string): boolean {
  const family = COMPOUND_FAMILIES.find((each) => name.startsWith(each))?.length ?? 1;
  for (const { segment, index } of segmenter.segment(text.slice(at, at + 12))) {
    if (index >= name.length) return false;
    if (segment.length > 1 && index + segment.length > family) return true;
  }
  return false;
}

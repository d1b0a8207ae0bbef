import type { Vocabulary } from './vocabulary.js';

/** A stretch of a line that may be a name. */
export interface NameSpan {
  start: number;
  end: number;
  name: string;
  /** First in its sentence, or in a line where all words have capitals. */
  initial: boolean;
}

const PARTICLES = 'van|von|de|der|den|del|della|di|da|dos|du|la|le|bin|ibn|al|of';
/** A letter of a script that is written with spaces. */
const LETTER = '(?:(?![\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}])[\\p{L}\\p{M}\\p{N}])';
const WORD = `(?:(?!\\p{scx=Han})\\p{Lu})(?:${LETTER}|['’&+#-](?=${LETTER})|\\.(?=js\\b))*[+#]*`;

/** Stretches of capitalised words of a line, with what is no part of a name taken off at both ends. */
export function createSpanReader(
  vocabulary: Vocabulary,
  /** `isPlain`: true for a word that the texts also write without a capital. */
): (line: string, isPlain: (word: string) => boolean) => NameSpan[] {
  const pattern = new RegExp(`(?<![\\p{Ll}\\p{N}_@/.-])${WORD}(?:\\x20(?:(?:${PARTICLES})\\x20)?${WORD})*`, 'gu');
  return (line, isPlain) => {
    const heading = isHeading(line);
    const found: NameSpan[] = [];
    for (const { index, 0: text } of line.matchAll(pattern)) {
      const before = line
        .slice(0, index)
        .replace(/(?:\b(?:mr|mrs|ms|dr|prof|st|vs|cf|e\.g|i\.e)\.|["“”'‘*_()[\]])\s*$/iu, '');
      let initial = heading || /(?:^|[.!?:;。！？：；>#*•—–-])["“”'‘’\s*_([]*$/u.test(before);
      const words = text.split(' ');
      let offset = index;
      // "On Tuesday Nadia": taken off at the front; a participle before a name ("Reviewed Atlas") is none either.
      while (words[0] !== undefined && (isLead(words, vocabulary, initial, isPlain) || PARTICLE.test(words[0]))) {
        offset += (words.shift()?.length ?? 0) + 1;
        initial = heading;
      }
      while (words.length > 0 && isTail(words.at(-1) ?? '', words.length, vocabulary)) words.pop();
      const name = words
        .join(' ')
        .replace(/['’]s?$/u, '')
        .replace(/['’&-]+$/u, '');
      if (name.length > 60 || [...name].length < 2 || !/\p{L}/u.test(name) || name.includes("'s ")) {
        found.push(...partsAtPossessive(name, offset, initial));
        continue;
      }
      found.push({ start: offset, end: offset + name.length, name, initial });
    }
    return found;
  };
}

const STOPPED = new Set([
  'the',
  'and',
  'for',
  'to',
  'in',
  'on',
  'at',
  'we',
  'i',
  'pr',
  'prs',
  'he',
  'she',
  'it',
  'api',
  'ok',
]);
const PARTICLE = new RegExp(`^(?:${PARTICLES})$`, 'u');

/** "Karis's Orion plan" has two names. */
function partsAtPossessive(name: string, offset: number, initial: boolean): NameSpan[] {
  if (!/['’]s /u.test(name) || name.length > 60) return [];
  const spans: NameSpan[] = [];
  let at = offset;
  for (const part of name.split(/(?<=['’]s) /u)) {
    const bare = part.replace(/['’]s$/u, '');
    if ([...bare].length > 1)
      spans.push({ start: at, end: at + bare.length, name: bare, initial: initial && spans.length === 0 });
    at += part.length + 1;
  }
  return spans;
}

/** A word at the front that has its capital from where it stands. */
function isLead(
  words: readonly string[],
  vocabulary: Vocabulary,
  initial: boolean,
  isPlain: (word: string) => boolean,
): boolean {
  const [word = ''] = words;
  const lower = word.toLowerCase().replace(/['’]s?$/u, '');
  if (vocabulary.isNoName(lower)) return true;
  // "Will Nadia come?"
  if (initial && words.length > 1 && vocabulary.words('ambiguous').has(lower) && isAuxiliary(lower)) return true;
  if (!initial) return words.length > 1 && vocabulary.words('roles').has(lower);
  if (words.length > 1 && (isInflected(lower) || vocabulary.words('roles').has(lower))) return true;
  return isPlain(lower) && !vocabulary.words('ambiguous').has(lower);
}

function isAuxiliary(word: string): boolean {
  return word === 'will' || word === 'may';
}

function isTail(word: string, length: number, vocabulary: Vocabulary): boolean {
  const lower = word.toLowerCase();
  if (PARTICLE.test(word)) return true;
  // "Hellis Mar" is no month.
  if (length > 1 && lower.length <= 3 && !STOPPED.has(lower)) return false;
  // "Friday Night Team" keeps its last word, whatever it is alone.
  return vocabulary.isNoName(lower) && !(length > 1 && vocabulary.words('projectNouns').has(lower));
}

/** "Drafted", "Walking", "Quickly": English words, not names, unless something says otherwise. */
export function isInflected(lower: string): boolean {
  return lower.length > 4 && /(?:ed|ing|ly)$/u.test(lower);
}

/** Markdown headings, and lines in which nearly all words begin with a capital. */
function isHeading(line: string): boolean {
  if (/^\s{0,3}#{1,6}\s/u.test(line)) return true;
  const words = line.match(/\p{L}[\p{L}'’]{3,}/gu) ?? [];
  const capital = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return words.length > 3 && capital / words.length > 0.7;
}

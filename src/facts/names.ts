import { EXIT, PalaceError } from '../base/errors.js';
import { nearest } from '../base/near.js';
import { foldAccents, isAscii } from '../text/fold.js';

/** Characters of a subject; a name longer than that is a sentence. */
export const LONGEST_NAME = 500;
export const LONGEST_RELATION = 128;
export const LONGEST_OBJECT = 10_000;

/**
 * What makes two names one: compatibility forms, case, apostrophes, and the difference between blanks and `_` do not count; accents
 * and scripts do (`Åsa` is not `Asa`; who means the same says so in entities.yaml). Idempotent. May be empty.
 */
export function entityKey(name: string): string {
  if (isAscii(name)) return folded(name.toLowerCase());
  // Upper case first: it brings together what lower case keeps apart (ß and SS, final sigma).
  let key = name;
  for (let round = 0; round < 6; round++) {
    const next = folded(key.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC'));
    if (next === key) break;
    key = next;
  }
  return key;
}

/** What {@link relationKey} leaves as it is: nearly every relation. */
const PLAIN_RELATION = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

/** What {@link folded} leaves as it is: nearly every name. */
const PLAIN = /^[a-z0-9.]+(?: [a-z0-9.]+)*$/;

function folded(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(/['`´‘’ʼ＇]/g, '')
    .replace(/[\s_]+/gu, ' ')
    .trim();
}

/** The relation as it is stored and compared: `Works at`, `works-at` and `WORKS_AT` are `works_at`. May be empty. */
export function relationKey(text: string): string {
  if (PLAIN_RELATION.test(text)) return text;
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/['`´‘’ʼ＇]/g, '')
    .replace(/[\s_-]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

/** @throws PalaceError `bad-fact` (exit 2) for an empty or endless name, or one with control characters. */
export function subjectName(text: string): string {
  return checked(text, 'subject', LONGEST_NAME);
}

/** @throws PalaceError `bad-fact` as {@link subjectName}. */
export function relationName(text: string): string {
  return relationKey(checked(text, 'predicate', LONGEST_RELATION));
}

/**
 * An object is a name or a text: line breaks and tabs may be in it.
 * @throws PalaceError `bad-fact` (exit 2) for an empty one, other control characters (NUL), more than 10,000 characters.
 */
export function objectText(text: string): string {
  return checked(text, 'object', LONGEST_OBJECT);
}

function checked(text: string, field: 'subject' | 'predicate' | 'object', longest: number): string {
  const trimmed = text.trim();
  const reason = refusal(trimmed, field, longest);
  if (reason === undefined) return trimmed;
  const shown = trimmed.length <= 60 ? trimmed : `${trimmed.slice(0, 60)}…`;
  throw new PalaceError('bad-fact', `${field} ${JSON.stringify(shown)} is refused: ${reason}`, {
    exit: EXIT.usage,
    next:
      field === 'object' && trimmed.length > longest
        ? ['file the text as a memory with palace add, and state the fact in short with --drawer ID']
        : [`give another ${field}`],
    details: { field, reason },
  });
}

function refusal(text: string, field: string, longest: number): string | undefined {
  if (text === '') return 'it is empty';
  if (text.includes('\0')) return 'it contains NUL';
  if ((field === 'object' ? /[^\P{Cc}\n\r\t]/u : /\p{Cc}/u).test(text)) return 'it contains control characters';
  if (text.length > longest && Array.from(text).length > longest) return `it is longer than ${longest} characters`;
  if (field === 'predicate' ? relationKey(text) === '' : entityKey(text) === '') return 'it has no letter or digit';
  return undefined;
}

/** A letter of Cyrillic or Greek that looks like one of Latin: a name in mixed script is told from the one that it looks like. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    е: 'e',
    н: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    т: 't',
    х: 'x',
    у: 'y',
    ѕ: 's',
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
  }),
);

/** The key without accents, with letters of other scripts as what they look like: equal for names that a reader may confuse. */
export function lookOf(key: string): string {
  if (isAscii(key)) return key;
  return Array.from(foldAccents(key), (letter) => LOOKALIKES.get(letter) ?? letter).join('');
}

/**
 * Known names that somebody may have meant, nearest first: those that look the same, those that one of the words names ("Kai" for
 * "Kai Moreno"), then those that take few edits. `names`: as people write them.
 */
export function nearNames(name: string, names: Iterable<string>, limit = 3): string[] {
  const key = entityKey(name);
  const look = lookOf(key);
  const found = new Map<string, number>();
  const close: string[] = [];
  for (const known of names) {
    const knownKey = entityKey(known);
    if (knownKey === '' || knownKey.length > LONGEST_NAME) continue;
    if (lookOf(knownKey) === look) found.set(known, 0);
    else if (isPartOf(key, knownKey) || isPartOf(knownKey, key)) found.set(known, 1);
    // Edits are counted only where they can be few: there may be tens of thousands of names.
    else if (Math.abs(known.length - name.length) <= Math.max(name.length, known.length) / 3) close.push(known);
    else if (name.length >= 3 && knownKey.startsWith(key)) close.push(known);
  }
  const ranked = [...found].sort((a, b) => a[1] - b[1] || compare(a[0], b[0])).map(([known]) => known);
  return [...new Set([...ranked, ...nearest(name, shareLetters(name, close), limit)])].slice(0, limit);
}

/** `kai` is a word of `kai moreno`. */
function isPartOf(part: string, whole: string): boolean {
  return part.length >= 2 && ` ${whole} `.includes(` ${part} `);
}

/** Those with at least half of the letters of `name`. */
function shareLetters(name: string, names: readonly string[]): string[] {
  const letters = new Set(Array.from(name.toLowerCase()));
  return names.filter((known) => {
    const theirs = new Set(Array.from(known.toLowerCase()));
    let shared = 0;
    for (const letter of letters) if (theirs.has(letter)) shared++;
    return shared * 2 >= letters.size;
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

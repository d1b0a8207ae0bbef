import { isAscii } from '../text/fold.js';
import { PROJECT_ROOMS } from './room-tables.js';

/**
 * A name cut into words, lower case: at everything that is no letter or digit, and where camelCase begins a new word.
 * `meeting_notes.v2` and `MeetingNotes` both begin with `meeting`, `notes`.
 */
export function nameWords(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** True when the words of `term` stand in a row in `words`. */
export function hasTerm(words: readonly string[], term: readonly string[]): boolean {
  if (term.length === 0) return false;
  for (let start = 0; start + term.length <= words.length; start++)
    if (term.every((word, index) => words[start + index] === word)) return true;
  return false;
}

/** A text made ready for counting: lower case, and as words. */
export interface CountedText {
  text: string;
  words: readonly string[];
  /** How often each word stands in it. */
  counts: ReadonlyMap<string, number>;
}

/** Prepares a text for {@link countKeyword}. */
export function countable(text: string): CountedText {
  const lower = text.toLowerCase();
  const words = lower.split(isAscii(lower) ? NO_ASCII_WORD : NO_WORD);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { text: lower, words, counts };
}

const NO_WORD = /[^\p{L}\p{M}\p{N}]+/u;
/** The same for texts that hold nothing else, in a third of the time. */
const NO_ASCII_WORD = /[^a-z0-9]+/;
const HAN = /\p{Script=Han}/u;

/** How often a keyword (lower case) stands in a text as whole words; one with Han characters counts anywhere. */
export function countKeyword(counted: CountedText, keyword: string): number {
  if (keyword === '') return 0;
  if (HAN.test(keyword)) return counted.text.split(keyword).length - 1;
  const term = keyword.split(NO_WORD).filter((word) => word !== '');
  if (term.length < 2) return counted.counts.get(term[0] ?? '') ?? 0;
  // A phrase can only stand where its first word does.
  if (!counted.counts.has(term[0] ?? '')) return 0;
  let count = 0;
  for (let start = 0; start + term.length <= counted.words.length; start++)
    if (term.every((word, index) => counted.words[start + index] === word)) count++;
  return count;
}

/** The room that the table gives to a folder or file name, undefined when it has no opinion. The whole name counts first. */
export function mappedRoom(name: string): string | undefined {
  const words = nameWords(name);
  const whole = words.join(' ');
  const exact = PROJECT_ROOMS.find((row) => row.words.includes(whole) || row.han.includes(whole));
  return exact?.room;
}

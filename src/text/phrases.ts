import { phrasesOf } from './languages/dialect.js';

/** Where a phrase was found: offsets in UTF-16 units. */
export interface PhraseHit {
  start: number;
  end: number;
}

/** Finds whether any phrase of a list stands in a text: as whole words, or in a script without spaces as a piece of text. */
export interface PhraseFinder {
  /** The first hit, undefined when there is none. The text is taken as it is: give it in lower case. */
  first(text: string): PhraseHit | undefined;
}

/**
 * @param list phrases separated by commas or line ends, lower case; `*` at the end of one stands for any ending.
 * @param spaced whether the language puts spaces between words.
 */
export function phraseFinder(list: string, spaced: boolean): PhraseFinder {
  const phrases = phrasesOf(list).sort((a, b) => b.length - a.length);
  if (phrases.length === 0) return { first: () => undefined };
  const alternatives = phrases.map((phrase) => {
    const open = phrase.endsWith('*');
    const words = escapePattern(open ? phrase.slice(0, -1) : phrase).replace(/ /g, '\\s+');
    return open ? `${words}\\p{L}*` : words;
  });
  const inner = `(?:${alternatives.join('|')})`;
  const pattern = new RegExp(spaced ? `(?<![\\p{L}\\p{N}_])${inner}(?![\\p{L}\\p{N}_])` : inner, 'u');
  return {
    first: (text) => {
      const found = pattern.exec(text);
      return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
    },
  };
}

/** The text as a pattern that matches it and nothing else. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

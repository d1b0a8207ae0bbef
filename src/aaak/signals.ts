import { DIALECTS } from '../text/languages/dialects.js';
import { type PhraseFinder, phraseFinder } from '../text/phrases.js';
import { type Flag, isFlag } from './vocabulary.js';

/** Tells what a text feels like and what it is about, by the words of all languages together. */
export interface Signals {
  /** Emotion codes, each once, in the order of the language's list. */
  emotions(text: string): string[];
  flags(text: string): Flag[];
  /** How many weighty words there are. */
  weight(text: string): number;
  isDecision(text: string): boolean;
  hasNumberWord(text: string): boolean;
  hasTime(text: string): boolean;
}

/** Compiles the word lists once; each test of a text is then quick. Compares whole words: `rapid` is no `api`. */
export function createSignals(): Signals {
  const each = <T>(read: (language: (typeof DIALECTS)[number]) => T): T[] => DIALECTS.map(read);
  const emotions = each(({ emotions: list, spaced }) =>
    list.map(([code, words]) => ({ code, finder: phraseFinder(words, spaced) })),
  ).flat();
  const flags = each(({ flags: list, spaced }) =>
    list.map(([flag, words]) => ({ flag, finder: phraseFinder(words, spaced) })),
  ).flat();
  const weighty = each(({ weighty: words, spaced }) =>
    words.split(/[,\n]/).map((word) => phraseFinder(word, spaced)),
  ).flat();
  const decisions = each(({ decisions: words, spaced }) => phraseFinder(words, spaced));
  const numbers = each(({ numbers: words, spaced }) => phraseFinder(words, spaced));
  const times = each(({ times: words, spaced }) => phraseFinder(words, spaced));
  const anyOf = (finders: readonly PhraseFinder[], text: string): boolean => {
    const lower = text.toLowerCase();
    return finders.some((finder) => finder.first(lower) !== undefined);
  };
  return {
    emotions: (text) => {
      const lower = text.toLowerCase();
      return [...new Set(emotions.flatMap(({ code, finder }) => (finder.first(lower) ? [code] : [])))];
    },
    flags: (text) => {
      const lower = text.toLowerCase();
      return [...new Set(flags.flatMap(({ flag, finder }) => (isFlag(flag) && finder.first(lower) ? [flag] : [])))];
    },
    weight: (text) => {
      const lower = text.toLowerCase();
      return weighty.filter((finder) => finder.first(lower) !== undefined).length;
    },
    isDecision: (text) => anyOf(decisions, text),
    hasNumberWord: (text) => anyOf(numbers, text),
    hasTime: (text) => anyOf(times, text),
  };
}

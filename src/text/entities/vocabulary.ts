import { STOP_WORDS } from '../languages/all.js';
import type { NameWords } from '../languages/names.js';
import { NAME_LANGUAGES } from '../languages/names-all.js';

type ListName = { [Key in keyof NameWords]: NameWords[Key] extends string ? Key : never }[keyof NameWords];

/** The word lists of all languages as sets, made when first asked for. */
export interface Vocabulary {
  /** The words of a list, of all languages. */
  words(list: ListName): ReadonlySet<string>;
  /** The longest word of a list that a text without spaces begins with. */
  startOf(list: ListName, text: string): string | undefined;
  /** True when a text without spaces ends in a word of a list. */
  endsIn(list: ListName, text: string): boolean;
  /** True when words begin with a word or phrase of a list (at most four words; the nearest first). */
  startsWith(list: ListName, words: readonly string[]): boolean;
  /** True when words end in a word or phrase of a list. */
  endsWith(list: ListName, words: readonly string[]): boolean;
  /** True for function words, weekdays and the like (lower-case). */
  isNoName(word: string): boolean;
  languages: readonly NameWords[];
}

/** Most words of a phrase, most characters of a word without spaces. */
const LONGEST = 4;

/** `languages`: default all that ship. */
export function createVocabulary(languages: readonly NameWords[] = NAME_LANGUAGES): Vocabulary {
  const sets = new Map<ListName, ReadonlySet<string>>();
  const words = (list: ListName): ReadonlySet<string> => {
    const known = sets.get(list) ?? new Set(languages.flatMap((language) => wordsOf(language[list])));
    sets.set(list, known);
    return known;
  };
  return {
    words,
    languages,
    startOf: (list, text) => {
      const set = words(list);
      for (let length = LONGEST; length > 0; length--) if (set.has(text.slice(0, length))) return text.slice(0, length);
      return undefined;
    },
    endsIn: (list, text) => {
      const set = words(list);
      for (let length = LONGEST; length > 0; length--)
        if (text.length >= length && set.has(text.slice(-length))) return true;
      return false;
    },
    startsWith: (list, given) => {
      const set = words(list);
      for (let length = Math.min(LONGEST, given.length); length > 0; length--)
        if (set.has(given.slice(0, length).join(' '))) return true;
      return false;
    },
    endsWith: (list, given) => {
      const set = words(list);
      for (let length = Math.min(LONGEST, given.length); length > 0; length--)
        if (set.has(given.slice(-length).join(' '))) return true;
      return false;
    },
    isNoName: (word) =>
      !words('ambiguous').has(word) && (STOP_WORDS.has(word.replace(/['’]/g, '')) || words('notNames').has(word)),
  };
}

/** The words of a list: separated by commas or line ends. */
export function wordsOf(list: string): string[] {
  return list
    .split(/[,\n]/)
    .map((word) => word.trim().replace(/\s+/g, ' '))
    .filter((word) => word !== '');
}

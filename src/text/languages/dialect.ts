/**
 * The words of one language by which the AAAK dialect tells feelings, flags and claims. Words stand in lower case and are compared as
 * whole words where the script has spaces, as pieces of text where it has none. `*` at the end stands for any ending.
 */
export interface DialectWords {
  /** BCP 47 code. */
  code: string;
  /** False for a script without spaces between words. */
  spaced: boolean;
  /** Emotion code (section "Emotions" of the specification) of each word, in the order in which they are looked for. */
  emotions: readonly (readonly [code: string, words: string])[];
  /** Flag of each word or phrase, in order. */
  flags: readonly (readonly [flag: string, words: string])[];
  /** Words that make a sentence worth quoting. */
  weighty: string;
  /** Words of a decision: a sentence with one is a claim. */
  decisions: string;
  /** Numbers that are written as words. */
  numbers: string;
  /** Months, weekdays and other words for a time. */
  times: string;
  /** Words that a shorthand can do without: no negation, no modality, nothing that says which way. */
  droppable: string;
  /** Words with a capital letter that are no names: weekdays, months, languages' own habits. */
  notNames: string;
}

/** A list of phrases that are separated by commas or line ends. */
export function phrasesOf(list: string): string[] {
  return list
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

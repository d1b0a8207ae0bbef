import type { Label } from '../label-names.js';

/**
 * A rule of a language with spaces: words (lower case, separated by blanks), one of which must stand in the sentence, and
 * the shape that the sentence must have besides; without one the word alone says it. Only rules whose word is there are tried.
 */
export type LabelRule = readonly [words: string, shape?: RegExp];

/** What speaks for each label. Sentences are lower case, with straight apostrophes. */
export type LabelRules = Readonly<Record<Label, readonly LabelRule[]>>;

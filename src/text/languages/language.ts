/** What the program knows of one language. A new language is a new file beside this one and a line in `languages/all.ts`. */
export interface LanguagePack {
  /** BCP 47 code. */
  code: string;
  /** Words that carry no subject; lower-case, without apostrophes. Left out of a query unless nothing else is in it. */
  stopWords: readonly string[];
}

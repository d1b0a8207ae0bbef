/**
 * What one language says about names: how a text shows that a word is a person, a project, a tool, an organisation or a place.
 * Lists of words are separated by commas or line ends, lower-case, compared as whole words where the script has spaces. A new
 * language is a new file beside this one and a line in `names-all.ts`; an empty list costs only what it would have found.
 */
export interface NameWords {
  /** BCP 47 code. */
  code: string;
  /** False for a script without spaces between words and without capitals. */
  spaced: boolean;

  /** What only people do, directly after a name ("said"). */
  deeds: string;
  /** Saying something: the strongest of deeds. */
  sayings: string;
  /** Directly before the name of somebody who is spoken to ("hey", "thanks"). */
  greetings: string;
  /** Directly before a name ("Dr", "my brother", "our accountant"); unspaced: behind it ("老师"). */
  titles: string;
  /** Who somebody is to the writer or to a company: before a name, or behind it after a comma or in brackets. */
  roles: string;
  /** Directly before whom something is done with or for ("met with"). */
  company: string;
  /** Words for one person, in the sentence of the name or the one behind it. */
  pronouns: string;

  /** Directly before a project ("building", "shipped"). */
  making: string;
  /** Directly behind the name of a project ("project", "repo"). */
  projectNouns: string;
  /** Directly before something that is used ("using", "migrate to"). */
  using: string;
  /** Directly behind a tool ("library", "driver"). */
  toolNouns: string;
  /** Last word of a name that is an organisation ("Institute"). */
  organizationNouns: string;
  /** Last word of a name that is a place ("Street"). */
  placeNouns: string;
  /** Directly before a place ("in"). */
  placeWords: string;

  /** Given names (spaced) that say by themselves that somebody is a person. */
  givenNames: string;
  /** Family names: unspaced scripts begin a name with one. */
  familyNames: string;
  /** Before a family or given name of one character it makes a name ("老", "小"). */
  nicknamePrefixes: string;
  /** Words that are no names although they stand where one could (weekdays; words that begin like a family name). */
  notNames: string;
  /** Names that are words too ("will", "grace"): each occurrence is looked at by itself. */
  ambiguous: string;
  /** Countries and large cities. */
  places: string;
  /** Programs that many know. */
  tools: string;
  /** Where a word that may be a name is no name: regular expressions in which `{N}` stands for the word. */
  wordContexts: readonly string[];
}

/**
 * How a language states a fact about somebody or something. A form is a regular expression, without case, over a sentence in which
 * names, dates and spans of time are single characters. Slots:
 *
 * - `{S}` and `{O}`: a name, as subject and object of the relation; `{X}`: a name that the object took the place of.
 * - `{P}`: a thing without a name, as subject (`search service`); `{T}`: one as object. Never across punctuation.
 * - `{D}`: a date. `{U}`: a span of time. `{N}`: a whole number. `{R}`: a word for a role (`roles`).
 * - `{A}`: words that change nothing (`now`, `still`), or none; `{THE}`: an article or none.
 */
export interface ClaimForm {
  relation: ClaimRelation;
  form: string;
  /**
   * `holds` now; `began`, `ended`, `done`: it happened at the date of the sentence, or before the text was written; `was`: before,
   * nobody says until when.
   */
  says: 'holds' | 'began' | 'ended' | 'done' | 'was';
  /** Who writes is the subject where no other is named: "we", or nobody (Chinese leaves it out). Only good enough for a proposal. */
  implied?: true;
  /** The value that the form itself says: `done` of `is finished`. */
  value?: string;
}

/** What forms speak of, in the direction in which they are compared: subject → object. */
export const CLAIM_RELATIONS = [
  'works_at',
  'works_on',
  'lives_in',
  'uses',
  'moved',
  'switched',
  'joined',
  'left',
  'leads',
  'responsible_for',
  'owns',
  'maintains',
  'completed',
  'chose',
  'recommended',
  'created',
  'reports_to',
  'role',
  'prefers',
  'replaces',
  'here',
  'age',
  'birthday',
  'ends_on',
  'due',
  'starts_on',
  'scheduled_for',
  'status',
] as const;
export type ClaimRelation = (typeof CLAIM_RELATIONS)[number];

/** Language data of the sentence reader. A new language is a new file beside this one and a line in `claims-all.ts`. */
export interface ClaimLanguage {
  /** BCP 47 code. */
  code: string;
  /** Words are written without spaces between them, and names have no capitals. */
  unspaced: boolean;
  forms: readonly ClaimForm[];
  /** Source of a regular expression: a word without which no form matches. Most sentences have none, and are left at once. */
  cues: string;
  /** Source of a regular expression: words that change nothing about a claim, with their spaces. */
  adverbs: string;
  articles: string;
  /** What makes a sentence something else than a statement: conditions, doubts, wishes. Counts when it stands before the claim. */
  hedges: string;
  /** The same where it stands behind the claim. */
  doubts: string;
  /** Capitalised words that are no names, lower-case (stop words are known already). */
  notNames: readonly string[];
  /** Names that are words too, lower-case: names only when written with a capital. */
  ambiguousNames: readonly string[];
  /** Who writes, as a subject. The forms say it in words. */
  ourselves: readonly string[];
  /** Word for a role → relation that says the same, of the one who has the role to the other. */
  roles: Readonly<Record<string, string>>;
  /** Things that stand for nothing in particular: with these as `{P}` the subject is who writes. */
  anyThings: string;
  /** `{P}` that is no thing: it ends in a word of wish or doubt. */
  notThings: string;
  /** What may stand before `{P}` and is no part of it. */
  conjunctions: string;
  /** Family names (Chinese), with which a name without capitals may begin; and what may follow a name. */
  familyNames?: string;
  /** What only people do, directly after a name without capitals. */
  personalVerbs?: string;
  afterNames?: string;
  beforeNames?: string;
}

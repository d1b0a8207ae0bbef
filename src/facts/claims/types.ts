import type { ClaimForm, ClaimRelation } from '../../text/languages/claims.js';
import type { SpanMention } from '../../text/time-mentions.js';

/** A name as a text uses it. */
export interface Mention {
  /** As it stands in the text. */
  text: string;
  /** How it is called in the graph or entities.yaml; null for a name that nobody knows. */
  known: string | null;
  /** `ourselves`: who writes; `phrase`: a thing without a name. */
  kind: 'name' | 'ourselves' | 'phrase';
}

/** What a sentence states about somebody or something. */
export interface Claim {
  relation: ClaimRelation;
  says: ClaimForm['says'];
  subject: Mention;
  /** Null where the relation is about a number or a date. */
  object: Mention | null;
  /** What the object took the place of: `from X to Y`, `Y over X`. */
  instead: Mention | null;
  /** Of `role`: the relation that the word stands for; of `status`: the state. */
  value: string | null;
  /** Since when, as said: a date of a fact. */
  since: string | null;
  until: string | null;
  /** A date that is said otherwise: the object of `due`, the day on which something was done. */
  on: string | null;
  /** For how long. */
  span: Pick<SpanMention, 'count' | 'unit'> | null;
  /** Of `age`. */
  number: number | null;
  /** Nobody is named who does it. */
  implied: boolean;
  quote: string;
  /** Lines (1-based) of the text. */
  lines: readonly [number, number];
}

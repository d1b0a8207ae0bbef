import type { Claim } from '../claims/types.js';
import type { Fact } from '../types.js';

/** What can be wrong. Of a text: all but the last two; of the graph itself: `two_values`, `impossible_order`, `circle`, `similar_name`. */
export const ISSUE_KINDS = [
  'attribution_conflict',
  'relation_mismatch',
  'value_conflict',
  'wrong_tenure',
  'wrong_age',
  'stale_fact',
  'stale_date',
  'status_conflict',
  'similar_name',
  'still_holds',
  'two_values',
  'impossible_order',
  'circle',
] as const;
export type IssueKind = (typeof ISSUE_KINDS)[number];

export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A contradiction, with what speaks against the claim. Who is right is not decided. */
export interface Issue {
  severity: Severity;
  kind: IssueKind;
  /** Whom or what it is about, as it is called here. */
  subject: string;
  /** `records show 3 years (started 2023-04)`. */
  evidence: string;
  /** The statement; null for what is wrong within the graph. */
  claim: Claim | null;
  /** The facts that speak against it; the most telling first. Never empty but for similar names. */
  facts: readonly Fact[];
  /** Of `similar_name`: the name as written, and the one that is known. */
  names: readonly [string, string] | null;
}

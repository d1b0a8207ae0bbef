import type { IssueKind, Severity } from '../../facts/check/types.js';
import type { ClaimForm, ClaimRelation } from '../../text/languages/claims.js';

/** A fact that speaks against a statement. */
export interface OpposingFact {
  /** Its id, for `kg end`, `kg correct`, `kg retract`. */
  triple_id: string;
  /** `Dana → works_at → Globex`. */
  fact: string;
  valid_from: string | null;
  valid_to: string | null;
  /** 0 to 1. */
  confidence: number;
  by: string | null;
  recorded_at: string;
  /** Drawer that says so, and lines of its body. */
  source_drawer: string | null;
  source_lines: readonly [number, number] | null;
  source_file: string | null;
}

/** A contradiction, as `--json` prints it. */
export interface CheckIssue {
  severity: Severity;
  kind: IssueKind;
  subject: string;
  evidence: string;
  /** The sentence; null for what is wrong within the graph. */
  quote: string | null;
  /** Lines (1-based) of the text, or of the drawer's body. */
  lines: readonly [number, number] | null;
  claim: { subject: string; relation: ClaimRelation; object: string | null; says: ClaimForm['says'] } | null;
  facts: OpposingFact[];
  /** Of a similar name: as written, and as it is known. */
  names: readonly [string, string] | null;
  /** The drawer that states it; null for a text that is in none. */
  drawer: { id: string | null; path: string; date: string | null } | null;
}

export interface CheckResult {
  /** The moment for which the text was checked. */
  as_of: string;
  /** Statements that were read. */
  claims: number;
  /** Facts that are known, retracted ones left out. */
  facts: number;
  issues: CheckIssue[];
  total: number;
}

export interface GraphCheckResult {
  as_of: string;
  facts: number;
  /** Of what is wrong within the graph, and of drawers. */
  issues: CheckIssue[];
  total: number;
  /** Drawers whose statements were compared, from this day on; null when none was asked for. */
  drawers: { since: string; checked: number; claims: number } | null;
}

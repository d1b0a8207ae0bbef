import type { CheckIssue } from '../check/types.js';

export interface ProposalRow {
  /** For `kg review accept` and `kg review reject`. */
  id: string;
  subject: string;
  predicate: string;
  object: string;
  valid_from: string | null;
  valid_to: string | null;
  /** It is said to hold no longer: accepting ends the fact. */
  over: boolean;
  /** 0 to 1: how sure the reading is. */
  confidence: number;
  /** `open`: nobody has decided; `known`: the graph says so already. */
  status: 'open' | 'known' | 'accepted' | 'rejected';
  /** Drawer and lines of its body that state it, the earliest first. */
  sources: {
    drawer: string | null;
    path: string;
    lines: readonly [number, number];
    quote: string;
    date: string | null;
  }[];
  /** What the facts say against it. */
  conflicts: CheckIssue[];
  decided: { at: string; by: string | null; reason: string | null } | null;
}

export interface ProposeResult {
  proposals: ProposalRow[];
  /** Open ones, whatever the limit. */
  total: number;
  limit: number;
  /** Drawers that were read. */
  drawers: number;
  /** Statements that the graph knows already; that were accepted, and rejected, before. */
  known: number;
  accepted: number;
  rejected: number;
}

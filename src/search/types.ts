import type { PassageHall } from '../text/hall-names.js';
import type { Label } from '../text/label-names.js';

/** By words and meaning together, by words (no model is loaded), or by meaning alone. */
export type SearchMode = 'hybrid' | 'keyword' | 'vector';

/** What to look for. Dates are ISO (`2026`, `2026-03`, `2026-03-04`, a timestamp); a bare date is a local day. */
export interface SearchRequest {
  query: string;
  wing?: string;
  room?: string;
  hall?: string;
  /** Only passages that are about one of these: `decision`, `preference`, `milestone`, `problem`, `emotion`. */
  labels?: readonly string[];
  /** Inclusive. */
  since?: string;
  /** Exclusive. */
  before?: string;
  /** A revision, or a date for the palace as it was then. */
  asOf?: string;
  /** 1-100, clamped; default 10. */
  limit?: number;
  /** Default: both, where there is a model; by words otherwise. */
  mode?: SearchMode;
  /** Neighbouring passages to give on each side; default 1. */
  context?: number;
  /** Fill `signals`, and look up the commit that last changed each hit. */
  explain?: boolean;
  /** Only drawers of this source: the same, or a file of the repository or folder named. */
  source?: string;
  /** Only notes and diary entries filed by this person or agent. */
  by?: string;
}

export interface SearchHit {
  /** From 1. */
  rank: number;
  /** Larger is better; comparable within one answer only. */
  score: number;
  /** Provisional (`p-…`) for a file that has none yet. */
  id: string;
  path: string;
  wing: string;
  room: string;
  hall: string | null;
  /** Halls that the passage was classified into, as rules tell (docs/graph.md); `hall` is what somebody stated of the drawer. */
  halls: PassageHall[];
  /** What the passage is about, as rules tell (`LABELS`); often nothing. */
  labels: Label[];
  title: string;
  date: string | null;
  filed: string | null;
  source: string | null;
  by: string | null;
  /** Time of the passage itself (a message), else null. */
  time: string | null;
  /** First and last line of the passage in the memory, from 1: those of the source file. */
  lines: [number, number];
  /** The same lines in the drawer file, for an editor. */
  file_lines: [number, number];
  /** Lines of the memory (as `lines`) that are nearest to the query, where it was meaning that found them; else null. */
  focus: [number, number] | null;
  /** The passage, verbatim. */
  text: string;
  /** Passages before and after it in the same drawer, in order. */
  before: string[];
  after: string[];
  /** The commit that was searched and holds this version; null when it is not saved yet. */
  commit: string | null;
  /** Only when the file differs from that commit. */
  unsaved?: true;
  /** With `explain`: the commit that last changed the drawer; null when none did. */
  changed_in?: string | null;
  /** With `explain`: what made the score; else empty. */
  signals: Record<string, number>;
}

export interface SearchResult {
  query: string;
  /** The query that was really used: a long text that ends in a question is searched by that question. */
  used_query: string;
  /** How it was really searched: `keyword` where the vectors could not take part; `notes` says why. */
  mode: SearchMode;
  /** The model that took part, null when none did. */
  model: string | null;
  /** Drawers that have no vectors yet and are found by words only. */
  pending: number;
  as_of: string | null;
  /** Commit that was searched; null when there is none yet. */
  commit: string | null;
  /** Drawers that match, whatever the limit. */
  total: number;
  hits: SearchHit[];
  /** Plain sentences: what was left out, what to do about an empty answer. */
  notes: string[];
  took_ms: number;
}

import type { DamagedLine } from '../../palace/events.js';

/** A fact as answers show it: the shape of the original's tools, and what it lacks. */
export interface KgFact {
  /** Id of the fact, for `kg end`, `kg correct`, `kg retract`. */
  triple_id: string;
  subject: string;
  predicate: string;
  object: string;
  /** As written: a year, a month, a day or an instant; null where unknown. */
  valid_from: string | null;
  valid_to: string | null;
  /** Whether it holds now (with `--known-at` a date: at its end). */
  current: boolean;
  /** 0 to 1. */
  confidence: number;
  source_closet: string | null;
  source_file: string | null;
  /** Drawer that says so, and lines of its body. */
  source_drawer: string | null;
  source_lines: readonly [number, number] | null;
  /** Person or agent who recorded it first, and when. */
  by: string | null;
  recorded_at: string;
  /** All who stated it, the first one first. */
  sources: KgSource[];
  /** The fact that took its place. */
  superseded_by: string | null;
  /** Only with `--retracted`: since when it counts as never true, and why. */
  retracted: { at: string; by: string | null; reason: string | null } | null;
}

export interface KgSource {
  drawer: string | null;
  lines: readonly [number, number] | null;
  file: string | null;
  closet: string | null;
  by: string | null;
  at: string;
}

/** A fact in a few words, for reports. */
export interface KgFactName {
  triple_id: string;
  /** `Kai → works_on → Orion`. */
  fact: string;
  valid_from: string | null;
  valid_to: string | null;
}

/** What a write did to one field. */
export interface KgChange {
  field: string;
  before: unknown;
  after: unknown;
}

export type { DamagedLine };

import type { PalaceEvent } from '../palace/events.js';

/**
 * The events of `facts/<writer>/<YYYY-MM>.jsonl` (docs/facts.md). `add` makes a fact, whose id is the event's; `confirm`, `end`,
 * `correct` and `retract` say something about one; `entity` describes a person or thing; `revoke` takes any event back. Other
 * `op`s are kept and mean nothing here.
 */
export const FACT_OPS = ['add', 'confirm', 'end', 'correct', 'retract', 'entity', 'revoke'] as const;

/** Where a fact is from. All of it optional; `by` and `at` are of the event that said so. */
export interface FactSource {
  /** Id of a drawer, `d-…`; it may be removed by now. */
  drawer: string | null;
  /** First and last line (1-based) of the drawer's body. */
  lines: readonly [number, number] | null;
  /** A file or address outside of the palace, as the caller wrote it. */
  file: string | null;
  /** `wing/room` or whatever the caller calls a closet. */
  closet: string | null;
  /** Person or agent who stated it; null where nobody is known (a person who has no name in git). */
  by: string | null;
  at: string;
}

/** One fact as far as it is known: what is stated, when it holds, and who said so. Made by `deriveFact` (fold.ts). */
export interface Fact {
  /** Id of the `add` event. */
  id: string;
  /** As stated (after corrections). Compare by `entityKey`, never by text. */
  subject: string;
  /** Normalised: `works_at` (`relationName`). */
  predicate: string;
  /** As stated: a name, a date, or a text of up to 10,000 characters. */
  object: string;
  /** As written (`2026`, `2026-03`, `2026-03-04`, an instant); null: it is not known since when. */
  from: string | null;
  /** As written; null: no end is known. A date lasts through its day, month or year. */
  to: string | null;
  /** The same as instants in milliseconds, half-open `[start, end)`; -Infinity and Infinity where unknown. */
  start: number;
  end: number;
  /** 0 to 1; the highest that was stated. */
  confidence: number;
  /** Each statement of it, the first one first; never empty. */
  sources: readonly FactSource[];
  /** When and by whom it was first recorded. */
  at: string;
  by: string | null;
  /** The event that gave `to`, when that came after the fact itself. `supersededBy`: the fact in whose favour. */
  ended: { event: string; at: string; by: string | null; supersededBy: string | null } | null;
  /** Said to have never been true. Such facts are left out of every answer unless asked for. */
  retracted: { event: string; at: string; by: string | null; reason: string | null } | null;
  /** Standing events after the first, in fold order. */
  changes: readonly { event: string; op: string; at: string; by: string | null }[];
}

/** What is known of a person, project or thing besides its facts. */
export interface Entity {
  /** `entityKey` of its name. */
  key: string;
  /** As people write it. */
  name: string;
  /** `person`, `project`, `animal`, …; `unknown` until somebody says. */
  type: string;
  /** Merged over all `entity` events; the newest value of each key stands. */
  properties: Readonly<Record<string, string | number | boolean>>;
  /** When it was first heard of, ISO UTC; null when only entities.yaml knows it. */
  createdAt: string | null;
}

/** The events about one fact or entity, in fold order; the fold of each group does not depend on any other. */
export type EventGroup = readonly PalaceEvent[];

import { dateBefore, instantText, localDay, overlaps, spanOf, validity } from './dates.js';
import type { Correction, Provenance, Statement } from './events.js';
import type { Fact } from './types.js';

/** What a statement does to the facts of its own triple. */
export type OwnEffect =
  /** It is a fact of its own. `overlapping`: facts of the triple with an end, during which it claims to begin. */
  | { kind: 'new'; overlapping: Fact[] }
  /** It is known: `correction`, `end`, `confirm` hold what it adds to the fact; nothing when all are absent. */
  | {
      kind: 'known';
      fact: Fact;
      correction?: Correction;
      end?: string;
      confirm?: Provenance & { confidence?: number };
    };

/**
 * Compares a statement with the facts of the same triple (behaviour reference 5.6, Better 5): an earlier or more exact beginning, an
 * end, a higher confidence or another source is merged into the fact; what ended and returns is a fact of its own.
 * @param standing facts of the triple that are not retracted.
 */
export function effectOnOwn(statement: Statement, provenance: Provenance, standing: readonly Fact[]): OwnEffect {
  const stated = validity(statement.from ?? null, statement.to ?? null);
  const met = standing.filter((fact) => fact.start < fact.end && overlaps(fact, stated));
  const open = met.filter(({ to }) => to === null);
  const closed = met.filter(({ to }) => to !== null);
  const [fact] = open.length > 0 ? open : statement.to === undefined ? [] : closed;
  if (fact === undefined) return { kind: 'new', overlapping: closed };
  const correction: Correction = {};
  if (isBetterStart(statement.from, fact, stated.end)) correction.from = statement.from;
  let end: string | undefined;
  if (statement.to !== undefined) {
    if (fact.to === null) end = statement.to;
    else if (stated.end > fact.end || (stated.start <= fact.start && isFiner(statement.to, fact.to)))
      correction.to = statement.to;
  }
  const confirm: Provenance & { confidence?: number } = {};
  if (statement.confidence !== undefined && statement.confidence > fact.confidence)
    confirm.confidence = statement.confidence;
  if (hasSource(provenance) && !isKnownSource(provenance, fact)) Object.assign(confirm, provenance);
  return {
    kind: 'known',
    fact,
    ...(Object.keys(correction).length > 0 && { correction }),
    ...(end !== undefined && { end }),
    ...(Object.keys(confirm).length > 0 && { confirm }),
  };
}

/** A stretch within the time of a fact says nothing about when that began. `end`: of the statement. */
function isBetterStart(from: string | undefined, fact: Fact, end: number): boolean {
  if (from === undefined) return false;
  if (fact.from === null) return true;
  return (spanOf(from)?.start ?? 0) < fact.start || (end >= fact.end && isFiner(from, fact.from));
}

/** `2026-03-04` says more than `2026` when it lies in it. */
function isFiner(date: string, than: string): boolean {
  const [fine, coarse] = [spanOf(date), spanOf(than)];
  if (fine === undefined || coarse === undefined) return false;
  const inside = coarse.start <= fine.start && fine.end <= coarse.end;
  return inside && fine.end - fine.start < coarse.end - coarse.start;
}

function hasSource({ drawer, file, closet }: Provenance): boolean {
  return drawer !== undefined || file !== undefined || closet !== undefined;
}

function isKnownSource(provenance: Provenance, fact: Fact): boolean {
  return fact.sources.some(
    ({ drawer, lines, file, closet }) =>
      (provenance.drawer ?? null) === drawer &&
      (provenance.file ?? null) === file &&
      (provenance.closet ?? null) === closet &&
      (provenance.lines ?? []).join() === (lines ?? []).join(),
  );
}

/** What a new fact of a relation with one value at a time does to the other values. */
export interface OthersEffect {
  /** Facts that end, each with its last date. */
  ends: { fact: Fact; to: string }[];
  /** The new fact is older than these: it ends where the first of them begins. */
  ownEnd: string | undefined;
  /** Facts that claim the same time and stay as they are: a person has to decide. */
  conflicts: Fact[];
}

/**
 * @param others facts of the subject and relation with other objects, not retracted.
 * @param now what "today" is when the statement has no beginning.
 */
export function effectOnOthers(statement: Statement, others: readonly Fact[], now: Date): OthersEffect {
  const effect: OthersEffect = { ends: [], ownEnd: undefined, conflicts: [] };
  const stated = validity(statement.from ?? null, statement.to ?? null);
  const met = others.filter((fact) => fact.start < fact.end && overlaps(fact, stated));
  // A value of some past stretch of time says nothing about what holds now.
  const isLasting = stated.end > now.getTime();
  for (const fact of met) {
    const to = isLasting && fact.to === null ? lastDateOf(statement.from, fact, now) : undefined;
    if (to !== undefined) effect.ends.push({ fact, to });
    else if (
      statement.from !== undefined &&
      statement.to === undefined &&
      fact.from !== null &&
      stated.start < fact.start
    )
      effect.ownEnd = earlier(effect.ownEnd, dateBefore(fact.from));
    else effect.conflicts.push(fact);
  }
  if (effect.ownEnd !== undefined) {
    // Once it ends there, it no longer meets the ones after.
    const shortened = validity(statement.from ?? null, effect.ownEnd);
    effect.conflicts = effect.conflicts.filter((fact) => overlaps(fact, shortened));
  }
  return effect;
}

/** Last date of a value that another one replaces; undefined when the other did not begin later. */
function lastDateOf(from: string | undefined, fact: Fact, now: Date): string | undefined {
  if (from !== undefined) {
    const start = spanOf(from)?.start ?? Number.NEGATIVE_INFINITY;
    return fact.start < start ? dateBefore(from) : undefined;
  }
  // Nobody says since when the new value holds: the old one is known to be over by now.
  const candidates = [dateBefore(localDay(now)), instantText(now.getTime())];
  return candidates.find((to) => fact.start < validity(null, to).end);
}

function earlier(a: string | undefined, b: string): string {
  return a === undefined || validity(null, b).end < validity(null, a).end ? b : a;
}

import { EXIT, PalaceError } from '../base/errors.js';
import { didYouMean } from '../base/near.js';
import { endOfDate } from '../git/as-of.js';
import { localDay, overlaps, type Span, spanOf } from './dates.js';
import type { Facts } from './facts.js';
import { relationKey } from './names.js';
import type { Fact } from './types.js';

export const DIRECTIONS = ['outgoing', 'incoming', 'both'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface FactQuery {
  /** Any of the entity's names; default all facts. */
  entity?: string;
  /** Of the entity: as subject, as object, or both. Default both. */
  direction?: Direction;
  relation?: string;
  /** Only facts that hold at some moment of this span; undated ends count as open. Default past and present ones. */
  asOf?: Span;
  /** Retracted facts too. Default false. */
  retracted?: boolean;
}

/** A fact as an answer: seen from the entity that was asked for. */
export interface FoundFact extends Fact {
  /** `outgoing` when the entity is the subject (also of a fact about itself), or when none was asked for. */
  direction: 'outgoing' | 'incoming';
  /** Ids of equal facts that others stated for the same time, this one first: two clones that file one fact. */
  ids: readonly string[];
}

/** What is known, by entity, relation and time. Sorted by beginning, undated last, then as recorded. */
export function queryFacts(facts: Facts, query: FactQuery): FoundFact[] {
  const { entity, direction = 'both', relation, asOf, retracted = false } = query;
  const wanted = relation === undefined ? undefined : relationKey(relation);
  const key = entity === undefined ? undefined : facts.keyOf(entity);
  const candidates =
    entity !== undefined ? facts.ofEntity(entity) : wanted !== undefined ? facts.ofRelation(wanted) : facts.all();
  const found: Fact[] = candidates.filter(
    (fact) =>
      (retracted || fact.retracted === null) &&
      (wanted === undefined || fact.predicate === wanted) &&
      (asOf === undefined || holdsIn(fact, asOf)),
  );
  return joinTwins(facts, found)
    .map((fact): FoundFact => {
      const outgoing = key === undefined || facts.keyOf(fact.subject) === key;
      return { ...fact, direction: outgoing ? 'outgoing' : 'incoming' };
    })
    .filter((fact) => direction === 'both' || isSeen(facts, fact, key, direction))
    .sort(byTime);
}

/** A fact about itself is seen from both sides. */
function isSeen(facts: Facts, fact: FoundFact, key: string | undefined, direction: Direction): boolean {
  if (key === undefined || fact.direction === direction) return true;
  return direction === 'incoming' && facts.keyOf(fact.object) === key;
}

/** Whether a fact holds at some moment of `span`. One that ends before it begins never holds. */
export function holdsIn(fact: Pick<Fact, 'start' | 'end'>, span: Span): boolean {
  return fact.start < fact.end && overlaps(fact, span);
}

/** Whether a fact holds now (or at another instant, in milliseconds). */
export function holdsAt(fact: Pick<Fact, 'start' | 'end'>, instant: number): boolean {
  return fact.start <= instant && instant < fact.end;
}

/** By beginning (undated last), then as recorded. */
export function byTime(a: Fact, b: Fact): number {
  const [first, second] = [beginning(a), beginning(b)];
  if (first !== second) return first < second ? -1 : 1;
  return compare(a.at, b.at) || compare(a.id, b.id);
}

function beginning({ start }: Fact): number {
  return start === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : start;
}

/** Facts of one triple and one time, stated in several clones before they met, are one with several sources. */
function joinTwins(facts: Facts, found: readonly Fact[]): (Fact & { ids: string[] })[] {
  const joined = new Map<string, Fact & { ids: string[] }>();
  for (const fact of [...found].sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id))) {
    const { predicate, start, end, retracted } = fact;
    const triple = [facts.keyOf(fact.subject), predicate, facts.keyOf(fact.object), start, end, retracted !== null];
    const place = triple.join('\0');
    const twin = joined.get(place);
    if (twin === undefined) joined.set(place, { ...fact, ids: [fact.id] });
    else
      joined.set(place, {
        ...twin,
        ids: [...twin.ids, fact.id],
        sources: [...twin.sources, ...fact.sources],
        confidence: Math.max(twin.confidence, fact.confidence),
      });
  }
  return [...joined.values()];
}

/**
 * The span of valid time that `--as-of` names: a day, month, year, an instant, `today`, `yesterday`.
 * @throws PalaceError `bad-date` (exit 2).
 */
export function asOfSpan(text: string, now: Date): Span {
  const trimmed = text.trim();
  const word = trimmed.toLowerCase();
  const day = word === 'today' ? now : word === 'yesterday' ? new Date(now.getTime() - 86_400_000) : undefined;
  const span = spanOf(day === undefined ? trimmed : localDay(day));
  if (span) return span;
  throw new PalaceError('bad-date', `--as-of ${JSON.stringify(trimmed.slice(0, 40))} is not a date`, {
    exit: EXIT.usage,
    next: [
      '--as-of 2026-05-06, 2026-05, 2026 or 2026-05-06T10:00:00Z: what held then',
      '--known-at REV|DATE: what was known then',
    ],
    details: { field: 'as_of' },
  });
}

/** The first instant after a date of `--known-at` (a local day, inclusive); undefined when the text is no date. */
export function knownUntil(text: string, now: Date): number | undefined {
  return endOfDate(text.trim(), now)?.getTime();
}

/** @throws PalaceError `bad-direction` (exit 2). */
export function asDirection(text: string): Direction {
  const found = DIRECTIONS.find((each) => each === text.trim().toLowerCase());
  if (found) return found;
  const near = didYouMean(text, DIRECTIONS);
  throw new PalaceError('bad-direction', `there is no direction "${text}"${near === '' ? '' : `; ${near}`}`, {
    exit: EXIT.usage,
    next: [`give one of ${DIRECTIONS.join(', ')}`],
    details: { field: 'direction' },
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

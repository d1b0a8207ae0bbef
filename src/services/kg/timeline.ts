import { spanOf } from '../../facts/dates.js';
import type { Facts } from '../../facts/facts.js';
import { asOfSpan, queryFacts } from '../../facts/query.js';
import { openFacts } from '../../facts/read.js';
import type { Fact } from '../../facts/types.js';
import type { Palace } from '../../palace/types.js';
import { factRow } from './rows.js';
import type { DamagedLine, KgFact } from './types.js';

export interface KgTimelineRequest {
  /** Default all. */
  entity?: string;
  /** Beginnings and ends from this date on (inclusive), and facts that hold after it. */
  since?: string;
  /** Before this date (exclusive). */
  before?: string;
  known_at?: string;
  /** Most facts; default all. */
  limit?: number;
  offset?: number;
}

/** Something that began or ended. */
export interface KgMoment {
  /** As written in the fact; null for facts without a beginning, which come last. */
  date: string | null;
  kind: 'started' | 'ended';
  triple_id: string;
  subject: string;
  predicate: string;
  object: string;
}

export interface KgTimelineResult {
  /** `all` without an entity. */
  entity: string;
  /** Facts by beginning, undated last. */
  timeline: KgFact[];
  /** Beginnings and ends of these, by date. */
  events: KgMoment[];
  count: number;
  total: number;
  near: string[];
  damaged: DamagedLine[];
}

/**
 * What began and ended, in order. `since` and `before` are half-open in days of the calendar.
 * @throws PalaceError `bad-date` (exit 2), `unknown-revision` (exit 4).
 */
export async function readTimeline(palace: Palace, request: KgTimelineRequest = {}): Promise<KgTimelineResult> {
  const { entity, since, before, known_at } = request;
  const now = palace.runtime.now();
  const span = {
    start: since === undefined ? Number.NEGATIVE_INFINITY : asOfSpan(since, now).start,
    end: before === undefined ? Number.POSITIVE_INFINITY : asOfSpan(before, now).start,
  };
  const opened = await openFacts(palace, known_at === undefined ? {} : { knownAt: known_at });
  const { facts, damaged } = opened;
  const resolved = entity === undefined ? undefined : facts.resolve(entity);
  const bounded = since !== undefined || before !== undefined;
  const found = queryFacts(facts, {
    ...(resolved && { entity: resolved.name }),
    ...(bounded && { asOf: span }),
  });
  const offset = Math.max(0, request.offset ?? 0);
  const shown = found.slice(offset, request.limit === undefined ? undefined : offset + Math.max(0, request.limit));
  return {
    entity: resolved?.name ?? 'all',
    timeline: shown.map((fact) => factRow(facts, fact, opened.now)),
    events: momentsOf(facts, shown).filter(({ date }) => !bounded || isWithin(date, span)),
    count: shown.length,
    total: found.length,
    near: resolved?.by === 'none' ? facts.near(resolved.given) : [],
    damaged,
  };
}

function isWithin(date: string | null, { start, end }: { start: number; end: number }): boolean {
  const at = date === null ? undefined : spanOf(date)?.start;
  return at !== undefined && start <= at && at < end;
}

/** Beginnings and ends of facts as events of their own, by date; undated ones last, then in the order of the facts. */
export function momentsOf(facts: Facts, found: readonly Fact[]): KgMoment[] {
  const moments = found.flatMap((fact): KgMoment[] => {
    const { id: triple_id, predicate, from, to } = fact;
    const names = { subject: facts.displayName(fact.subject), predicate, object: facts.displayName(fact.object) };
    const started: KgMoment = { date: from, kind: 'started', triple_id, ...names };
    return to === null ? [started] : [started, { date: to, kind: 'ended', triple_id, ...names }];
  });
  return moments.sort((a, b) => timeOf(a) - timeOf(b) || 0);
}

/** A beginning counts from the first moment of its date, an end from the first moment of its last day. */
function timeOf({ date }: KgMoment): number {
  // Not Infinity: the difference of two of them is no number.
  return (date === null ? undefined : spanOf(date)?.start) ?? Number.MAX_SAFE_INTEGER;
}

import { EXIT, PalaceError } from '../../base/errors.js';
import { relationKey } from '../../facts/names.js';
import { asDirection, asOfSpan, type Direction, queryFacts } from '../../facts/query.js';
import { openFacts } from '../../facts/read.js';
import type { Palace } from '../../palace/types.js';
import { foundRow } from './rows.js';
import type { DamagedLine, KgFact } from './types.js';

export interface KgQueryRequest {
  /** Any name of an entity; default all (then a relation is wanted). */
  entity?: string;
  /** `outgoing`, `incoming` or `both` (default). */
  direction?: string;
  predicate?: string;
  /** What held then (valid time). */
  as_of?: string;
  /** What was known then: a date or a revision. */
  known_at?: string;
  /** Show retracted facts too. */
  retracted?: boolean;
  /** Most facts; default all. */
  limit?: number;
  offset?: number;
}

export interface KgQueryResult {
  /** As the entity is called here; null when none was asked for. */
  entity: string | null;
  predicate: string | null;
  direction: Direction;
  as_of: string | null;
  known_at: string | null;
  facts: (KgFact & { direction: 'outgoing' | 'incoming' })[];
  /** Facts shown, and how many there are. */
  count: number;
  total: number;
  /** What entity or relation was meant, when the given one is not known. */
  near: string[];
  notes: string[];
  damaged: DamagedLine[];
}

/**
 * What is known of an entity, a relation, or both: at any time, as far as it was known at any time.
 * @throws PalaceError `nothing-asked`, `bad-date`, `bad-direction` (exit 2), `unknown-revision` (exit 4).
 */
export async function queryKg(palace: Palace, request: KgQueryRequest): Promise<KgQueryResult> {
  const { entity, predicate, as_of, known_at, retracted = false } = request;
  if (entity === undefined && predicate === undefined)
    throw new PalaceError('nothing-asked', 'neither an entity nor a relation was named', {
      exit: EXIT.usage,
      next: ['palace kg query NAME', 'palace kg query --predicate works_at', 'palace kg entities'],
    });
  const direction = asDirection(request.direction ?? 'both');
  const asOf = as_of === undefined ? undefined : asOfSpan(as_of, palace.runtime.now());
  const { facts, damaged, now } = await openFacts(palace, known_at === undefined ? {} : { knownAt: known_at });
  const resolved = entity === undefined ? undefined : facts.resolve(entity);
  const relation = predicate === undefined ? undefined : relationKey(predicate);
  const found = queryFacts(facts, {
    direction,
    retracted,
    ...(resolved && { entity: resolved.name }),
    ...(relation !== undefined && { relation }),
    ...(asOf && { asOf }),
  });
  const offset = Math.max(0, request.offset ?? 0);
  const shown = found.slice(offset, request.limit === undefined ? undefined : offset + Math.max(0, request.limit));
  return {
    entity: resolved?.name ?? null,
    predicate: relation ?? null,
    direction,
    as_of: as_of ?? null,
    known_at: known_at ?? null,
    facts: shown.map((fact) => foundRow(facts, fact, now)),
    count: shown.length,
    total: found.length,
    near: resolved?.by === 'none' ? facts.near(resolved.given) : [],
    notes: resolved?.by === 'accents' ? [`"${resolved.given}" is taken for "${resolved.name}"`] : [],
    damaged,
  };
}

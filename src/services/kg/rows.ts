import type { Facts } from '../../facts/facts.js';
import { type FoundFact, holdsAt } from '../../facts/query.js';
import type { Fact } from '../../facts/types.js';
import type { KgFact, KgFactName } from './types.js';

/** A fact for an answer, names as entities are called here. `now` in milliseconds. */
export function factRow(facts: Facts, fact: Fact, now: number): KgFact {
  const [first] = fact.sources;
  const source = fact.sources.find(({ drawer, file, closet }) => (drawer ?? file ?? closet) !== null) ?? first;
  return {
    triple_id: fact.id,
    subject: facts.displayName(fact.subject),
    predicate: fact.predicate,
    object: facts.displayName(fact.object),
    valid_from: fact.from,
    valid_to: fact.to,
    current: fact.retracted === null && holdsAt(fact, now),
    confidence: fact.confidence,
    source_closet: source?.closet ?? null,
    source_file: source?.file ?? null,
    source_drawer: source?.drawer ?? null,
    source_lines: source?.lines ?? null,
    by: fact.by,
    recorded_at: fact.at,
    sources: fact.sources.map((each) => ({ ...each })),
    superseded_by: fact.ended?.supersededBy ?? null,
    retracted: fact.retracted && { at: fact.retracted.at, by: fact.retracted.by, reason: fact.retracted.reason },
  };
}

/** {@link factRow} of a query: with the side from which it was found. */
export function foundRow(facts: Facts, fact: FoundFact, now: number): KgFact & { direction: FoundFact['direction'] } {
  return { direction: fact.direction, ...factRow(facts, fact, now) };
}

/** `Kai → works_on → Orion`; a long object is cut. */
export function factText(facts: Facts, fact: Pick<Fact, 'subject' | 'predicate' | 'object'>): string {
  const object = facts.displayName(fact.object).replace(/\s+/g, ' ');
  const shown = object.length <= 80 ? object : `${object.slice(0, 79)}…`;
  return `${facts.displayName(fact.subject)} → ${fact.predicate} → ${shown}`;
}

export function factName(facts: Facts, fact: Fact): KgFactName {
  return { triple_id: fact.id, fact: factText(facts, fact), valid_from: fact.from, valid_to: fact.to };
}

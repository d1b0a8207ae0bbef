import { factLogPaths } from '../../facts/logs.js';
import { holdsAt } from '../../facts/query.js';
import { openFacts } from '../../facts/read.js';
import type { Palace } from '../../palace/types.js';
import type { DamagedLine } from './types.js';

export interface KgStats {
  /** Names that facts, `kg describe` or entities.yaml use; aliases are no names of their own. */
  entities: number;
  /** Facts, past and present; retracted ones are not counted. */
  triples: number;
  current_facts: number;
  /** Facts that ended. */
  expired_facts: number;
  /** Facts that begin in the future. */
  future_facts: number;
  retracted_facts: number;
  /** Facts that end before they begin: a merge of two corrections may leave some. `palace kg correct` mends them. */
  impossible_facts: string[];
  /** Facts without a beginning. */
  undated_facts: number;
  relationship_types: string[];
  /** Facts by relation. */
  relations: Record<string, number>;
  /** Clones that wrote, and events they wrote. */
  writers: number;
  events: number;
  damaged: DamagedLine[];
}

/** The knowledge graph in numbers. */
export async function readKgStats(palace: Palace): Promise<KgStats> {
  const { facts, damaged, now } = await openFacts(palace);
  const all = facts.all();
  const standing = all.filter(({ retracted }) => retracted === null);
  const relations = new Map<string, number>();
  for (const { predicate } of standing) relations.set(predicate, (relations.get(predicate) ?? 0) + 1);
  const types = [...relations.keys()].sort();
  const possible = standing.filter(({ start, end }) => start < end);
  const logs = await factLogPaths(palace);
  return {
    entities: facts.entityNames().length,
    triples: standing.length,
    current_facts: possible.filter((fact) => holdsAt(fact, now)).length,
    expired_facts: possible.filter(({ end }) => end <= now).length,
    future_facts: possible.filter(({ start }) => start > now).length,
    retracted_facts: all.length - standing.length,
    impossible_facts: standing.filter(({ start, end }) => start >= end).map(({ id }) => id),
    undated_facts: standing.filter(({ from }) => from === null).length,
    relationship_types: types,
    relations: Object.fromEntries(types.map((type) => [type, relations.get(type) ?? 0])),
    writers: new Set(logs.map((path) => path.split('/')[1])).size,
    events: facts.groups.events,
    damaged,
  };
}

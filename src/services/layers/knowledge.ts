import type { Facts } from '../../facts/facts.js';
import { holdsAt } from '../../facts/query.js';
import { openFacts } from '../../facts/read.js';
import type { Fact } from '../../facts/types.js';
import type { Palace } from '../../palace/types.js';

/** What the facts of a palace say about its drawers. */
export interface Knowledge {
  /** Drawers (ids) all of whose facts are over or taken back: what they say no longer holds. */
  superseded: ReadonlySet<string>;
  /** For each drawer (id): facts that hold and have it as a source. */
  holding: ReadonlyMap<string, readonly Fact[]>;
  /** Number of facts that hold about an entity, by any of its names. */
  degreeOf(name: string): number;
  /** Facts that hold, the best known first. */
  current: readonly Fact[];
}

/** Reads the facts and folds them; a palace without facts costs a look at a folder. */
export async function readKnowledge(palace: Palace): Promise<Knowledge> {
  const { facts, now } = await openFacts(palace);
  const holding = new Map<string, Fact[]>();
  const over = new Set<string>();
  const degrees = new Map<string, number>();
  const current: Fact[] = [];
  for (const fact of facts.all()) {
    const holds = fact.retracted === null && holdsAt(fact, now);
    // What begins later is no less true.
    const stands = holds || (fact.retracted === null && fact.start > now);
    for (const { drawer } of fact.sources) {
      if (drawer === null) continue;
      if (!stands) over.add(drawer);
      else holding.set(drawer, [...(holding.get(drawer) ?? []), fact]);
    }
    if (!holds) continue;
    current.push(fact);
    for (const key of namesOf(facts, fact)) degrees.set(key, (degrees.get(key) ?? 0) + 1);
  }
  const degree = (fact: Fact): number => Math.max(...namesOf(facts, fact).map((key) => degrees.get(key) ?? 0));
  current.sort(
    (a, b) => b.confidence - a.confidence || degree(b) - degree(a) || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0),
  );
  return {
    superseded: new Set([...over].filter((drawer) => !holding.has(drawer))),
    holding,
    degreeOf: (name) => degrees.get(facts.keyOf(name)) ?? 0,
    current,
  };
}

function namesOf(facts: Facts, fact: Fact): string[] {
  return [...new Set([facts.keyOf(fact.subject), facts.keyOf(fact.object)])];
}

import type { Scan } from './census.js';

/** Two entities that stand together in drawers of one wing (behaviour reference 2.5). */
export interface Hallway {
  wing: string;
  /** In order of name. */
  entity_a: string;
  entity_b: string;
  /** Drawers that name both. */
  co_occurrence_count: number;
  /** Rooms of these drawers, sorted. */
  rooms: string[];
}

/** Drawers that must name both before it is a hallway. */
const LEAST_TOGETHER = 2;
/** Entities of one drawer that are paired; a list of a hundred names joins nobody. */
const MOST_OF_DRAWER = 25;

/**
 * Hallways of all wings (or of one), most drawers first. Entities are those that drawers state in their front-matter; `nameOf` gives the
 * one name of an entity for each of its names.
 */
export function hallwaysOf(scan: Scan, nameOf: (name: string) => string, only?: string): Hallway[] {
  const found = new Map<string, Hallway & { seen: Set<string> }>();
  scan(({ wing, room, front }) => {
    if ((only !== undefined && wing !== only) || front.entities === undefined) return;
    const names = [...new Set(front.entities.map((name) => nameOf(name)))].sort().slice(0, MOST_OF_DRAWER);
    for (const [at, entity_a] of names.entries())
      for (const entity_b of names.slice(at + 1)) {
        const key = JSON.stringify([wing, entity_a, entity_b]);
        const known = found.get(key);
        if (known === undefined)
          found.set(key, { wing, entity_a, entity_b, co_occurrence_count: 1, rooms: [], seen: new Set([room]) });
        else {
          known.co_occurrence_count += 1;
          known.seen.add(room);
        }
      }
  });
  return [...found.values()]
    .filter(({ co_occurrence_count }) => co_occurrence_count >= LEAST_TOGETHER)
    .sort(
      (a, b) => b.co_occurrence_count - a.co_occurrence_count || compare(a.wing, b.wing) || compare(pair(a), pair(b)),
    )
    .map(({ seen, ...hallway }) => ({ ...hallway, rooms: [...seen].sort() }));
}

/** Entities that have hallways in two or more wings, with these wings: what a person would look for across wings. */
export function acrossWings(hallways: readonly Hallway[]): { entity: string; wings: string[] }[] {
  const wings = new Map<string, Set<string>>();
  for (const { wing, entity_a, entity_b } of hallways)
    for (const entity of [entity_a, entity_b]) wings.set(entity, (wings.get(entity) ?? new Set()).add(wing));
  return [...wings]
    .filter(([, own]) => own.size >= 2)
    .sort(([a, m], [b, n]) => n.size - m.size || compare(a, b))
    .map(([entity, own]) => ({ entity, wings: [...own].sort() }));
}

function pair({ entity_a, entity_b }: Hallway): string {
  return `${entity_a}\0${entity_b}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

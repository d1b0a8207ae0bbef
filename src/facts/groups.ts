import type { PalaceEvent } from '../palace/events.js';
import { groupEvents, namesOfGroup, relationsOfGroup } from './fold.js';
import { entityKey, LONGEST_NAME } from './names.js';
import type { EventGroup } from './types.js';

/** A name that facts use, in its first form. */
export interface KnownName {
  key: string;
  name: string;
  /** Facts that have, or had, it as subject or object. */
  facts: number;
}

/** Where groups of events are looked up: all in memory, or in the fold cache. Groups are in fold order. */
export interface FactGroups {
  /** Groups of facts that have, or had, this entity as subject or object. */
  ofEntity(key: string): EventGroup[];
  ofRelation(relation: string): EventGroup[];
  /** The group that an event belongs to, be it the fact itself or what was said about it later. */
  ofEvent(event: string): EventGroup | undefined;
  /** Every group of a fact. */
  all(): Iterable<EventGroup>;
  /** What was said of an entity by itself. */
  entity(key: string): EventGroup | undefined;
  entities(): Iterable<EventGroup>;
  /** Every name, in no order. Texts that are too long for a name are left out. */
  names(): KnownName[];
  /** Events about an event that is in none of the logs. */
  readonly loose: readonly PalaceEvent[];
  /** Number of events, and the newest `at`. */
  readonly events: number;
  readonly newestAt: string | undefined;
}

/** Groups that are all in memory: the fold of some events, in any order. */
export class MemoryGroups implements FactGroups {
  readonly events: number;
  readonly newestAt: string | undefined;
  readonly #facts: ReadonlyMap<string, PalaceEvent[]>;
  readonly #entities: ReadonlyMap<string, PalaceEvent[]>;
  readonly loose: readonly PalaceEvent[];
  #keys: Map<string, PalaceEvent[][]> | undefined;
  #relations: Map<string, PalaceEvent[][]> | undefined;
  #owners: Map<string, PalaceEvent[]> | undefined;

  constructor(events: readonly PalaceEvent[]) {
    const { facts, entities, loose } = groupEvents(events);
    this.#facts = facts;
    this.#entities = entities;
    this.loose = loose;
    this.events = events.length;
    this.newestAt = newest(events);
  }

  /** Groups of facts and of entities. */
  get count(): number {
    return this.#facts.size + this.#entities.size;
  }

  ofEntity(key: string): EventGroup[] {
    this.#keys ??= indexed(this.#facts.values(), (group) => namesOfGroup(group).map(entityKey));
    return this.#keys.get(key) ?? [];
  }

  ofRelation(relation: string): EventGroup[] {
    this.#relations ??= indexed(this.#facts.values(), relationsOfGroup);
    return this.#relations.get(relation) ?? [];
  }

  ofEvent(event: string): EventGroup | undefined {
    if (this.#owners === undefined) {
      this.#owners = new Map();
      for (const groups of [this.#facts, this.#entities])
        for (const group of groups.values()) for (const each of group) this.#owners.set(each.event, group);
    }
    return this.#owners.get(event);
  }

  all(): Iterable<EventGroup> {
    return this.#facts.values();
  }

  entity(key: string): EventGroup | undefined {
    return this.#entities.get(key);
  }

  entities(): Iterable<EventGroup> {
    return this.#entities.values();
  }

  names(): KnownName[] {
    return namesIn(this.#facts.values());
  }
}

/** Names of groups, each in its first form: of the group that comes first in fold order. */
export function namesIn(groups: Iterable<EventGroup>): KnownName[] {
  const known = new Map<string, KnownName>();
  for (const group of groups) {
    const counted = new Set<string>();
    for (const name of namesOfGroup(group)) {
      if (name.length > LONGEST_NAME) continue;
      const key = entityKey(name);
      if (key === '' || counted.has(key)) continue;
      counted.add(key);
      const there = known.get(key);
      if (there) there.facts++;
      else known.set(key, { key, name, facts: 1 });
    }
  }
  return [...known.values()];
}

function indexed(
  groups: Iterable<PalaceEvent[]>,
  keysOf: (group: EventGroup) => readonly string[],
): Map<string, PalaceEvent[][]> {
  const index = new Map<string, PalaceEvent[][]>();
  for (const group of groups)
    for (const key of new Set(keysOf(group))) {
      const there = index.get(key);
      if (there) there.push(group);
      else index.set(key, [group]);
    }
  return index;
}

/** The newest `at` of some events. */
export function newest(events: Iterable<{ at: string }>): string | undefined {
  let at: string | undefined;
  let time = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    const its = Date.parse(event.at);
    if (its > time) [at, time] = [event.at, its];
  }
  return at;
}

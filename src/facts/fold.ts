import { foldOrder, orderedById, type PalaceEvent, revokedIds } from '../palace/events.js';
import { validity } from './dates.js';
import { linesOf, type PropertyValue } from './events.js';
import { entityKey, relationKey } from './names.js';
import type { Entity, EventGroup, Fact, FactSource } from './types.js';

/**
 * All events, sorted by what they are about. Each group can be folded by itself, and two folds are joined by joining the events of
 * their groups: that is why the logs of any number of clones, in any order, give one state.
 */
export interface Grouped {
  /** By the id of the fact. */
  facts: Map<string, PalaceEvent[]>;
  /** By the key of the entity. */
  entities: Map<string, PalaceEvent[]>;
  /** About an event that is in none of the logs (a damaged line, a log that was not fetched). They wait. */
  loose: PalaceEvent[];
}

/** Sorts events of any number of writers, in any order and with repetitions. Unknown operations are left out. */
export function groupEvents(events: Iterable<PalaceEvent>): Grouped {
  const byId = orderedById(events);
  const grouped: Grouped = { facts: new Map(), entities: new Map(), loose: [] };
  for (const event of byId.values()) {
    const root = rootOf(event, byId);
    if (root === undefined) {
      if (event.target !== undefined) grouped.loose.push(event);
    } else if (root.op === 'add') put(grouped.facts, root.event, event);
    else if (root.op === 'entity') put(grouped.entities, entityKey(String(root.name)), event);
  }
  return grouped;
}

function put(groups: Map<string, PalaceEvent[]>, key: string, event: PalaceEvent): void {
  const group = groups.get(key);
  if (group) group.push(event);
  else groups.set(key, [event]);
}

/** The `add` or `entity` that an event is about in the end; undefined when it is not there, or targets go round in a circle. */
function rootOf(event: PalaceEvent, byId: ReadonlyMap<string, PalaceEvent>): PalaceEvent | undefined {
  if (isRoot(event)) return event;
  const met = new Set<string>();
  let at: PalaceEvent | undefined = event;
  while (at !== undefined && !isRoot(at)) {
    if (met.has(at.event)) return undefined;
    met.add(at.event);
    at = at.target === undefined ? undefined : byId.get(at.target);
  }
  return at;
}

/** An event that is about nothing before it. */
export function isRoot(event: PalaceEvent): boolean {
  return event.op === 'add' || event.op === 'entity';
}

/** The same events, each once and in fold order, for groups that come from several places. */
export function joinGroups(...groups: readonly EventGroup[]): PalaceEvent[] {
  return foldOrder(groups.flat());
}

/**
 * The fact that a group tells of; undefined when its `add` was taken back. Of several values for one field the newest stands.
 * `group` in fold order, without the events that are not to be known yet.
 */
export function deriveFact(group: EventGroup): Fact | undefined {
  const revoked = group.length === 1 ? NOTHING : revokedIds(group);
  const root = group.find((event) => event.op === 'add');
  if (root === undefined || revoked.has(root.event)) return undefined;
  const fact = {
    id: root.event,
    subject: String(root.subject),
    predicate: relationKey(String(root.predicate)),
    object: String(root.object),
    from: textOr(root.from, null),
    to: textOr(root.to, null),
    confidence: numberOr(root.confidence, 1),
    sources: [sourceOf(root)],
    at: root.at,
    by: root.by ?? null,
    ended: null as Fact['ended'],
    retracted: null as Fact['retracted'],
    changes: [] as Fact['changes'][number][],
  };
  for (const event of group) {
    if (event === root || event.op === 'revoke' || revoked.has(event.event)) continue;
    const stamp = { event: event.event, at: event.at, by: event.by ?? null };
    fact.changes.push({ ...stamp, op: event.op });
    if (event.op === 'confirm') {
      fact.sources.push(sourceOf(event));
      fact.confidence = Math.max(fact.confidence, numberOr(event.confidence, 0));
    } else if (event.op === 'end') {
      fact.to = textOr(event.to, fact.to);
      fact.ended = { ...stamp, supersededBy: textOr(event.superseded_by, null) };
    } else if (event.op === 'retract') fact.retracted = { ...stamp, reason: textOr(event.reason, null) };
    else if (event.op === 'correct') {
      fact.subject = textOr(event.subject, fact.subject);
      fact.predicate = relationKey(textOr(event.predicate, fact.predicate));
      fact.object = textOr(event.object, fact.object);
      fact.confidence = numberOr(event.confidence, fact.confidence);
      if (event.from !== undefined) fact.from = textOr(event.from, null);
      if (event.to !== undefined) {
        fact.to = textOr(event.to, null);
        fact.ended = fact.to === null ? null : { ...stamp, supersededBy: null };
      }
    }
  }
  return { ...fact, ...validity(fact.from, fact.to) };
}

const NOTHING: ReadonlySet<string> = new Set();

function sourceOf(event: PalaceEvent): FactSource {
  return {
    drawer: textOr(event.drawer, null),
    lines: linesOf(event.lines),
    file: textOr(event.file, null),
    closet: textOr(event.closet, null),
    by: event.by ?? null,
    at: event.at,
  };
}

/** What the `entity` events of one name say together; undefined when all were taken back. `group` as for {@link deriveFact}. */
export function deriveEntity(group: EventGroup): Entity | undefined {
  const revoked = revokedIds(group);
  let entity: { name: string; type: string; createdAt: string; properties: Record<string, PropertyValue> } | undefined;
  for (const event of group) {
    if (event.op !== 'entity' || revoked.has(event.event)) continue;
    entity ??= { name: '', type: 'unknown', createdAt: event.at, properties: {} };
    entity.name = String(event.name);
    entity.type = textOr(event.type, entity.type);
    for (const [key, value] of Object.entries(event.properties ?? {}))
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        Object.defineProperty(entity.properties, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return entity && { key: entityKey(entity.name), ...entity };
}

/** All names that the fact of a group has, or had, as subject and object, as they are written. */
export function namesOfGroup(group: EventGroup): string[] {
  const names: string[] = [];
  for (const { op, subject, object } of group) {
    if (op !== 'add' && op !== 'correct') continue;
    if (typeof subject === 'string') names.push(subject);
    if (typeof object === 'string') names.push(object);
  }
  return names;
}

/** All relations that the fact of a group has, or had. */
export function relationsOfGroup(group: EventGroup): string[] {
  const relations: string[] = [];
  for (const { op, predicate } of group)
    if ((op === 'add' || op === 'correct') && typeof predicate === 'string') relations.push(relationKey(predicate));
  return relations;
}

function textOr<T>(value: unknown, fallback: T): string | T {
  return typeof value === 'string' ? value : fallback;
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

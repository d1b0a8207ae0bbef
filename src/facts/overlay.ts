import { foldOrder, formatEvent, type PalaceEvent } from '../palace/events.js';
import { isRoot, joinGroups, namesOfGroup, relationsOfGroup } from './fold.js';
import { type FactGroups, type KnownName, newest } from './groups.js';
import { entityKey, LONGEST_NAME } from './names.js';
import type { EventGroup } from './types.js';

/** Which group an event belongs to: of a fact, by its id, or of an entity, by its key. */
type Place = { kind: 'fact'; id: string } | { kind: 'entity'; id: string };

/**
 * A fold and further events over it, whatever their times: the same as the fold of all of them, for the price of the further ones.
 * What was folded before stays where it is (in a cache).
 */
export class OverlayGroups implements FactGroups {
  readonly #facts = new Map<string, PalaceEvent[]>();
  readonly #entities = new Map<string, PalaceEvent[]>();
  readonly #places = new Map<string, Place>();
  readonly #keys = new Map<string, Set<string>>();
  readonly #relations = new Map<string, Set<string>>();
  #loose: PalaceEvent[];
  #count = 0;
  #newestAt: string | undefined;

  private constructor(private readonly base: FactGroups) {
    this.#loose = [...base.loose];
    this.#newestAt = base.newestAt;
  }

  /** Undefined when an event has the id of a folded one and says something else: then all is to be folded anew. */
  static over(base: FactGroups, events: readonly PalaceEvent[] = []): OverlayGroups | undefined {
    const fresh: PalaceEvent[] = [];
    for (const event of foldOrder(events)) {
      const there =
        base.ofEvent(event.event)?.find((one) => one.event === event.event) ??
        base.loose.find((one) => one.event === event.event);
      if (there === undefined) fresh.push(event);
      else if (formatEvent(there) !== formatEvent(event)) return undefined;
    }
    const overlay = new OverlayGroups(base);
    overlay.put(fresh);
    return overlay;
  }

  /** More events, with ids that are nowhere yet. */
  put(events: readonly PalaceEvent[]): void {
    this.#count += events.length;
    this.#newestAt = newest([...(this.#newestAt === undefined ? [] : [{ at: this.#newestAt }]), ...events]);
    // What an event is about may come after it, and what waits for it in the base too.
    let open = [...events, ...this.#loose];
    for (let before = -1; open.length !== before; ) {
      before = open.length;
      open = open.filter((event) => !this.#place(event));
    }
    this.#loose = open.filter(({ target }) => target !== undefined);
  }

  get loose(): readonly PalaceEvent[] {
    return this.#loose;
  }

  get events(): number {
    return this.base.events + this.#count;
  }

  get newestAt(): string | undefined {
    return this.#newestAt;
  }

  ofEntity(key: string): EventGroup[] {
    return this.#with(this.base.ofEntity(key), this.#keys.get(key));
  }

  ofRelation(relation: string): EventGroup[] {
    return this.#with(this.base.ofRelation(relation), this.#relations.get(relation));
  }

  ofEvent(event: string): EventGroup | undefined {
    const place = this.#placeOf(event);
    if (place === undefined) return undefined;
    return place.kind === 'fact' ? this.#fact(place.id) : this.entity(place.id);
  }

  *all(): Generator<EventGroup> {
    for (const group of this.base.all()) if (!this.#facts.has(idOf(group))) yield group;
    for (const id of this.#facts.keys()) yield this.#fact(id);
  }

  entity(key: string): EventGroup | undefined {
    const [below, own] = [this.base.entity(key), this.#entities.get(key)];
    return own === undefined ? below : joinGroups(below ?? [], own);
  }

  *entities(): Generator<EventGroup> {
    for (const group of this.base.entities()) if (!this.#entities.has(keyOf(group))) yield group;
    for (const key of this.#entities.keys()) yield this.entity(key) ?? [];
  }

  names(): KnownName[] {
    const names = new Map(this.base.names().map((known) => [known.key, known]));
    for (const key of this.#keys.keys()) {
      if (key === '' || key.length > LONGEST_NAME) continue;
      const groups = this.ofEntity(key);
      const [first] = foldOrder(groups.flatMap((group) => group[0] ?? []));
      const group = groups.find((each) => each[0]?.event === first?.event) ?? [];
      const name = namesOfGroup(group).find((each) => entityKey(each) === key);
      if (name !== undefined && name.length <= LONGEST_NAME) names.set(key, { key, name, facts: groups.length });
    }
    return [...names.values()];
  }

  /** False when what the event is about is not there (yet). */
  #place(event: PalaceEvent): boolean {
    const place: Place | undefined = !isRoot(event)
      ? event.target === undefined
        ? undefined
        : this.#placeOf(event.target)
      : event.op === 'add'
        ? { kind: 'fact', id: event.event }
        : { kind: 'entity', id: entityKey(String(event.name)) };
    if (place === undefined) return false;
    this.#places.set(event.event, place);
    const groups = place.kind === 'fact' ? this.#facts : this.#entities;
    const group = groups.get(place.id);
    if (group) group.push(event);
    else groups.set(place.id, [event]);
    if (place.kind === 'fact') {
      for (const name of namesOfGroup([event])) note(this.#keys, entityKey(name), place.id);
      for (const relation of relationsOfGroup([event])) note(this.#relations, relation, place.id);
    }
    return true;
  }

  #placeOf(event: string): Place | undefined {
    const own = this.#places.get(event);
    if (own) return own;
    const below = this.base.ofEvent(event);
    if (below === undefined) return undefined;
    const id = idOf(below);
    return id === '' ? { kind: 'entity', id: keyOf(below) } : { kind: 'fact', id };
  }

  #fact(id: string): EventGroup {
    return joinGroups(this.base.ofEvent(id) ?? [], this.#facts.get(id) ?? []);
  }

  #with(below: readonly EventGroup[], own: ReadonlySet<string> = new Set()): EventGroup[] {
    const met = new Set<string>();
    const groups = below.map((group) => {
      const id = idOf(group);
      met.add(id);
      return this.#facts.has(id) ? this.#fact(id) : group;
    });
    for (const id of own) if (!met.has(id)) groups.push(this.#fact(id));
    return groups;
  }
}

/** Id of the fact of a group; '' for a group of an entity. */
function idOf(group: EventGroup): string {
  return group.find(({ op }) => op === 'add')?.event ?? '';
}

function keyOf(group: EventGroup): string {
  return entityKey(String(group.find(({ op }) => op === 'entity')?.name ?? ''));
}

function note(index: Map<string, Set<string>>, key: string, id: string): void {
  const there = index.get(key);
  if (there) there.add(id);
  else index.set(key, new Set([id]));
}

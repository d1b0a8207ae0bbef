import type { PalaceEvent } from '../palace/events.js';
import { foldAccents } from '../text/fold.js';
import { Aliases } from './aliases.js';
import { deriveEntity, deriveFact } from './fold.js';
import type { FactGroups, KnownName } from './groups.js';
import { entityKey, nearNames, relationKey } from './names.js';
import type { Entity, EventGroup, Fact } from './types.js';

/** What a name that somebody typed means here. */
export interface ResolvedName {
  /** As it was given. */
  given: string;
  /** As the entity is called here; as given when nothing is known. */
  name: string;
  /** Canonical key, for comparison. */
  key: string;
  /** How it was found: by its name, by an alias of entities.yaml, by the name but for accents; `none`: nothing is known of it. */
  by: 'name' | 'alias' | 'accents' | 'none';
}

/** An entity as a whole: what was said of it and how many facts there are. */
export interface EntitySummary extends Entity {
  aliases: string[];
  facts: number;
}

export interface FactsOptions {
  aliases?: Aliases;
  /** Only events before this instant (milliseconds) are known: what we knew then. Default all. */
  until?: number;
  /** Relations with one value at a time, normalised. */
  singleValued?: ReadonlySet<string>;
}

/**
 * The knowledge graph at one moment of knowledge. Every name may be given in any of its forms and aliases. Facts come in no order,
 * with the retracted ones among them (`query.ts` sorts, filters and joins).
 */
export class Facts {
  readonly aliases: Aliases;
  readonly singleValued: ReadonlySet<string>;
  readonly #until: number;
  #names: KnownName[] | undefined;

  constructor(
    readonly groups: FactGroups,
    options: FactsOptions = {},
  ) {
    this.aliases = options.aliases ?? new Aliases();
    this.singleValued = options.singleValued ?? new Set();
    this.#until = options.until ?? Number.POSITIVE_INFINITY;
  }

  /** The key by which two names are compared: equal for all names of one entity. */
  keyOf(name: string): string {
    return this.aliases.canonical(entityKey(name));
  }

  /** How an entity is called here: as entities.yaml says, else as `kg entity` said last, else as given. */
  displayName(name: string): string {
    const key = entityKey(name);
    return this.aliases.entry(key)?.name ?? this.#said(key)?.name ?? name;
  }

  /** What a typed name means. Accents are forgiven where exactly one entity is called so without them. */
  resolve(given: string): ResolvedName {
    const own = entityKey(given);
    const entry = this.aliases.entry(own);
    if (entry)
      return { given, name: entry.name, key: this.keyOf(given), by: entityKey(entry.name) === own ? 'name' : 'alias' };
    const said = this.#said(own);
    if (said) return { given, name: said.name, key: own, by: 'name' };
    const form = this.#firstForm(own);
    if (form !== undefined) return { given, name: form, key: own, by: 'name' };
    const bare = foldAccents(own);
    const same = new Map<string, string>();
    for (const name of this.#everyName())
      if (foldAccents(entityKey(name)) === bare) same.set(this.keyOf(name), this.displayName(name));
    const [only] = same;
    if (only !== undefined && same.size === 1) return { given, name: only[1], key: only[0], by: 'accents' };
    return { given, name: given, key: own, by: 'none' };
  }

  /** Names that are known and near a given one, nearest first. */
  near(given: string, limit = 3): string[] {
    return nearNames(given, this.#everyName(), limit);
  }

  /** Facts with this entity as subject or object. */
  ofEntity(name: string): Fact[] {
    const key = this.keyOf(name);
    const groups = new Set(this.aliases.keysOf(key).flatMap((each) => this.groups.ofEntity(each)));
    return this.#derive(groups).filter((fact) => this.keyOf(fact.subject) === key || this.keyOf(fact.object) === key);
  }

  ofRelation(relation: string): Fact[] {
    const key = relationKey(relation);
    return this.#derive(this.groups.ofRelation(key)).filter((fact) => fact.predicate === key);
  }

  /** Facts of exactly this triple, in whatever form and under whatever alias. */
  ofTriple(subject: string, relation: string, object: string): Fact[] {
    const key = relationKey(relation);
    const [from, to] = [this.keyOf(subject), this.keyOf(object)];
    return this.ofEntity(subject).filter(
      (fact) => fact.predicate === key && this.keyOf(fact.subject) === from && this.keyOf(fact.object) === to,
    );
  }

  /** The fact that an event made or changed. */
  ofEvent(event: string): Fact | undefined {
    const group = this.groups.ofEvent(event);
    return group && this.#fact(group);
  }

  all(): Fact[] {
    return this.#derive(this.groups.all());
  }

  /** What is known of an entity besides its facts; undefined when nothing is. */
  entity(name: string): EntitySummary | undefined {
    const key = this.keyOf(name);
    const keys = this.aliases.keysOf(key);
    const facts = this.ofEntity(name);
    const said = keys.flatMap((each) => this.#said(each) ?? []);
    const entry = this.aliases.entry(key);
    if (facts.length === 0 && said.length === 0 && entry === undefined) return undefined;
    const times = [...facts.map(({ at }) => at), ...said.flatMap(({ createdAt }) => createdAt ?? [])];
    const typed = said.find(({ type }) => type !== 'unknown');
    return {
      key,
      name: entry?.name ?? said[0]?.name ?? this.resolve(name).name,
      type: typed?.type ?? entry?.type ?? 'unknown',
      properties: Object.assign({}, ...said.map(({ properties }) => properties).reverse()),
      createdAt: times.sort()[0] ?? null,
      aliases: this.aliases.confirmed.filter((each) => this.keyOf(each.name) === key).flatMap((each) => each.aliases),
      facts: facts.length,
    };
  }

  /** One name for each entity: of facts, of what was said of entities, of entities.yaml. Sorted. */
  entityNames(): string[] {
    const names = new Map<string, string>();
    for (const name of this.#everyName()) {
      const key = this.keyOf(name);
      if (!names.has(key)) names.set(key, this.displayName(name));
    }
    return [...names.values()].sort();
  }

  #derive(groups: Iterable<EventGroup>): Fact[] {
    const facts: Fact[] = [];
    for (const group of groups) {
      const fact = this.#fact(group);
      if (fact) facts.push(fact);
    }
    return facts;
  }

  #fact(group: EventGroup): Fact | undefined {
    return deriveFact(this.#known(group));
  }

  #known(group: EventGroup): EventGroup {
    if (this.#until === Number.POSITIVE_INFINITY) return group;
    return group.filter((event: PalaceEvent) => Date.parse(event.at) < this.#until);
  }

  #said(key: string): Entity | undefined {
    const group = this.groups.entity(key);
    return group && deriveEntity(this.#known(group));
  }

  /** The name of this key as the earliest fact writes it, whatever the order in which groups are found. */
  #firstForm(key: string): string | undefined {
    const [first] = this.#derive(this.groups.ofEntity(key)).sort((a, b) =>
      a.at === b.at ? (a.id < b.id ? -1 : 1) : Date.parse(a.at) - Date.parse(b.at),
    );
    return [first?.subject, first?.object].find((name) => name !== undefined && entityKey(name) === key);
  }

  *#everyName(): Generator<string> {
    yield* this.aliases.names();
    for (const group of this.groups.entities()) {
      const said = deriveEntity(this.#known(group));
      if (said) yield said.name;
    }
    this.#names ??= this.groups.names();
    for (const { name } of this.#names) yield name;
  }
}

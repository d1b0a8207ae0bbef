import type { ConfirmedEntity } from '../palace/entities-file.js';
import { entityKey } from './names.js';

/** Which names are one: what entities.yaml says of people, projects and the names they go by. */
export class Aliases {
  /** Key of a name or alias → its entry. */
  readonly #entries = new Map<string, { name: string; type: string; keys: string[] }>();
  /** Aliases that two entries claim; the first one has them. */
  readonly disputed: { alias: string; names: [string, string] }[] = [];

  constructor(readonly confirmed: readonly ConfirmedEntity[] = []) {
    for (const { name, type, aliases } of confirmed) {
      const known = this.#entries.get(entityKey(name));
      const entry = known ?? { name, type, keys: [] };
      for (const each of [name, ...aliases]) {
        const key = entityKey(each);
        if (key === '') continue;
        const holder = this.#entries.get(key);
        if (holder === entry) continue;
        if (holder !== undefined) {
          this.disputed.push({ alias: each, names: [holder.name, name] });
          continue;
        }
        this.#entries.set(key, entry);
        entry.keys.push(key);
      }
    }
  }

  /** The one key that stands for all names of an entity; the key itself for a name that nobody confirmed. */
  canonical(key: string): string {
    return this.#entries.get(key)?.keys[0] ?? key;
  }

  /** Keys of all names of the entity that has this one, the canonical key first. */
  keysOf(key: string): readonly string[] {
    return this.#entries.get(key)?.keys ?? [key];
  }

  /** The confirmed name and type of whoever goes by this name; undefined when nobody confirmed it. */
  entry(key: string): { name: string; type: string } | undefined {
    return this.#entries.get(key);
  }

  /** All confirmed names and aliases, as they are written. */
  *names(): Generator<string> {
    for (const { name, aliases } of this.confirmed) {
      yield name;
      yield* aliases;
    }
  }
}

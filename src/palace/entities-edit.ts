import { createRequire } from 'node:module';
import type { Document, YAMLMap, YAMLSeq } from 'yaml';
import { ENTITY_LISTS, parseEntitiesFile } from './entities-file.js';
import { PATHS } from './layout.js';

/** An entry to write. `type`: `person` stands below `people`, and so on; a type without a list of ours has a list of its own name. */
export interface EntityEntry {
  name: string;
  type: string;
  aliases?: readonly string[];
  code?: string;
}

/** The list of entities.yaml that holds entries of a type. */
export function listOfType(type: string): string {
  return [...ENTITY_LISTS].find(([, each]) => each === type)?.[0] ?? type;
}

/**
 * The text of `entities.yaml`, changed: comments, unknown keys and the order of what stands there stay. Names are compared as given;
 * who calls decides which entry is meant.
 */
export class EntitiesText {
  private readonly document: Document;

  /** @throws PalaceError `broken-yaml` with the line. */
  constructor(text: string, file: string = PATHS.entities) {
    parseEntitiesFile(text, file);
    this.document = yaml().parseDocument(text);
    if (!yaml().isMap(this.document.contents)) this.document.contents = new (yaml().YAMLMap)();
  }

  /** Adds an entry at the end of its list. */
  add({ name, type, aliases = [], code }: EntityEntry): void {
    const list = listOfType(type);
    const node = this.document.createNode({ name, ...(code !== undefined && { code }) }) as YAMLMap;
    if (aliases.length > 0) node.set('aliases', this.document.createNode([...aliases], { flow: true }));
    this.listFor(list).add(node);
  }

  /** Sets aliases (none: the key goes) and code (`null`: the key goes) of an entry; what is undefined stays. */
  set(name: string, changes: { aliases?: readonly string[]; code?: string | null }): void {
    const node = this.entry(name);
    if (node === undefined) return;
    const { aliases, code } = changes;
    if (aliases?.length === 0) node.delete('aliases');
    else if (aliases !== undefined) node.set('aliases', this.document.createNode([...aliases], { flow: true }));
    if (code === null) node.delete('code');
    else if (code !== undefined) node.set('code', code);
  }

  /** Takes an entry out. @returns false when there is none. */
  remove(name: string): boolean {
    for (const list of this.lists()) {
      const at = list.items.findIndex((item) => this.nameOf(item) === name);
      if (at === -1) continue;
      list.items.splice(at, 1);
      // An empty block list would be written as nothing, which is no list when it is read again.
      if (list.items.length === 0) list.flow = true;
      return true;
    }
    return false;
  }

  toString(): string {
    return this.document.toString({ lineWidth: 0, flowCollectionPadding: false });
  }

  private lists(): YAMLSeq[] {
    const { isMap, isSeq } = yaml();
    const { contents } = this.document;
    return isMap(contents) ? contents.items.flatMap(({ value }) => (isSeq(value) ? [value] : [])) : [];
  }

  private listFor(name: string): YAMLSeq {
    const { isSeq } = yaml();
    const known = this.document.get(name, true);
    if (isSeq(known)) {
      if (known.items.length === 0) known.flow = false;
      return known;
    }
    const made = this.document.createNode([]);
    made.flow = false;
    this.document.set(name, made);
    return made;
  }

  /** The entry of a name as a map; a name alone is made one. */
  private entry(name: string): YAMLMap | undefined {
    const { isMap } = yaml();
    for (const list of this.lists()) {
      const at = list.items.findIndex((item) => this.nameOf(item) === name);
      if (at === -1) continue;
      const item = list.items[at];
      if (isMap(item)) return item;
      const node = this.document.createNode({ name }) as YAMLMap;
      list.items[at] = node;
      return node;
    }
    return undefined;
  }

  private nameOf(item: unknown): string | undefined {
    const { isMap, isScalar } = yaml();
    const name: unknown = isMap(item) ? item.get('name') : isScalar(item) ? item.value : undefined;
    return typeof name === 'string' ? name.trim() : undefined;
  }
}

/** Loaded when such a file is written. */
function yaml(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml');
}

import { crc32 } from 'node:zlib';
import { bytesOf, Container, containerPieces, DamagedCacheError, memorySource } from '../index/container.js';
import type { DamagedLine, PalaceEvent } from '../palace/events.js';
import { isRoot, namesOfGroup, relationsOfGroup } from './fold.js';
import type { FactGroups, KnownName, MemoryGroups } from './groups.js';
import { entityKey, relationKey } from './names.js';
import type { EventGroup } from './types.js';

const MAGIC = 'PLFF';
/** Raised whenever groups, keys or the layout mean something else. */
const VERSION = 1;

/** A log as it was folded. */
export interface FoldedFile {
  path: string;
  /** Bytes, and their id as a blob. */
  size: number;
  blob: string;
  /** Of the file in the work tree when it was read: an unchanged one is not read again. */
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
}

/** What a fold was made of, and what is not in its groups. */
export interface FoldManifest {
  files: FoldedFile[];
  /** When the files were looked at, in milliseconds by the clock of the file system. */
  readAt: number;
  events: number;
  newestAt: string | null;
  facts: number;
  loose: PalaceEvent[];
  damaged: DamagedLine[];
}

const SECTION = { manifest: 0, offsets: 1, checks: 2, hashes: 3, rows: 4, names: 5, heap: 6 } as const;

/**
 * A fold as one file: each group's events as JSON, one table of hashes that leads from names, relations and events to groups. A
 * reader parses the groups that it is asked for, and nothing else.
 */
export function writeFold(groups: MemoryGroups, about: Pick<FoldManifest, 'files' | 'readAt' | 'damaged'>): Buffer[] {
  const facts = [...groups.all()];
  const rows = [...facts, ...groups.entities()];
  const heap = new Heap(about.files.reduce((sum, { size }) => sum + size, 0));
  const keyOfName = remembered(entityKey);
  const relation = remembered(relationKey);
  const offsets = new Uint32Array(rows.length + 1);
  const checks = new Uint32Array(rows.length);
  // Hash and row in one number, so that the table is sorted without a comparison function.
  const entries: number[] = [];
  rows.forEach((group, row) => {
    const record = heap.add(JSON.stringify(group));
    offsets[row + 1] = heap.length;
    checks[row] = crc32(record);
    for (const hash of hashesOf(group, keyOfName, relation)) entries.push(hash * ROWS + row);
  });
  const table = Float64Array.from(entries).sort();
  const hashes = new Uint32Array(table.length);
  const targets = new Uint32Array(table.length);
  table.forEach((entry, at) => {
    hashes[at] = Math.floor(entry / ROWS);
    targets[at] = entry % ROWS;
  });
  const manifest: FoldManifest = {
    ...about,
    events: groups.events,
    newestAt: groups.newestAt ?? null,
    facts: facts.length,
    loose: [...groups.loose],
  };
  return containerPieces(MAGIC, VERSION, [
    Buffer.from(JSON.stringify(manifest), 'utf8'),
    bytesOf(offsets),
    bytesOf(checks),
    bytesOf(hashes),
    bytesOf(targets),
    Buffer.from(JSON.stringify(groups.names()), 'utf8'),
    heap.bytes(),
  ]);
}

/** More groups than a palace will ever have; hash and row together stay exact in a double. */
const ROWS = 2 ** 21;

/** One memory for all records, where a buffer for each costs more than what is in it. */
class Heap {
  length = 0;
  #bytes: Buffer;

  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expected + expected / 8 + 1024);
  }

  /** The record, until the next one is added. */
  add(text: string): Buffer {
    const most = 3 * text.length;
    if (this.length + most > this.#bytes.length)
      this.#bytes = Buffer.concat([this.bytes()], 2 * this.#bytes.length + most);
    const start = this.length;
    this.length += this.#bytes.write(text, start);
    return this.#bytes.subarray(start, this.length);
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

/** What a pure function gave for the same text before: names and relations come again and again. */
function remembered(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const there = known.get(text);
    if (there !== undefined) return there;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** What leads to a group: `name `, `relation `, `event ` and `entity ` with what follows. */
function hashesOf(
  group: EventGroup,
  keyOfName: (name: string) => string,
  relation: (text: string) => string,
): Set<number> {
  const hashes = new Set<number>();
  for (const { op, event, subject, object, predicate, name } of group) {
    hashes.add(hashOf(event, EVENT));
    if (op === 'entity') hashes.add(hashOf(keyOfName(String(name)), ENTITY));
    if (op !== 'add' && op !== 'correct') continue;
    if (typeof subject === 'string') hashes.add(hashOf(keyOfName(subject), NAME));
    if (typeof object === 'string') hashes.add(hashOf(keyOfName(object), NAME));
    if (typeof predicate === 'string') hashes.add(hashOf(relation(predicate), RELATION));
  }
  return hashes;
}

/** FNV-1a over UTF-16 code units. Two keys may share a hash: what is found is looked at. */
function hashOf(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

const NAME = hashOf('name ');
const RELATION = hashOf('relation ');
const EVENT = hashOf('event ');
const ENTITY = hashOf('entity ');

/** Whether a fold of so many groups fits the layout; a larger one is not kept. */
export function isStorable(groups: MemoryGroups): boolean {
  return groups.count < ROWS;
}

/** The groups of a fold that {@link writeFold} wrote. Damage shows as {@link DamagedCacheError}, at the latest when a group is read. */
export class CachedGroups implements FactGroups {
  readonly manifest: FoldManifest;
  readonly #container: Container;
  readonly #offsets: Uint32Array;
  readonly #checks: Uint32Array;
  readonly #hashes: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #read = new Map<number, EventGroup>();

  /** @throws DamagedCacheError */
  constructor(bytes: Buffer) {
    this.#container = Container.open(memorySource(bytes), MAGIC, VERSION);
    this.manifest = JSON.parse(this.#container.section(SECTION.manifest).toString('utf8')) as FoldManifest;
    this.#offsets = this.#container.numbers(SECTION.offsets);
    this.#checks = this.#container.numbers(SECTION.checks);
    this.#hashes = this.#container.numbers(SECTION.hashes);
    this.#rows = this.#container.numbers(SECTION.rows);
  }

  get loose(): readonly PalaceEvent[] {
    return this.manifest.loose;
  }

  get events(): number {
    return this.manifest.events;
  }

  get newestAt(): string | undefined {
    return this.manifest.newestAt ?? undefined;
  }

  ofEntity(key: string): EventGroup[] {
    return this.#find(hashOf(key, NAME)).filter((group) => namesOfGroup(group).some((name) => entityKey(name) === key));
  }

  ofRelation(relation: string): EventGroup[] {
    return this.#find(hashOf(relation, RELATION)).filter((group) => relationsOfGroup(group).includes(relation));
  }

  ofEvent(event: string): EventGroup | undefined {
    return this.#find(hashOf(event, EVENT)).find((group) => group.some((each) => each.event === event));
  }

  *all(): Generator<EventGroup> {
    for (let row = 0; row < this.manifest.facts; row++) yield this.#group(row);
  }

  entity(key: string): EventGroup | undefined {
    return this.#find(hashOf(key, ENTITY)).find((group) =>
      group.some((event) => isRoot(event) && event.op === 'entity' && entityKey(String(event.name)) === key),
    );
  }

  *entities(): Generator<EventGroup> {
    for (let row = this.manifest.facts; row < this.#checks.length; row++) yield this.#group(row);
  }

  names(): KnownName[] {
    return JSON.parse(this.#container.section(SECTION.names).toString('utf8')) as KnownName[];
  }

  #find(hash: number): EventGroup[] {
    let [low, high] = [0, this.#hashes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#hashes[middle] ?? 0) < hash) low = middle + 1;
      else high = middle;
    }
    const found: EventGroup[] = [];
    for (let at = low; this.#hashes[at] === hash; at++) found.push(this.#group(this.#rows[at] ?? 0));
    return found;
  }

  #group(row: number): EventGroup {
    const known = this.#read.get(row);
    if (known) return known;
    const record = this.#container.piece(SECTION.heap, this.#offsets[row] ?? 0, this.#offsets[row + 1] ?? 0);
    if (crc32(record) !== this.#checks[row]) throw new DamagedCacheError('damaged group of facts');
    const group = JSON.parse(record.toString('utf8')) as EventGroup;
    this.#read.set(row, group);
    return group;
  }
}

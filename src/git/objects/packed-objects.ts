import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { ObjectType } from '../hash.js';
import { asObjectId, type ObjectId } from '../types.js';
import { applyDelta } from './delta.js';
import { PackFile } from './pack-file.js';
import { PackIndex } from './pack-index.js';

interface Found {
  type: ObjectType;
  content: Buffer;
}
interface Pack {
  index: PackIndex;
  file: PackFile;
  /** Objects that others are deltas of, by offset. */
  bases: Map<number, Found>;
}

const TYPES: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];
const OFFSET_DELTA = 6;
const ID_DELTA = 7;
/** Larger ones are left to git. Bytes. */
const LARGEST = 64 * 1024 * 1024;
/** What is looked at first: a header, and the whole of most objects. Bytes. */
const FIRST_READ = 4096;
/** Deltas stand on deltas; git makes 50 at most by default, 4,095 ever. */
const DEEPEST = 5000;
/** Bases kept for the deltas that come next, of one pack, and the largest of them. */
const KEPT_BASES = 256;
const LARGEST_KEPT = 256 * 1024;

/**
 * Objects that lie in packs, read by the index without a process. Whatever is unusual (an index of version 1, an object of 64 MiB,
 * damage) is "missing" here, and git looks further.
 */
export class PackedObjects {
  readonly #folder: string;
  #packs: Map<string, Pack | undefined> | undefined;

  constructor(commonDir: string) {
    this.#folder = join(commonDir, 'objects', 'pack');
  }

  find(id: ObjectId): Found | undefined {
    const known = this.#packs;
    const found = this.#findIn(known ?? this.#list(), id);
    // A gc in another process makes new packs; the old ones stay readable while they are open.
    return found ?? (known === undefined ? undefined : this.#findIn(this.#list(), id));
  }

  close(): void {
    for (const pack of this.#packs?.values() ?? []) {
      pack?.index.close();
      pack?.file.close();
    }
    this.#packs = undefined;
  }

  #findIn(packs: Iterable<[string, Pack | undefined]>, id: ObjectId): Found | undefined {
    for (const [, pack] of packs) {
      if (!pack) continue;
      try {
        const offset = pack.index.find(id);
        if (offset === undefined) continue;
        const found = this.#read(pack, offset, 0);
        if (found !== undefined) return found;
      } catch {
        // damaged, or on a disk that is gone: git says what is wrong
      }
    }
    return undefined;
  }

  /** The packs that were not seen yet; only these are worth another look. */
  #list(): [string, Pack | undefined][] {
    this.#packs ??= new Map();
    const fresh: [string, Pack | undefined][] = [];
    for (const name of namesIn(this.#folder)) {
      if (this.#packs.has(name)) continue;
      const pack = openPack(join(this.#folder, name));
      this.#packs.set(name, pack);
      fresh.push([name, pack]);
    }
    return fresh;
  }

  #read(pack: Pack, offset: number, depth: number): Found | undefined {
    const kept = pack.bases.get(offset);
    if (kept !== undefined) return kept;
    const head = pack.file.read(offset, FIRST_READ);
    const { type, size, next } = readHeader(head);
    if (size > LARGEST || depth > DEEPEST) return undefined;
    const name = TYPES[type];
    if (name !== undefined) {
      const content = inflate(pack, head, offset, next, size);
      return content && { type: name, content };
    }
    const base = type === OFFSET_DELTA ? offset - readDistance(head, next) : baseById(pack, head, type, next);
    if (base === undefined || base < 0) return undefined;
    const delta = inflate(pack, head, offset, afterBase(head, type, next), size);
    if (delta === undefined) return undefined;
    const under = this.#read(pack, base, depth + 1);
    if (under === undefined) return undefined;
    keep(pack, base, under);
    const content = applyDelta(under.content, delta, LARGEST);
    return content && { type: under.type, content };
  }
}

/** `size` bytes out of the deflated ones at `offset + start`, the first of which are in `head`. */
function inflate({ file }: Pack, head: Buffer, offset: number, start: number, size: number): Buffer | undefined {
  // Deflate grows what it cannot shrink by 5 bytes in 16 kB, and its frame has 6.
  const most = size + 64 + (size >> 10);
  const isThere = head.length < FIRST_READ || head.length - start >= most;
  const bytes = isThere ? head.subarray(start) : file.read(offset + start, most);
  const content = inflateSync(bytes, { chunkSize: Math.max(64, size + 1) });
  return content.length === size ? content : undefined;
}

/** A base is kept, so that the deltas on it need not unpack it again. */
function keep({ bases }: Pack, offset: number, found: Found): void {
  if (found.content.length > LARGEST_KEPT || bases.has(offset)) return;
  const oldest = bases.size >= KEPT_BASES ? bases.keys().next().value : undefined;
  if (oldest !== undefined) bases.delete(oldest);
  bases.set(offset, found);
}

/** Type and size before the bytes of an object: four bits of the size, then seven a byte. */
function readHeader(bytes: Buffer): { type: number; size: number; next: number } {
  let at = 0;
  let byte = bytes[at++] ?? 0;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte >= 0x80; factor *= 128) {
    byte = bytes[at++] ?? 0;
    size += (byte & 0x7f) * factor;
  }
  return { type, size, next: at };
}

/** How far before a delta its base begins. */
function readDistance(bytes: Buffer, start: number): number {
  let at = start;
  let byte = bytes[at++] ?? 0;
  let distance = byte & 0x7f;
  while (byte >= 0x80) {
    byte = bytes[at++] ?? 0;
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return distance;
}

function baseById({ index }: Pack, bytes: Buffer, type: number, start: number): number | undefined {
  return type === ID_DELTA ? index.find(asObjectId(bytes.toString('hex', start, start + 20))) : undefined;
}

function afterBase(bytes: Buffer, type: number, start: number): number {
  if (type === ID_DELTA) return start + 20;
  let at = start;
  while ((bytes[at++] ?? 0) >= 0x80);
  return at;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.idx'))
      .sort();
  } catch {
    return [];
  }
}

function openPack(index: string): Pack | undefined {
  try {
    const opened = PackIndex.open(index);
    return opened && { index: opened, file: new PackFile(index.replace(/idx$/, 'pack')), bases: new Map() };
  } catch {
    // gone meanwhile
    return undefined;
  }
}

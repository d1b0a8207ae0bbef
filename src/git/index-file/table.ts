import { sha1 } from '../../base/hash.js';
import {
  damagedIndex,
  type EntryList,
  entryAt,
  type IndexEntry,
  isExtended,
  spanOf,
  UnsupportedIndexError,
} from './codec.js';
import { type IndexUpdate, lowerBound, planIndexEdits } from './edit.js';
import { forgetFolders } from './tree-cache.js';

const HEADER = 12;
const TRAILER = 20;
/** With more updates than these every entry is decoded once; with fewer, only those on the way to each. */
const FEW_UPDATES = 64;

/**
 * Git's index (versions 2 and 3) as its bytes and the places of its entries. An entry becomes an object when it is asked for,
 * and an edit copies the bytes of all others as they are: a commit of one file in a palace of ten thousand costs two copies and
 * not ten thousand objects.
 */
export class IndexTable implements EntryList, Iterable<IndexEntry> {
  private constructor(
    readonly version: 2 | 3,
    /** Without the trailer. */
    private readonly body: Buffer,
    /** Where each entry begins, and behind them where the last one ends. */
    private readonly offsets: Uint32Array,
    /** Number of entries with flags of version 3. */
    private readonly extended: number,
    /** Whether a path is in the middle of a merge. */
    readonly hasUnmerged: boolean,
    /** Payload of the TREE extension (ids of folders that stand in the index unchanged). */
    private readonly trees: Buffer | undefined,
  ) {}

  /** An index that holds nothing, as where there is no file. */
  static empty(): IndexTable {
    return new IndexTable(2, Buffer.alloc(HEADER), Uint32Array.of(HEADER), 0, false, undefined);
  }

  /**
   * @throws {UnsupportedIndexError} for version 4, a split index and a sparse index.
   * @throws PalaceError `damaged-index`.
   */
  static read(file: Buffer): IndexTable {
    const body = checked(file);
    const version = body.readUInt32BE(4);
    if (version === 4) throw new UnsupportedIndexError('version 4 (path compression)');
    if (version !== 2 && version !== 3) throw new UnsupportedIndexError(`version ${version}`);
    const count = body.readUInt32BE(8);
    if (count > body.length) throw damagedIndex('it ends within an entry');
    const offsets = new Uint32Array(count + 1);
    let extended = 0;
    let unmerged = false;
    let at = HEADER;
    for (let entry = 0; entry < count; entry++) {
      offsets[entry] = at;
      const span = spanOf(body, at);
      if (span.extended) extended += 1;
      if (span.stage !== 0) unmerged = true;
      at = span.end;
    }
    offsets[count] = at;
    return new IndexTable(version, body, offsets, extended, unmerged, readExtensions(body, at));
  }

  get length(): number {
    return this.offsets.length - 1;
  }

  at(index: number): IndexEntry | undefined {
    const start = index < this.length ? this.offsets[index] : undefined;
    return start === undefined ? undefined : entryAt(this.body, start);
  }

  *[Symbol.iterator](): Iterator<IndexEntry> {
    for (let index = 0; index < this.length; index++) yield entryAt(this.body, this.offsets[index] ?? 0);
  }

  /** The bytes of the index with the updates made (see {@link planIndexEdits}); undefined when nothing changes. */
  edited(updates: readonly IndexUpdate[]): Buffer | undefined {
    const entries: EntryList = updates.length > FEW_UPDATES ? [...this] : this;
    const planned = planIndexEdits(entries, updates);
    if (planned.size === 0) return undefined;
    const parts: Buffer[] = [];
    let { length: count, extended } = this;
    let from = 0;
    for (const [key, entry] of planned) {
      const place = lowerBound(entries, key);
      parts.push(this.body.subarray(this.offsets[from], this.offsets[place]));
      const old = entries.at(place);
      const replaces = old?.key === key;
      if (replaces && isExtended(old)) extended -= 1;
      if (entry !== undefined && isExtended(entry)) extended += 1;
      if (entry !== undefined) parts.push(entry.raw);
      count += (entry === undefined ? 0 : 1) - (replaces ? 1 : 0);
      from = replaces ? place + 1 : place;
    }
    parts.push(this.body.subarray(this.offsets[from], this.offsets[this.length]));
    const trees = this.trees === undefined ? undefined : forgetFolders(this.trees, planned.keys());
    return assemble(count, extended > 0 ? 3 : 2, parts, trees);
  }
}

/** A whole index file; `entries` are the bytes of its entries in order, cut anywhere. */
function assemble(count: number, version: 2 | 3, entries: readonly Buffer[], trees: Buffer | undefined): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('DIRC', 0, 'latin1');
  header.writeUInt32BE(version, 4);
  header.writeUInt32BE(count, 8);
  const parts = [header, ...entries];
  if (trees !== undefined) {
    const head = Buffer.from('TREE\0\0\0\0', 'latin1');
    head.writeUInt32BE(trees.length, 4);
    parts.push(head, trees);
  }
  return Buffer.concat([...parts, Buffer.from(sha1(...parts), 'hex')]);
}

function checked(file: Buffer): Buffer {
  if (file.length < HEADER + TRAILER || file.toString('latin1', 0, 4) !== 'DIRC') throw damagedIndex('no header');
  const body = file.subarray(0, file.length - TRAILER);
  const sum = file.toString('hex', file.length - TRAILER);
  // `index.skipHash` writes zeros.
  if (!/^0{40}$/.test(sum) && sha1(body) !== sum) throw damagedIndex('its checksum does not match');
  return body;
}

/** The payload of TREE. Git passes over optional extensions (capital first letter) that it does not know, and so do we. */
function readExtensions(body: Buffer, start: number): Buffer | undefined {
  let trees: Buffer | undefined;
  for (let at = start; at + 8 <= body.length; ) {
    const name = body.toString('latin1', at, at + 4);
    const end = at + 8 + body.readUInt32BE(at + 4);
    if (name === 'link') throw new UnsupportedIndexError('a split index');
    if (name === 'sdir') throw new UnsupportedIndexError('a sparse index');
    // A small first letter: it must be understood.
    if (name.charCodeAt(0) >= 0x61) throw new UnsupportedIndexError(`the extension "${name}"`);
    if (name === 'TREE') trees = body.subarray(at + 8, end);
    at = end;
  }
  return trees;
}

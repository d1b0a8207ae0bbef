import { EMPTY_TREE } from '../hash.js';
import { asObjectId, type FileMode, type ObjectId, type TreeEntry } from '../types.js';
import { type ObjectReader, readTyped } from './object.js';

/**
 * An entry as it stands in a tree object. `key` is the name with each byte as one character (latin1), so that names that
 * are not UTF-8 survive a rewrite and plain string comparison is git's byte order.
 */
export interface RawTreeEntry {
  /** As written by whoever made the tree (`40000`, also historical modes such as `100664`). */
  mode: string;
  key: string;
  id: ObjectId;
}

export const TREE_MODE = '40000';

/** @throws {Error} on a damaged tree. */
export function parseTree(content: Buffer): RawTreeEntry[] {
  const entries: RawTreeEntry[] = [];
  let at = 0;
  while (at < content.length) {
    const space = content.indexOf(0x20, at);
    const nul = content.indexOf(0, space + 1);
    if (space < 0 || nul < 0 || nul + 21 > content.length) throw new Error('damaged tree object');
    entries.push({
      mode: content.toString('latin1', at, space),
      key: content.toString('latin1', space + 1, nul),
      id: asObjectId(content.toString('hex', nul + 1, nul + 21)),
    });
    at = nul + 21;
  }
  return entries;
}

/** Bytes of a tree; sorts the entries as git demands (a folder compares as if its name ended in `/`). */
export function renderTree(entries: readonly RawTreeEntry[]): Buffer {
  const sorted = entries.map((entry) => ({ entry, order: sortKey(entry) }));
  sorted.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
  const parts: Buffer[] = [];
  for (const { entry } of sorted)
    parts.push(Buffer.from(`${entry.mode} ${entry.key}\0`, 'latin1'), Buffer.from(entry.id, 'hex'));
  return Buffer.concat(parts);
}

function sortKey(entry: RawTreeEntry): string {
  return entry.mode === TREE_MODE ? `${entry.key}/` : entry.key;
}

/** Raw entries of a tree; the empty tree needs no object. */
export async function readRawTree(reader: ObjectReader, id: ObjectId): Promise<RawTreeEntry[]> {
  return id === EMPTY_TREE ? [] : parseTree(await readTyped(reader, id, 'tree'));
}

/** Byte key of a name or path (see {@link RawTreeEntry}). */
export function keyOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Text of a byte key; bytes that are not UTF-8 become U+FFFD. */
export function textOf(key: string): string {
  return Buffer.from(key, 'latin1').toString('utf8');
}

/** Mode as the rest of the program knows it: git itself only tells these apart. */
export function entryMode(mode: string): TreeEntry['mode'] {
  if (mode === TREE_MODE || mode === '040000') return '040000';
  return fileMode(mode);
}

/** Mode of anything that is not a folder; historical group-writable modes count as plain files. */
export function fileMode(mode: string): FileMode {
  if (mode === '120000' || mode === '160000') return mode;
  return (Number.parseInt(mode, 8) & 0o100) !== 0 ? '100755' : '100644';
}

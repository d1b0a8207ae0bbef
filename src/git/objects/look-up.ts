import type { Commit, FileEntry, ObjectId } from '../types.js';
import type { TreeFile } from './build-tree.js';
import { parseCommit } from './commit.js';
import { type ObjectReader, readTyped } from './object.js';
import { fileMode, keyOf, type RawTreeEntry, readRawTree, TREE_MODE, textOf } from './tree.js';

/** A commit with those of its parents that the repository has: none where a shallow clone ends. */
export async function readCommitObject(reader: ObjectReader, id: ObjectId): Promise<Commit> {
  const commit = parseCommit(id, await readTyped(reader, id, 'commit'));
  return reader.shallow.has(id) ? { ...commit, parents: [] } : commit;
}

/** File or folder at `path` of a tree; undefined when there is none. */
export async function entryAt(reader: ObjectReader, tree: ObjectId, path: string): Promise<RawTreeEntry | undefined> {
  let found: RawTreeEntry | undefined;
  let folder = tree;
  for (const name of path.split('/')) {
    if (found !== undefined && found.mode !== TREE_MODE) return undefined;
    const key = keyOf(name);
    found = (await readRawTree(reader, folder)).find((entry) => entry.key === key);
    if (found === undefined) return undefined;
    folder = found.id;
  }
  return found;
}

/** File at `path` of a tree; undefined when there is none or a folder. */
export async function fileAt(reader: ObjectReader, tree: ObjectId, path: string): Promise<TreeFile | undefined> {
  const entry = await entryAt(reader, tree, path);
  return entry === undefined || entry.mode === TREE_MODE ? undefined : { id: entry.id, mode: fileMode(entry.mode) };
}

/** All files below a tree, in git's order. `prefix` goes before each path. */
export async function filesBelow(reader: ObjectReader, tree: ObjectId, prefix = ''): Promise<FileEntry[]> {
  const files: FileEntry[] = [];
  for (const entry of await readRawTree(reader, tree)) {
    const path = prefix + textOf(entry.key);
    if (entry.mode === TREE_MODE) for (const file of await filesBelow(reader, entry.id, `${path}/`)) files.push(file);
    else files.push({ path, mode: fileMode(entry.mode), id: entry.id });
  }
  return files;
}

import { EMPTY_TREE } from '../hash.js';
import type { ObjectId, TreeChange } from '../types.js';
import type { ObjectReader } from './object.js';
import { fileMode, type RawTreeEntry, readRawTree, TREE_MODE, textOf } from './tree.js';

/** Files that differ between two trees; equal folders are not read. Unsorted. */
export async function diffTreeFiles(
  reader: ObjectReader,
  before: ObjectId | undefined,
  after: ObjectId | undefined,
): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  await compareFolders(reader, before ?? EMPTY_TREE, after ?? EMPTY_TREE, '', changes);
  return changes;
}

async function compareFolders(
  reader: ObjectReader,
  before: ObjectId,
  after: ObjectId,
  prefix: string,
  changes: TreeChange[],
): Promise<void> {
  if (before === after) return;
  const left = await entriesByKey(reader, before);
  const right = await entriesByKey(reader, after);
  for (const key of new Set([...left.keys(), ...right.keys()]))
    await compareEntries(reader, left.get(key), right.get(key), prefix + textOf(key), changes);
}

async function entriesByKey(reader: ObjectReader, id: ObjectId): Promise<Map<string, RawTreeEntry>> {
  return new Map((await readRawTree(reader, id)).map((entry) => [entry.key, entry]));
}

async function compareEntries(
  reader: ObjectReader,
  left: RawTreeEntry | undefined,
  right: RawTreeEntry | undefined,
  path: string,
  changes: TreeChange[],
): Promise<void> {
  const folder = (entry: RawTreeEntry | undefined): ObjectId => (entry?.mode === TREE_MODE ? entry.id : EMPTY_TREE);
  await compareFolders(reader, folder(left), folder(right), `${path}/`, changes);
  const before = side(left);
  const after = side(right);
  if (before?.id === after?.id && before?.mode === after?.mode) return;
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  changes.push({ kind, path, before, after });
}

function side(entry: RawTreeEntry | undefined): TreeChange['before'] {
  if (entry === undefined || entry.mode === TREE_MODE) return undefined;
  return { mode: fileMode(entry.mode), id: entry.id };
}

import { join } from 'node:path';
import { sameFile } from './commit.js';
import type { IndexUpdate } from './index-file/edit.js';
import { statOfContent } from './index-file/stat.js';
import type { TreeFile } from './objects/build-tree.js';
import { fileAt } from './objects/look-up.js';
import type { ObjectReader } from './objects/object.js';
import { keyOf } from './objects/tree.js';
import type { Git } from './types.js';

/** How many earlier versions of a path are looked at to tell an entry that lags behind from one that a person staged. */
const VERSIONS = 50;

/**
 * Updates that bring the index entries of `paths` up to HEAD. An entry is taken for lagging when it is missing, or holds
 * what the path held in one of its last 50 versions; anything else was staged by a person and stays.
 */
export async function refreshUpdates(git: Git, reader: ObjectReader, paths: readonly string[]): Promise<IndexUpdate[]> {
  const head = await git.head();
  if (head.commit === undefined) return [];
  const { tree } = await git.readCommit(head.commit);
  const updates: IndexUpdate[] = [];
  for (const path of paths) {
    const after = await fileAt(reader, tree, path);
    const known: (TreeFile | undefined)[] = [undefined];
    for (const commit of await git.log({ paths: [path], limit: VERSIONS }))
      known.push(await fileAt(reader, commit.tree, path));
    updates.push({
      key: keyOf(path),
      replaces: (entry) => known.some((version) => sameFile(version, entry)),
      after,
      stat: after === undefined ? undefined : statOfContent(join(git.workTree, path), after.id),
    });
  }
  return updates;
}

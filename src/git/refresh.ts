import { join } from 'node:path';
import { sameFile } from './commit.js';
import { type EntryList, entryDetails } from './index-file/codec.js';
import { type IndexUpdate, lowerBound } from './index-file/edit.js';
import { statOfContent } from './index-file/stat.js';
import type { TreeFile } from './objects/build-tree.js';
import { fileAt } from './objects/look-up.js';
import type { ObjectReader } from './objects/object.js';
import { fileMode, keyOf } from './objects/tree.js';
import type { Git, ObjectId } from './types.js';

/** How many of the newest commits are looked at to tell an entry that lags behind from one that a person staged. */
const COMMITS = 50;

/**
 * Updates that bring the index entries of `paths` up to HEAD. An entry is taken for lagging when it is missing, or holds
 * what one of the newest 50 commits replaced at that path; anything else was staged by a person and stays.
 * `entries` are those of the index, sorted.
 */
export async function refreshUpdates(
  git: Git,
  reader: ObjectReader,
  entries: EntryList,
  paths: readonly string[],
): Promise<IndexUpdate[]> {
  const head = await git.head();
  if (head.commit === undefined) return [];
  const { tree } = await git.readCommit(head.commit);
  const wanted = new Map<string, TreeFile | undefined>();
  const differing = new Set<string>();
  for (const path of paths) {
    const after = await fileAt(reader, tree, path);
    wanted.set(path, after);
    const entry = entryOf(entries, path);
    if (entry !== undefined && !sameFile(entry, after)) differing.add(path);
  }
  const replaced = differing.size === 0 ? new Map() : await replacedVersions(git, head.commit, differing);
  return [...wanted].map(([path, after]) => {
    const known: readonly TreeFile[] = replaced.get(path) ?? [];
    return {
      key: keyOf(path),
      replaces: (entry) => entry === undefined || known.some((version) => sameFile(version, entry)),
      after,
      stat: after === undefined ? undefined : statOfContent(join(git.workTree, path), after.id),
    };
  });
}

function entryOf(entries: EntryList, path: string): TreeFile | undefined {
  const key = keyOf(path);
  const entry = entries.at(lowerBound(entries, key));
  if (entry?.key !== key) return undefined;
  const { id, mode } = entryDetails(entry);
  return { id, mode: fileMode(mode) };
}

/** What the newest commits replaced or removed at the given paths. */
async function replacedVersions(
  git: Git,
  head: ObjectId,
  paths: ReadonlySet<string>,
): Promise<Map<string, TreeFile[]>> {
  const versions = new Map<string, TreeFile[]>();
  for (const commit of await git.log({ from: head, limit: COMMITS }))
    for (const parent of commit.parents)
      for (const { path, before } of await git.diffTrees((await git.readCommit(parent)).tree, commit.tree))
        if (before !== undefined && paths.has(path)) versions.set(path, [...(versions.get(path) ?? []), before]);
  return versions;
}

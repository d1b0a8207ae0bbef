import { sha1 } from '../base/hash.js';
import type { ObjectId } from '../git/types.js';
import type { Palace } from '../palace/types.js';
import { DamagedCacheError } from './container.js';
import { type IndexParts, type LiveIndex, openedIndex } from './opened-index.js';
import { CacheSession } from './session.js';
import { NO_TREE, sorted, viewOfTree } from './tree-rows.js';
import { View } from './view.js';

/**
 * The index of the palace as it was at one commit, or at several heads together (before a merge, one side alone is half the
 * memory): the union of their drawers, the newest committer date winning at each path. Segments are shared with the live
 * index, so only blobs that are nowhere in it are read from git. The last few trees are kept in the cache.
 * `commit` of the index is the newest of them, null for none.
 */
export async function openTreeIndex(palace: Palace, commits: readonly ObjectId[]): Promise<LiveIndex> {
  try {
    return openedIndex(await treeParts(palace, commits, false));
  } catch (error) {
    if (!(error instanceof DamagedCacheError)) throw error;
    palace.runtime.logger.warn(`the search cache was damaged (${error.message}); building it again`);
    return openedIndex(await treeParts(palace, commits, true));
  }
}

async function treeParts(palace: Palace, commits: readonly ObjectId[], rebuild: boolean): Promise<IndexParts> {
  const session = CacheSession.open(palace, rebuild);
  try {
    const heads = await Promise.all(commits.map((id) => palace.git.readCommit(id)));
    heads.sort((a, b) => a.committer.at.getTime() - b.committer.at.getTime() || (a.id < b.id ? -1 : 1));
    const trees = heads.map((head) => head.tree);
    const base = await viewOf(palace, session, trees);
    const { documents, averages, sharedIds } = await session.bring({
      base,
      hidden: new Set(),
      extra: [],
      thorough: false,
    });
    return {
      palace,
      documents,
      averages,
      sharedIds,
      commit: heads.at(-1)?.id ?? null,
      unsaved: new Set(),
      key: base.key,
      strays: base.strays,
      fromWorkTree: true,
      bytes: () => session.bytes(),
      rebuild: () => treeParts(palace, commits, true),
    };
  } catch (error) {
    session.close();
    throw error;
  }
}

/** @param trees oldest first */
async function viewOf(palace: Palace, session: CacheSession, trees: readonly ObjectId[]): Promise<View> {
  const [only] = trees;
  if (only === undefined) return View.of(NO_TREE, []);
  const key = trees.length === 1 ? only : sha1(trees.join('\0'));
  const kept = session.view(key);
  if (kept !== undefined) return kept;
  if (trees.length === 1) return viewOfTree(palace.git, only);
  const rows = new Map<string, ObjectId>();
  const strays = new Set<string>();
  for (const tree of trees) {
    const view = await viewOfTree(palace.git, tree);
    for (const { path, blob } of view.rows()) rows.set(path, blob);
    for (const path of view.strays) strays.add(path);
  }
  return View.of(key, sorted(Array.from(rows, ([path, blob]) => ({ path, blob }))), [...strays]);
}

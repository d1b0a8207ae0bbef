import { asObjectId, type ObjectId } from '../git/types.js';
import { PATHS } from '../palace/layout.js';
import type { Palace } from '../palace/types.js';
import { ChangedMeanwhileError } from './blob-indexer.js';
import { DamagedCacheError } from './container.js';
import { type IndexParts, type LiveIndex, openedIndex } from './opened-index.js';
import { CacheSession } from './session.js';
import { NO_TREE, viewAfter, viewOfTree } from './tree-rows.js';
import { NOTHING_UNSAVED, readUnsaved } from './unsaved.js';
import { View } from './view.js';

export type { LiveIndex } from './opened-index.js';

/** How to open the live index. */
export interface OpenOptions {
  /** False: take the cache as it is, without looking at the work tree (where there is a cache). Default true. */
  refresh?: boolean;
}

/** What a refresh of the live view did. */
export interface LiveRefresh {
  index: LiveIndex;
  /** Blobs tokenised now. */
  indexed: number;
  /** Counts the drawers that the view before had at paths that are gone: a look at every one. */
  removed(): number;
}

/**
 * The index of the palace as it stands on the disk: HEAD's tree with every unsaved edit, addition, move and removal on
 * top, whoever made it. Only blobs never seen before are read and tokenised; the result is kept in the cache when that can
 * be written.
 */
export async function openLiveIndex(palace: Palace, options: OpenOptions = {}): Promise<LiveIndex> {
  const { refresh = true } = options;
  return (await openLive(palace, { refresh, thorough: false, rebuild: false })).index;
}

/** How to refresh the live view. */
export interface LiveRequest {
  refresh: boolean;
  /** Compact as far as needed, however long it takes. */
  thorough: boolean;
  /** Forget the cache. */
  rebuild: boolean;
}

/** As {@link openLiveIndex}, telling what was done. */
export async function openLive(palace: Palace, request: LiveRequest, attempts = 5): Promise<LiveRefresh> {
  try {
    const { parts, ...counts } = await liveParts(palace, request);
    return { index: openedIndex(parts), ...counts };
  } catch (error) {
    // Somebody saves a file in an editor at this very moment.
    if (error instanceof ChangedMeanwhileError && attempts > 1) return openLive(palace, request, attempts - 1);
    if (!(error instanceof DamagedCacheError) || request.rebuild) throw error;
    palace.runtime.logger.warn(`the search cache was damaged (${error.message}); building it again`);
    return openLive(palace, { ...request, rebuild: true });
  }
}

async function liveParts(
  palace: Palace,
  { refresh, thorough, rebuild }: LiveRequest,
): Promise<{ parts: IndexParts; indexed: number; removed: () => number }> {
  // Git starts to look at the work tree while the cache is read.
  const looking = refresh ? palace.git.status(PATHS.wings) : undefined;
  looking?.catch(() => {});
  const session = CacheSession.open(palace, rebuild);
  try {
    const { live } = session.manifest;
    const before = live === undefined ? undefined : session.view(live.view);
    const kept = looking === undefined && live !== undefined && before !== undefined;
    const status = kept ? undefined : await (looking ?? palace.git.status(PATHS.wings));
    const commit = status === undefined ? live?.commit : status.head.commit;
    const head = commit ? asObjectId(commit) : null;
    const base = kept ? before : head === null ? View.of(NO_TREE, []) : await headView(palace, session, head, before);
    const unsaved = status === undefined ? NOTHING_UNSAVED : readUnsaved(palace.root, status.entries);
    const { documents, averages, sharedIds, indexed } = await session.bring({
      base,
      hidden: unsaved.paths,
      extra: unsaved.rows,
      tooLarge: unsaved.tooLarge,
      live: head,
      thorough,
    });
    const parts: IndexParts = {
      palace,
      documents,
      averages,
      sharedIds,
      commit: head,
      unsaved: unsaved.paths,
      key: unsaved.paths.size === 0 ? base.key : undefined,
      strays: [...base.strays, ...unsaved.strays],
      fromWorkTree: true,
      bytes: () => session.bytes(),
      rebuild: async () => (await liveParts(palace, { refresh, thorough, rebuild: true })).parts,
    };
    const removed = () => (before === undefined || before.key === base.key ? 0 : gone(before, base));
    return { parts, indexed, removed };
  } catch (error) {
    session.close();
    throw error;
  }
}

/** The view of HEAD's tree: kept, or the kept one of another tree brought forward, or listed from git. */
export async function headView(
  palace: Palace,
  session: CacheSession,
  commit: ObjectId,
  before: View | undefined,
): Promise<View> {
  const { git } = palace;
  // Reading the commit may start a process: the usual case does without.
  if (before !== undefined && session.manifest.live?.commit === commit) return before;
  const { tree } = await git.readCommit(commit);
  if (before?.key === tree) return before;
  const kept = session.view(tree);
  if (kept !== undefined) return kept;
  if (before === undefined || before.key === NO_TREE) return viewOfTree(git, tree);
  try {
    return viewAfter(before, tree, await git.diffTrees(asObjectId(before.key), tree, PATHS.wings));
  } catch {
    // The old tree may be gone (pruned after a reset); the new one is all that is needed.
    return viewOfTree(git, tree);
  }
}

function gone(before: View, after: View): number {
  let count = 0;
  for (let row = 0; row < before.count; row++) if (after.find(before.path(row)) === -1) count += 1;
  return count;
}

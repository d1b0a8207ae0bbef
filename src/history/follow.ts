import type { Commit, Git, ObjectId } from '../git/types.js';
import { PATHS, parseDrawerPath } from '../palace/layout.js';
import { nameId, pairChanges } from './pairing.js';
import { type FileVersion, storedVersion } from './versions.js';

/** What one commit did to one drawer. */
export interface Touch {
  commit: Commit;
  kind: 'added' | 'changed' | 'moved' | 'removed';
  /** Where it stood after the commit (before it, for `removed`). */
  path: string;
  /** Where it stood before a move. */
  from?: string;
  before?: FileVersion;
  after?: FileVersion;
}

/**
 * The past of the drawer at `path`, newest first, across moves and renames: where it appears, the same commit is searched
 * for the path that lost this drawer. A drawer that was removed and came back has both.
 */
export async function followDrawer(git: Git, path: string, from: ObjectId): Promise<Touch[]> {
  const touches: Touch[] = [];
  const seen = new Set<ObjectId>();
  let next: { path: string; from: ObjectId } | undefined = { path, from };
  while (next) {
    const here: { path: string; from: ObjectId } = next;
    next = undefined;
    for (const commit of await git.log({ from: here.from, paths: [here.path] })) {
      if (seen.has(commit.id)) continue;
      seen.add(commit.id);
      const touch = await touchOf(git, commit, here.path);
      if (!touch) continue;
      touches.push(touch);
      const [parent] = commit.parents;
      if (touch.from !== undefined && parent !== undefined) {
        next = { path: touch.from, from: parent };
        break;
      }
    }
  }
  return touches;
}

async function touchOf(git: Git, commit: Commit, path: string): Promise<Touch | undefined> {
  const [parent] = commit.parents;
  const parentTree = parent === undefined ? undefined : (await git.readCommit(parent)).tree;
  const old = parentTree === undefined ? undefined : await git.blobAt(parentTree, path);
  const fresh = await git.blobAt(commit.tree, path);
  const before = old && storedVersion(git, old.id);
  const after = fresh && storedVersion(git, fresh.id);
  if (before && after) return before.blob === after.blob ? undefined : { commit, kind: 'changed', path, before, after };
  if (before) return { commit, kind: 'removed', path, before };
  if (!after) return undefined;
  const origin = parentTree && (await originOf(git, parentTree, commit.tree, path, after));
  if (origin) return { commit, kind: 'moved', path, from: origin.path, before: origin.version, after };
  return { commit, kind: 'added', path, after };
}

/** The drawer that vanished in the same commit and is this one. */
async function originOf(
  git: Git,
  before: ObjectId,
  after: ObjectId,
  path: string,
  version: FileVersion,
): Promise<{ path: string; version: FileVersion } | undefined> {
  const gone = (await git.diffTrees(before, after, PATHS.wings)).flatMap((change) =>
    change.kind === 'removed' && change.before && parseDrawerPath(change.path)
      ? [{ path: change.path, before: storedVersion(git, change.before.id) }]
      : [],
  );
  if (gone.length === 0) return undefined;
  const short = nameId(path);
  const likely = gone.filter((old) => old.before.blob === version.blob || (short && nameId(old.path) === short));
  for (const candidates of [likely, gone]) {
    const { drawers } = await pairChanges([...candidates, { path, after: version }], true);
    for (const change of drawers) if (change.kind === 'moved') return { path: change.from, version: change.before };
  }
  return undefined;
}

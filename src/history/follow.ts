import { ahead } from '../git/read-ahead.js';
import type { Commit, CommitChanges, Git, ObjectId } from '../git/types.js';
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

/** The past of the drawer at `path`, newest first, all at once; see {@link walkDrawer}. */
export async function followDrawer(git: Git, path: string, from: ObjectId): Promise<Touch[]> {
  const touches: Touch[] = [];
  for await (const touch of walkDrawer(git, path, from)) touches.push(touch);
  return touches;
}

/**
 * The past of the drawer at `path`, newest first, across moves and renames: where it appears, the same commit is searched
 * for the path that lost this drawer. A drawer that was removed and came back has both. `read`: what is read before it is
 * asked for.
 */
export async function* walkDrawer(
  git: Git,
  path: string,
  from: ObjectId,
  read: 'commits' | 'contents' = 'commits',
): AsyncGenerator<Touch> {
  const seen = new Set<ObjectId>();
  let next: { path: string; from: ObjectId } | undefined = { path, from };
  while (next) {
    const here: { path: string; from: ObjectId } = next;
    next = undefined;
    for await (const { id, version, commit } of ahead(
      git.walkChanges(here.from, here.path),
      begin(git, here.path, read),
    )) {
      if (!version || seen.has(id)) continue;
      seen.add(id);
      const touch = await touchOf(git, await commit, version);
      if (!touch) continue;
      yield touch;
      const [parent] = touch.commit.parents;
      if (touch.from !== undefined && parent !== undefined) {
        next = { path: touch.from, from: parent };
        break;
      }
    }
  }
}

/** Begins to read what a touch is made of. */
function begin(git: Git, path: string, read: 'commits' | 'contents') {
  return ({ commit: id, changes }: CommitChanges) => {
    const change = changes.find((each) => each.path === path);
    const commit = git.readCommit(id);
    commit.catch(() => {}); // whoever comes so far hears of it
    if (!change) return { id, commit };
    const before = change.before && storedVersion(git, change.before.id);
    const after = change.after && storedVersion(git, change.after.id);
    if (read === 'contents') before?.content().catch(() => {});
    return { id, commit, version: { path, before, after } };
  };
}

async function touchOf(
  git: Git,
  commit: Commit,
  { path, before, after }: { path: string; before: FileVersion | undefined; after: FileVersion | undefined },
): Promise<Touch | undefined> {
  if (before && after) return before.blob === after.blob ? undefined : { commit, kind: 'changed', path, before, after };
  if (before) return { commit, kind: 'removed', path, before };
  if (!after) return undefined;
  const [parent] = commit.parents;
  const origin = parent === undefined ? undefined : await originOf(git, parent, commit, path, after);
  if (origin) return { commit, kind: 'moved', path, from: origin.path, before: origin.version, after };
  return { commit, kind: 'added', path, after };
}

/** The drawer that vanished between `parent` and `commit` and is the one that appeared at `path`. */
export async function originOf(
  git: Git,
  parent: ObjectId,
  commit: Commit,
  path: string,
  version: FileVersion,
): Promise<{ path: string; version: FileVersion } | undefined> {
  const before = (await git.readCommit(parent)).tree;
  const gone = (await git.diffTrees(before, commit.tree, PATHS.wings)).flatMap((change) =>
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

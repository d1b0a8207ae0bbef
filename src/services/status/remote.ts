import type { Git, Head, ObjectId } from '../../git/types.js';

export interface RemoteState {
  name: string;
  /** Without credentials. */
  url: string;
  /** As of the last fetch; `unknown` when nothing was ever fetched or pushed. */
  state: 'same' | 'ahead' | 'behind' | 'diverged' | 'unknown';
  commit: ObjectId | null;
}

/**
 * Where the branch is shared, as far as this clone knows: nothing is asked over the network. Null without a remote.
 * `origin`: the address of `origin`, if it has one.
 */
export async function readRemote(git: Git, head: Head, origin: string | undefined): Promise<RemoteState | null> {
  const branch = head.kind === 'branch' ? head.ref.replace(/^refs\/heads\//, '') : undefined;
  const name = (branch === undefined ? undefined : await git.config(`branch.${branch}.remote`)) ?? 'origin';
  const url = name === 'origin' ? origin : await git.config(`remote.${name}.url`);
  if (url === undefined) return null;
  const known = branch === undefined ? undefined : await git.resolveCommit(`refs/remotes/${name}/${branch}`);
  return { name, url: withoutCredentials(url), state: await compare(git, head.commit, known), commit: known ?? null };
}

async function compare(
  git: Git,
  ours: ObjectId | undefined,
  theirs: ObjectId | undefined,
): Promise<RemoteState['state']> {
  if (ours === undefined || theirs === undefined) return 'unknown';
  if (ours === theirs) return 'same';
  if (await git.isAncestor(theirs, ours)) return 'ahead';
  return (await git.isAncestor(ours, theirs)) ? 'behind' : 'diverged';
}

/** A token in an address is a secret; a status is pasted into issues. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');
}

import { join } from 'node:path';
import type { Git, UnsavedEntry } from '../git/types.js';
import { isPalacePath } from './change-paths.js';
import { ensureStateDir, readState, stateDirOf, unlinkQuietly, writeState } from './state-dir.js';
import { parseTrailers } from './trailers.js';
import type { Palace } from './types.js';

/** Commits in which the reason for a lagging index entry is looked for. */
const RECENT = 50;
/** A command line takes no more paths than the system lets it. */
const FEW = 100;
/** Paths of our commits that git's index was never told of, one a line. */
const NOTE = 'index-behind';

/** The file is as in HEAD, and yet git's index has something else: staged by a person, or left so by a writer of ours. */
export function mayLag({ path, work, staged, conflicted }: UnsavedEntry): boolean {
  return staged && work === 'same' && !conflicted && isPalacePath(path);
}

/**
 * Brings git's index up to HEAD at those of `paths` that our own last commits wrote: the index stayed busy, or the writer was
 * killed before it was told. Whatever else a person staged stays.
 * @returns the paths that were taken for ours. False as `done` when the index stayed busy.
 */
export async function refreshLagging(git: Git, paths: readonly string[]): Promise<{ ours: string[]; done: boolean }> {
  const { commit } = await git.head();
  if (paths.length === 0 || commit === undefined) return { ours: [], done: true };
  const written = new Set<string>();
  const query = { from: commit, limit: RECENT, ...(paths.length <= FEW && { paths }) };
  for (const { tree, parents, message } of await git.log(query)) {
    if (parseTrailers(message).op === undefined) continue;
    const before = parents[0] === undefined ? undefined : (await git.readCommit(parents[0])).tree;
    for (const { path } of await git.diffTrees(before, tree)) written.add(path);
  }
  const ours = paths.filter((path) => written.has(path));
  return { ours, done: ours.length === 0 || (await git.refreshIndex(ours)) };
}

/** Remembers, for {@link catchUp}, that git's index lacks these paths of a commit, or will if the writer is killed. */
export function noteBehind(palace: Pick<Palace, 'git' | 'runtime'>, paths: readonly string[]): void {
  if (paths.length > 0) keepNote(palace, new Set([...behind(palace.git), ...paths]));
}

/** The index was told of these paths, or they were not written after all. */
export function forgetBehind(palace: Pick<Palace, 'git' | 'runtime'>, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const told = new Set(paths);
  keepNote(palace, new Set(behind(palace.git).filter((path) => !told.has(path))));
}

function keepNote({ git, runtime }: Pick<Palace, 'git' | 'runtime'>, paths: ReadonlySet<string>): void {
  // Of this work tree: a linked one has an index of its own.
  const folder = stateDirOf(git.gitDir);
  if (paths.size === 0) {
    unlinkQuietly(join(folder, NOTE));
    return;
  }
  ensureStateDir(folder);
  writeState(folder, NOTE, [...paths].map((path) => `${path}\n`).join(''), runtime);
}

/** Paths that a write of ours could not tell git's index of. */
export function behind(git: Pick<Git, 'gitDir'>): string[] {
  const text = readState(stateDirOf(git.gitDir), NOTE) ?? '';
  return text.split('\n').filter((path) => path !== '');
}

/** Tells git's index now, if some write could not. True when nothing is left to tell. */
export async function catchUp(git: Git): Promise<boolean> {
  const paths = behind(git);
  if (paths.length === 0) return true;
  if (!(await refreshLagging(git, paths)).done) return false;
  unlinkQuietly(join(stateDirOf(git.gitDir), NOTE));
  return true;
}

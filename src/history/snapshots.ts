import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../base/errors.js';
import { didYouMean } from '../base/near.js';
import { resolveAsOf } from '../git/as-of.js';
import { hashBlob } from '../git/hash.js';
import type { Git, ObjectId } from '../git/types.js';
import type { Palace } from '../palace/types.js';
import { changesBetween, type FileChange, type FileVersion, heldVersion, storedVersion } from './versions.js';

/**
 * The palace at one moment: a tree and what lies over it (unsaved edits; what other heads add for a date before a
 * merge). `null` in `overlay`: no file there.
 */
export interface Snapshot {
  /** As the caller wrote it, or `HEAD`, `work tree`. */
  label: string;
  kind: 'revision' | 'date' | 'work-tree';
  /** Newest first; empty before the first commit. */
  commits: ObjectId[];
  tree?: ObjectId;
  overlay: ReadonlyMap<string, FileVersion | null>;
}

/** The palace at a revision (`HEAD~3`, a branch, an id) or a date. @throws PalaceError `unknown-revision` (exit 4). */
export async function snapshotAt(palace: Palace, text: string): Promise<Snapshot> {
  const found = await resolveAsOf(palace.git, text, palace.runtime.now());
  if (!found) {
    const near = didYouMean(text, ['HEAD', ...(await palace.git.refNames())]);
    throw new PalaceError(
      'unknown-revision',
      `"${text}" is neither a revision of this palace nor a date${near === '' ? '' : `; ${near}`}`,
      {
        exit: EXIT.notFound,
        next: ['palace log', 'write a date as 2026-03-04 or "2 weeks ago", or a commit id, a branch, HEAD~3'],
      },
    );
  }
  const snapshot = await union(palace.git, found.commits);
  return { ...snapshot, label: text, kind: found.kind };
}

/** The last saved state; an empty tree before the first commit. */
export async function snapshotOfHead(palace: Palace): Promise<Snapshot> {
  const head = await palace.git.head();
  const snapshot = await union(palace.git, head.commit === undefined ? [] : [head.commit]);
  return { ...snapshot, label: 'HEAD', kind: 'revision' };
}

/** What stands in the work tree, unsaved edits included. */
export async function snapshotOfWorkTree(palace: Palace): Promise<Snapshot> {
  const head = await snapshotOfHead(palace);
  const overlay = new Map<string, FileVersion | null>();
  for (const entry of (await palace.git.status()).entries) {
    if (entry.work === 'same') continue;
    overlay.set(entry.path, entry.work === 'removed' ? null : await diskVersion(palace.root, entry.path));
  }
  return { ...head, label: 'work tree', kind: 'work-tree', overlay };
}

/** Several heads at one date, merged virtually: a path that several have is taken from the newest. */
async function union(git: Git, ids: readonly ObjectId[]): Promise<Pick<Snapshot, 'commits' | 'tree' | 'overlay'>> {
  const commits = await Promise.all(ids.map((id) => git.readCommit(id)));
  commits.sort((a, b) => b.committer.at.getTime() - a.committer.at.getTime() || (a.id < b.id ? -1 : 1));
  const [newest, ...others] = commits;
  const overlay = new Map<string, FileVersion | null>();
  if (!newest) return { commits: [], overlay };
  for (const other of others) {
    // What stands only in the older head.
    for (const change of await git.diffTrees(newest.tree, other.tree))
      if (change.kind === 'added' && change.after && !overlay.has(change.path))
        overlay.set(change.path, storedVersion(git, change.after.id));
  }
  return { commits: commits.map((commit) => commit.id), tree: newest.tree, overlay };
}

/** The file at `path` in `snapshot`. */
export async function versionAt(git: Git, snapshot: Snapshot, path: string): Promise<FileVersion | undefined> {
  const over = snapshot.overlay.get(path);
  if (over !== undefined) return over ?? undefined;
  if (snapshot.tree === undefined) return undefined;
  const found = await git.blobAt(snapshot.tree, path);
  return found && storedVersion(git, found.id);
}

/** All files of `snapshot` (below the folder `under`), by path. */
export async function filesOf(git: Git, snapshot: Snapshot, under?: string): Promise<Map<string, FileVersion>> {
  const files = new Map<string, FileVersion>();
  if (snapshot.tree !== undefined)
    for (const file of await git.listFiles(snapshot.tree, under)) files.set(file.path, storedVersion(git, file.id));
  for (const [path, version] of snapshot.overlay) {
    if (under !== undefined && !path.startsWith(`${under}/`)) continue;
    if (version) files.set(path, version);
    else files.delete(path);
  }
  return files;
}

/** What differs between two moments. Sorted by path. */
export async function changesBetweenSnapshots(git: Git, before: Snapshot, after: Snapshot): Promise<FileChange[]> {
  const changes = new Map<string, FileChange>();
  for (const change of await changesBetween(git, before.tree, after.tree)) changes.set(change.path, change);
  for (const path of new Set([...before.overlay.keys(), ...after.overlay.keys()])) {
    const entry: FileChange = { path };
    const old = await versionAt(git, before, path);
    const fresh = await versionAt(git, after, path);
    if (old) entry.before = old;
    if (fresh) entry.after = fresh;
    if (old?.blob === fresh?.blob) changes.delete(path);
    else changes.set(path, entry);
  }
  return [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Null when the file vanished meanwhile, or is none (a link, a folder): links are never followed. */
async function diskVersion(root: string, path: string): Promise<FileVersion | null> {
  try {
    if (!(await lstat(join(root, path))).isFile()) return null;
    const content = await readFile(join(root, path));
    return heldVersion(hashBlob(content), content);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    return null;
  }
}

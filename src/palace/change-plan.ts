import { readFileSync, type Stats } from 'node:fs';
import { EXIT, PalaceError } from '../base/errors.js';
import { hashBlob } from '../git/hash.js';
import type { Git, ObjectId, UnsavedEntry } from '../git/types.js';
import { assertPalacePath, type WorkTree } from './change-paths.js';
import { mayLag, refreshLagging } from './lagging.js';
import type { ChangeSet, FileWrite } from './types.js';

/** Above this many paths one listing of HEAD is cheaper than a look-up for each. */
const FEW = 24;

/** One path of a change set, as it is to become and as it stands. */
export interface PlannedFile {
  path: string;
  /** `null`: removed. */
  content: Buffer | null;
  /** Blob of `content`. */
  after: ObjectId | null;
  /** Blob in HEAD. */
  before: ObjectId | null;
  /** Blob of the bytes in the work tree. */
  work: ObjectId | null;
  /** Of the file in the work tree. */
  stats?: Stats;
  /** These bytes are new to the palace: not merely moved here. */
  fresh: boolean;
}

/** The paths of a set, one entry each, moves taken apart. @throws PalaceError `bad-path`; Error for a path named twice. */
export function spread(
  writes: readonly FileWrite[],
): Map<string, { content: Buffer | null; expect?: ObjectId | null }> {
  const files = new Map<string, { content: Buffer | null; expect?: ObjectId | null }>();
  const put = (path: string, content: Buffer | null, expect?: ObjectId | null) => {
    assertPalacePath(path);
    if (files.has(path)) throw new Error(`a change set names ${path} twice`);
    files.set(path, { content, ...(expect !== undefined && { expect }) });
  };
  for (const write of writes) {
    if (write.kind === 'put') put(write.path, write.content, write.expect);
    else if (write.kind === 'remove') put(write.path, null, write.expect);
    else {
      put(write.from, null, write.expect);
      put(write.to, write.content);
    }
  }
  return files;
}

/** Compares every path with HEAD and with the work tree. Call it under the lock. @throws PalaceError `changed-meanwhile`, `path-taken`. */
export async function planFiles(
  git: Git,
  tree: ObjectId | undefined,
  set: ChangeSet,
  work: WorkTree,
): Promise<PlannedFile[]> {
  const files = spread(set.writes);
  const head = await blobsOf(git, tree, [...files.keys()]);
  const targets = new Set(set.writes.flatMap((write) => (write.kind === 'move' ? [write.to] : [])));
  const removed = new Set([...files].filter(([, { content }]) => content === null).map(([path]) => head.get(path)));
  const plan: PlannedFile[] = [];
  for (const [path, { content, expect }] of files) {
    const before = head.get(path) ?? null;
    if (expect !== undefined && expect !== before) throw changedMeanwhile([path]);
    if (targets.has(path) && before !== null)
      throw new PalaceError('path-taken', `${path} exists already; nothing was changed`, {
        exit: EXIT.conflict,
        next: [`palace show ${path}`],
        details: { path },
      });
    const stats = work.stat(path);
    const after = content === null ? null : hashBlob(content);
    plan.push({
      path,
      content,
      after,
      before,
      work: stats ? blobOfFile(work.absolute(path), stats, content, after) : null,
      ...(stats && { stats }),
      fresh: after !== null && after !== before && !removed.has(after),
    });
  }
  return plan;
}

function blobOfFile(file: string, stats: Stats, content: Buffer | null, after: ObjectId | null): ObjectId {
  const bytes = readFileSync(file);
  // Hashing costs more than comparing, and most files that exist already are what is about to be written or are changed.
  return after !== null && content !== null && stats.size === content.length && bytes.equals(content)
    ? after
    : hashBlob(bytes);
}

async function blobsOf(git: Git, tree: ObjectId | undefined, paths: readonly string[]): Promise<Map<string, ObjectId>> {
  const blobs = new Map<string, ObjectId>();
  if (tree === undefined) return blobs;
  if (paths.length <= FEW) {
    for (const path of paths) {
      const found = await git.blobAt(tree, path);
      if (found) blobs.set(path, found.id);
    }
    return blobs;
  }
  const wanted = new Set(paths);
  for (const { path, id } of await git.listFiles(tree, commonFolder(paths))) if (wanted.has(path)) blobs.set(path, id);
  return blobs;
}

/** The deepest folder that holds all paths; undefined when that is the root. */
export function commonFolder(paths: readonly string[]): string | undefined {
  let common: string[] | undefined;
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1);
    if (common === undefined) common = folders;
    else {
      let same = 0;
      while (same < common.length && common[same] === folders[same]) same++;
      common.length = same;
    }
  }
  return common && common.length > 0 ? common.join('/') : undefined;
}

/**
 * Refuses to write over what a person has not saved: work-tree bytes or a staged version that differ from HEAD and from what is
 * to be written. With `takesUnsaved` the caller's content stands for the edit; only a removal is still refused, and a file in
 * the middle of a merge.
 * @throws PalaceError `unsaved-edit`, `unmerged` (exit 5).
 */
export async function assertNothingUnsaved(
  git: Git,
  plan: readonly PlannedFile[],
  takesUnsaved: boolean,
): Promise<void> {
  const unsaved = new Set<string>();
  for (const file of plan) {
    if (file.work === file.before || file.work === file.after) continue;
    // An edit that moves along with its drawer is in the content; one that would vanish is not.
    const carried = file.content === null && plan.some((other) => other !== file && other.after === file.work);
    if (!takesUnsaved || (file.content === null && !carried)) unsaved.add(file.path);
  }
  const known = plan.filter((file) => file.before !== null || file.work !== null).map((file) => file.path);
  if (known.length > 0) {
    const paths = new Map(plan.map((file) => [file.path, file]));
    for (const entry of await statusOf(git, known)) {
      const file = paths.get(entry.path);
      if (!file) continue;
      if (entry.conflicted)
        throw new PalaceError('unmerged', `${entry.path} is in the middle of a merge; nothing was changed`, {
          exit: EXIT.conflict,
          next: ['git status', 'finish or abort the merge, then run the command again'],
          details: { paths: [entry.path] },
        });
      if (entry.staged && !takesUnsaved && file.work !== file.after) unsaved.add(entry.path);
    }
  }
  if (unsaved.size === 0) return;
  const paths = [...unsaved].sort();
  throw new PalaceError(
    'unsaved-edit',
    `${paths.length === 1 ? `${paths[0]} has an edit that is` : `${paths.length} files have edits that are`} not saved yet; nothing was changed${paths.length === 1 ? '' : `: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ', …' : ''}`}`,
    { exit: EXIT.conflict, next: ['palace save', 'palace diff'], details: { paths } },
  );
}

/** What is unsaved around these paths, once what a writer of ours left undone in git's index has been made up for. */
async function statusOf(git: Git, paths: readonly string[]): Promise<UnsavedEntry[]> {
  const folder = commonFolder(paths);
  const { entries } = await git.status(folder);
  const known = new Set(paths);
  const lagging = entries.filter((entry) => known.has(entry.path) && mayLag(entry)).map(({ path }) => path);
  const { ours } = await refreshLagging(git, lagging);
  return ours.length === 0 ? entries : (await git.status(folder)).entries;
}

/** Somebody committed another version while we were at it. */
export function changedMeanwhile(paths: readonly string[]): PalaceError {
  return new PalaceError(
    'changed-meanwhile',
    `${paths.join(', ')} was changed by someone else meanwhile; nothing was changed`,
    {
      exit: EXIT.conflict,
      next: ['run the command again'],
      details: { paths: [...paths] },
    },
  );
}

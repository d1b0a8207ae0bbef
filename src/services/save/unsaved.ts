import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import { type FileVersion, storedVersion } from '../../history/versions.js';
import { isPalacePath, isWritablePath } from '../../palace/change-paths.js';
import type { Palace } from '../../palace/types.js';
import { conflictLine } from './markers.js';

export interface UnsavedFile {
  path: string;
  bytes: Buffer;
  /** What HEAD has there. */
  before?: FileVersion;
}

export interface Unsaved {
  files: UnsavedFile[];
  removed: { path: string; before?: FileVersion }[];
  left: LeftFile[];
}

/**
 * A changed file that is not saved: `outside` of the palace's files, `not-a-file` (a symbolic link, a device), `bad-name` (control
 * characters, bytes that are no UTF-8, a name that other systems cannot hold), `too-large` for `mine.max_source`. One such
 * file does not keep the others from being saved.
 */
export interface LeftFile {
  path: string;
  reason: 'outside' | 'not-a-file' | 'bad-name' | 'too-large';
}

/** What the work tree has that HEAD has not. @throws PalaceError `unmerged` (exit 5) in the middle of a merge. */
export async function readUnsaved(palace: Palace): Promise<Unsaved> {
  const { git, root } = palace;
  const limit = palace.settings.maxSourceBytes;
  const status = await git.status();
  const unmerged = status.entries.filter((entry) => entry.conflicted).map((entry) => entry.path);
  if (unmerged.length > 0) throw unsettled('unmerged', unmerged, 'a merge left them unsettled');
  const { commit } = status.head;
  const tree = commit === undefined ? undefined : (await git.readCommit(commit)).tree;
  const result: Unsaved = { files: [], removed: [], left: [] };
  for (const { path, work } of status.entries) {
    if (work === 'same') continue;
    if (!isPalacePath(path)) {
      result.left.push({ path, reason: 'outside' });
      continue;
    }
    if (!isWritablePath(path)) {
      result.left.push({ path, reason: 'bad-name' });
      continue;
    }
    const old = tree === undefined || work === 'added' ? undefined : await git.blobAt(tree, path);
    const before = old && storedVersion(git, old.id);
    const bytes = work === 'removed' ? undefined : await bytesOf(join(root, ...path.split('/')), limit);
    if (bytes === 'not-a-file' || bytes === 'too-large') result.left.push({ path, reason: bytes });
    // A name that is no UTF-8 is read with this mark in it, and no file has that name.
    else if (bytes === undefined && work === 'added' && path.includes('\ufffd'))
      result.left.push({ path, reason: 'bad-name' });
    else if (bytes === undefined) result.removed.push({ path, ...(before && { before }) });
    else result.files.push({ path, bytes, ...(before && { before }) });
  }
  return result;
}

/** @throws PalaceError `conflict-markers` (exit 5) for files that have got the marks of a merge since they were saved. */
export async function refuseConflicts(files: readonly UnsavedFile[]): Promise<void> {
  const marked: string[] = [];
  for (const { path, bytes, before } of files) {
    const line = conflictLine(bytes);
    if (line === undefined) continue;
    // A memory may be about merging: marks that were saved once are words.
    if (before && conflictLine(await before.content()) !== undefined) continue;
    marked.push(`${path}:${line}`);
  }
  if (marked.length > 0) throw unsettled('conflict-markers', marked, 'they have the marks of a merge in them');
}

function unsettled(code: string, places: readonly string[], why: string): PalaceError {
  const shown = places.slice(0, 5).join(', ');
  return new PalaceError(code, `${shown}${places.length > 5 ? ', …' : ''}: ${why}; nothing was saved`, {
    exit: EXIT.conflict,
    next:
      code === 'unmerged'
        ? ['settle them, then: git add PATH', 'git merge --abort']
        : ['settle them in an editor, then: palace save', 'palace save --force (the marks are meant as words)'],
    details: { places: [...places] },
  });
}

/** Undefined when it vanished meanwhile. */
async function bytesOf(file: string, limit: number): Promise<Buffer | 'not-a-file' | 'too-large' | undefined> {
  try {
    const stats = await lstat(file);
    if (!stats.isFile()) return 'not-a-file';
    return stats.size > limit ? 'too-large' : await readFile(file);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

import type { BigIntStats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { hashBlob } from '../hash.js';
import { type EntryDetails, entryDetails } from '../index-file/codec.js';
import { contentOf, indexStat, lstatIfExists, modeOf } from '../index-file/stat.js';
import type { ReadIndex } from '../index-file/store.js';
import type { TreeFile } from '../objects/build-tree.js';
import { fileMode, textOf } from '../objects/tree.js';
import { byPath, isUnder } from '../paths.js';
import type { FileEntry, UnsavedEntry } from '../types.js';
import type { IgnoreRules } from './ignore-rules.js';

export interface StatusInput {
  workTree: string;
  head: readonly FileEntry[];
  index: ReadIndex;
  rules: IgnoreRules;
  /** `core.fileMode`: whether the executable bit counts. */
  fileModeCounts: boolean;
  under: string | undefined;
}

interface Tracked {
  head?: TreeFile;
  staged?: EntryDetails;
  conflicted: boolean;
}

/** What differs from HEAD, by git's index, the files and the ignore rules. Submodules are left out. */
export async function compareWorkTree(input: StatusInput): Promise<UnsavedEntry[]> {
  const tracked = trackedPaths(input);
  const files = new Map<string, BigIntStats | undefined>();
  await listWorkTree(input, input.rules, '', tracked, foldersOf(tracked.keys()), files);
  const entries: UnsavedEntry[] = [];
  for (const [path, known] of tracked) {
    // Not seen in the walk: ignored but tracked, or gone.
    const stat = files.has(path) ? files.get(path) : lstatInside(input.workTree, path);
    files.delete(path);
    const entry = compare(input, path, known, stat);
    if (entry !== undefined) entries.push(entry);
  }
  for (const path of files.keys()) entries.push({ path, work: 'added', staged: false, conflicted: false });
  return entries.sort(byPath);
}

function trackedPaths({ head, index, under }: StatusInput): Map<string, Tracked> {
  const tracked = new Map<string, Tracked>();
  for (const { path, id, mode } of head)
    if (mode !== '160000' && isUnder(path, under)) tracked.set(path, { head: { id, mode }, conflicted: false });
  for (const entry of index.index) {
    const path = textOf(entry.key);
    if (!isUnder(path, under)) continue;
    const details = entryDetails(entry);
    if (fileMode(details.mode) === '160000') continue;
    const known: Tracked = tracked.get(path) ?? { conflicted: false };
    if (entry.stage === 0) known.staged = details;
    else known.conflicted = true;
    tracked.set(path, known);
  }
  return tracked;
}

/** Every folder that holds a tracked path, with `/` at its end. */
function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

/** Fills `files` with every tracked and every untracked, not ignored file of a folder (`a/b/`, '' for the root). */
async function listWorkTree(
  input: StatusInput,
  rules: IgnoreRules,
  folder: string,
  tracked: ReadonlyMap<string, Tracked>,
  trackedFolders: ReadonlySet<string>,
  files: Map<string, BigIntStats | undefined>,
): Promise<void> {
  for (const item of await list(join(input.workTree, folder))) {
    const path = folder + item.name;
    if (item.isDirectory()) {
      const below = `${path}/`;
      if (item.name.toLowerCase() === '.git' || !overlaps(path, input.under)) continue;
      const known = trackedFolders.has(below);
      if (!known && (rules.ignores(below) || (await isRepository(join(input.workTree, path))))) continue;
      // What is tracked in an ignored folder is looked up by name later.
      if (known && rules.ignores(below)) continue;
      await listWorkTree(input, await rules.entering(below), below, tracked, trackedFolders, files);
      continue;
    }
    if (!isUnder(path, input.under)) continue;
    const isTracked = tracked.has(path);
    if (!isTracked && (rules.ignores(path) || !(item.isFile() || item.isSymbolicLink()))) continue;
    files.set(path, isTracked ? lstatIfExists(join(input.workTree, path)) : undefined);
  }
}

async function list(folder: string): ReturnType<typeof readNames> {
  try {
    return await readNames(folder);
  } catch (error) {
    const code = systemCode(error);
    // Gone meanwhile, or closed to us: git too goes on without it.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM') return [];
    throw error;
  }
}

function readNames(folder: string) {
  return readdir(folder, { withFileTypes: true });
}

/** Whether a folder lies above or below the folder asked for. */
function overlaps(folder: string, under: string | undefined): boolean {
  return isUnder(folder, under) || under?.startsWith(`${folder}/`) === true;
}

/** A repository within ours is one untracked thing to git, and not ours to save. */
async function isRepository(folder: string): Promise<boolean> {
  return lstatIfExists(join(folder, '.git')) !== undefined && (await list(folder)).length > 0;
}

/** `lstat` of a tracked path, undefined when a folder on the way is a symbolic link (which git does not follow). */
function lstatInside(workTree: string, path: string): BigIntStats | undefined {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    if (!lstatIfExists(join(workTree, path.slice(0, slash)))?.isDirectory()) return undefined;
  return lstatIfExists(join(workTree, path));
}

function compare(
  input: StatusInput,
  path: string,
  { head, staged, conflicted }: Tracked,
  stat: BigIntStats | undefined,
): UnsavedEntry | undefined {
  const differs = (a: TreeFile, b: TreeFile): boolean => a.id !== b.id || (input.fileModeCounts && a.mode !== b.mode);
  const entry = staged === undefined || staged.intentToAdd ? undefined : { id: staged.id, mode: fileMode(staged.mode) };
  const isStaged = conflicted || (entry === undefined || head === undefined ? entry !== head : differs(entry, head));
  const hidden = staged !== undefined && (staged.skipWorktree || staged.assumeValid);
  const file = hidden && entry !== undefined ? entry : contentAt(input, path, staged, stat);
  let work: UnsavedEntry['work'] = 'same';
  if (file === undefined) work = head === undefined ? 'same' : 'removed';
  else if (head === undefined) work = 'added';
  else if (differs(file, head)) work = 'changed';
  return work === 'same' && !isStaged ? undefined : { path, work, staged: isStaged, conflicted };
}

/** The file as git would store it; read only when the index cannot vouch for it. */
function contentAt(
  input: StatusInput,
  path: string,
  staged: EntryDetails | undefined,
  stat: BigIntStats | undefined,
): TreeFile | undefined {
  const mode = stat === undefined ? undefined : modeOf(stat);
  if (stat === undefined || mode === undefined) return undefined;
  if (staged !== undefined && !staged.intentToAdd && isUntouched(staged, stat, input.index.writtenNs))
    return { id: staged.id, mode };
  try {
    return { id: hashBlob(contentOf(join(input.workTree, path), stat)), mode };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Same size and times as when the entry was made, and older than the index: a later change would show. */
function isUntouched(entry: EntryDetails, stat: BigIntStats, indexWrittenNs: bigint): boolean {
  if (stat.mtimeNs >= indexWrittenNs) return false;
  const now = indexStat(stat);
  const then = entry.stat;
  const sameTimes =
    now.mtime === then.mtime &&
    now.mtimeNs === then.mtimeNs &&
    now.ctime === then.ctime &&
    now.ctimeNs === then.ctimeNs;
  return sameTimes && now.size === then.size && now.ino === then.ino;
}

import { join } from 'node:path';
import { hashBlob } from '../hash.js';
import { contentOf, lstatIfExists, modeOf } from '../index-file/stat.js';
import type { TreeFile } from '../objects/build-tree.js';
import { fileMode } from '../objects/tree.js';
import { byPath } from '../paths.js';
import { asObjectId, type UnsavedEntry } from '../types.js';
import { type GitRunner, splitNul } from './run.js';

/** What git says of the work tree. */
export interface SystemStatus {
  /** The commit that git compared with; undefined before the first one. */
  commit: string | undefined;
  entries: UnsavedEntry[];
}

/** How git is asked for the state of the work tree. */
export function statusCommand(under: string | undefined): string[] {
  const args = [
    ...['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all'],
    ...['--branch', '--no-ahead-behind'],
  ];
  return under === undefined ? args : [...args, '--', under];
}

/** What the output of {@link statusCommand} says; `headFile` looks a path up in HEAD (only asked for unmerged paths). */
export async function readStatus(
  runner: Pick<GitRunner, 'workTree'>,
  stdout: Buffer,
  headFile: (path: string) => Promise<TreeFile | undefined>,
): Promise<SystemStatus> {
  let commit: string | undefined;
  const entries = new Map<string, UnsavedEntry>();
  for (const record of splitNul(stdout)) {
    if (record.startsWith('# branch.oid ')) commit = /^# branch\.oid ([0-9a-f]{40})$/.exec(record)?.[1];
    const entry = await readRecord(record, runner.workTree, headFile);
    // A path that is staged for removal and lies there comes twice, as removed and as untracked: the first says it all.
    if (entry !== undefined && !entries.has(entry.path)) entries.set(entry.path, entry);
  }
  const shown = [...entries.values()].filter((entry) => entry.work !== 'same' || entry.staged || entry.conflicted);
  return { commit, entries: shown.sort(byPath) };
}

async function readRecord(
  record: string,
  workTree: string,
  headFile: (path: string) => Promise<TreeFile | undefined>,
): Promise<UnsavedEntry | undefined> {
  if (record.startsWith('? ')) {
    const path = record.slice(2);
    // A folder is another repository (or empty): not ours to save.
    return path.endsWith('/') ? undefined : { path, work: 'added', staged: false, conflicted: false };
  }
  if (record.startsWith('u ')) {
    const path = fieldsThenPath(record, 10).path;
    const work = compare(workTree, path, await headFile(path));
    return { path, work, staged: true, conflicted: true };
  }
  if (!record.startsWith('1 ')) return undefined;
  const { fields, path } = fieldsThenPath(record, 8);
  const [, xy = '..', , modeHead = '', modeIndex = '', , idHead = ''] = fields;
  if (modeHead === '160000' || modeIndex === '160000') return undefined; // a submodule
  const head = /^0+$/.test(modeHead) ? undefined : { mode: fileMode(modeHead), id: asObjectId(idHead) };
  const staged = xy[0] !== '.';
  return { path, work: workOf(xy, workTree, path, head), staged, conflicted: false };
}

/** `count` fields separated by single spaces, then the path with all its spaces. */
function fieldsThenPath(record: string, count: number): { fields: string[]; path: string } {
  const fields: string[] = [];
  let at = 0;
  for (let left = count; left > 0; left--) {
    const space = record.indexOf(' ', at);
    fields.push(record.slice(at, space));
    at = space + 1;
  }
  return { fields, path: record.slice(at) };
}

/** The file against HEAD, from index-against-HEAD and file-against-index; read only where these two do not tell. */
function workOf(xy: string, workTree: string, path: string, head: TreeFile | undefined): UnsavedEntry['work'] {
  const [index = '.', file = '.'] = xy;
  if (index === '.' && file === 'D') return 'removed';
  if (index === '.' && head !== undefined) return 'changed';
  if (file === '.' && (index === 'M' || index === 'T')) return 'changed';
  if (file === '.' && index === 'A') return 'added';
  return compare(workTree, path, head);
}

/** Reads the file. */
function compare(workTree: string, path: string, head: TreeFile | undefined): UnsavedEntry['work'] {
  const file = join(workTree, path);
  const stat = lstatIfExists(file);
  const mode = stat === undefined ? undefined : modeOf(stat);
  if (stat === undefined || mode === undefined) return head === undefined ? 'same' : 'removed';
  if (head === undefined) return 'added';
  return mode === head.mode && hashBlob(contentOf(file, stat)) === head.id ? 'same' : 'changed';
}

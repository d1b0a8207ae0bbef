import type { ObjectId } from '../git/types.js';
import { parseDrawer } from '../palace/codec.js';
import { PATHS } from '../palace/layout.js';
import { wingName } from '../palace/names.js';
import type { Palace } from '../palace/types.js';
import { type MemoryName, nameParsed } from './memory.js';
import { type MemoryChange, pairChanges } from './pairing.js';
import { changesBetweenSnapshots, type Snapshot, snapshotAt, snapshotOfHead, snapshotOfWorkTree } from './snapshots.js';
import type { FileChange } from './versions.js';
import { diffText, type Hunk } from './words.js';

export interface DiffRequest {
  /** Revision or date; default HEAD. */
  from?: string;
  /** Revision or date; default the work tree, unsaved edits included. */
  to?: string;
  wing?: string;
}

/** A key of the front-matter that differs; null where it was not there. */
export interface KeyChange {
  key: string;
  before: unknown;
  after: unknown;
}

export interface ChangedMemory extends MemoryName {
  hunks: Hunk[];
  words_added: number;
  words_removed: number;
  front_matter: KeyChange[];
}

export interface MovedMemory extends ChangedMemory {
  from: string;
}

export interface DiffSide {
  label: string;
  commits: ObjectId[];
}

export interface DiffResult {
  from: DiffSide;
  to: DiffSide;
  added: (MemoryName & { lines: number })[];
  changed: ChangedMemory[];
  moved: MovedMemory[];
  removed: (MemoryName & { lines: number })[];
  /** Files that are no memories. */
  files: { path: string; change: 'added' | 'changed' | 'removed' }[];
  /** Events of the knowledge graph that came or (never by palace) went. */
  facts: { added: number; removed: number };
}

/**
 * What two moments of the palace differ in, as memories: added, changed (by words), moved (the same id at another path)
 * and removed. Each list is sorted by path.
 * @throws PalaceError `unknown-revision` (exit 4), `bad-name` (exit 2).
 */
export async function readDiff(palace: Palace, request: DiffRequest): Promise<DiffResult> {
  const before = request.from === undefined ? await snapshotOfHead(palace) : await snapshotAt(palace, request.from);
  const after = request.to === undefined ? await snapshotOfWorkTree(palace) : await snapshotAt(palace, request.to);
  const wing = request.wing === undefined ? undefined : wingName(request.wing);
  const paired = await pairChanges(await changesBetweenSnapshots(palace.git, before, after), true);

  const result: DiffResult = {
    from: side(before),
    to: side(after),
    added: [],
    changed: [],
    moved: [],
    removed: [],
    files: [],
    facts: { added: 0, removed: 0 },
  };
  for (const change of paired.drawers) {
    if (wing !== undefined && !touchesWing(change, wing)) continue;
    if (change.kind === 'added') result.added.push(await nameWithLines(change.path, await change.after.content()));
    else if (change.kind === 'removed')
      result.removed.push(await nameWithLines(change.path, await change.before.content()));
    else {
      const compared = await compare(change.path, await change.before.content(), await change.after.content());
      if (change.kind === 'moved') result.moved.push({ ...compared, from: change.from });
      else result.changed.push(compared);
    }
  }
  for (const file of paired.files) {
    if (wing !== undefined && !file.path.startsWith(`${PATHS.wings}/${wing}/`)) continue;
    result.files.push({ path: file.path, change: !file.before ? 'added' : !file.after ? 'removed' : 'changed' });
    if (file.path.startsWith(`${PATHS.facts}/`)) {
      const lines = await lineChanges(file);
      result.facts.added += lines.added;
      result.facts.removed += lines.removed;
    }
  }
  return result;
}

function side(snapshot: Snapshot): DiffSide {
  return { label: snapshot.label, commits: snapshot.commits };
}

function touchesWing(change: MemoryChange, wing: string): boolean {
  const inside = `${PATHS.wings}/${wing}/`;
  return change.path.startsWith(inside) || (change.kind === 'moved' && change.from.startsWith(inside));
}

async function nameWithLines(path: string, bytes: Buffer): Promise<MemoryName & { lines: number }> {
  const file = parseDrawer(bytes);
  return { ...nameParsed(path, file), lines: countLines(file.body) };
}

async function compare(path: string, before: Buffer, after: Buffer): Promise<ChangedMemory> {
  const old = parseDrawer(before);
  const fresh = parseDrawer(after);
  const text = await diffText(old.body.toString('utf8'), fresh.body.toString('utf8'));
  const frontMatter: KeyChange[] = [];
  for (const key of new Set([...Object.keys(old.front), ...Object.keys(fresh.front)])) {
    const was = old.front[key] ?? null;
    const is = fresh.front[key] ?? null;
    if (JSON.stringify(was) !== JSON.stringify(is)) frontMatter.push({ key, before: was, after: is });
  }
  return { ...nameParsed(path, fresh), ...text, front_matter: frontMatter };
}

async function lineChanges(file: FileChange): Promise<{ added: number; removed: number }> {
  const before = new Set(file.before ? (await file.before.content()).toString('utf8').split('\n') : []);
  const after = new Set(file.after ? (await file.after.content()).toString('utf8').split('\n') : []);
  before.delete('');
  after.delete('');
  let added = 0;
  for (const line of after) if (!before.delete(line)) added++;
  return { added, removed: before.size };
}

function countLines(body: Buffer): number {
  let lines = 0;
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) lines++;
  return body.length > 0 && body.at(-1) !== 10 ? lines + 1 : lines;
}

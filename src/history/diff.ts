import type { ObjectId } from '../git/types.js';
import { parseDrawer } from '../palace/codec.js';
import { type PalaceEvent, parseEvents } from '../palace/events.js';
import { PATHS } from '../palace/layout.js';
import { wingName } from '../palace/names.js';
import type { Palace } from '../palace/types.js';
import { type MemoryName, nameParsed } from './memory.js';
import { type MemoryChange, type PairedChanges, pairChanges } from './pairing.js';
import { changesBetweenSnapshots, type Snapshot, snapshotAt, snapshotOfHead, snapshotOfWorkTree } from './snapshots.js';
import { changesBetween, type FileChange, type FileVersion, withContents } from './versions.js';
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

/** What became of memories, word by word. */
export interface ComparedMemories {
  added: (MemoryName & { lines: number })[];
  changed: ChangedMemory[];
  moved: MovedMemory[];
  removed: (MemoryName & { lines: number })[];
  /** Files that are no memories. */
  files: { path: string; change: 'added' | 'changed' | 'removed' }[];
  /** Events of the knowledge graph that came or (never by palace) went. */
  facts: { added: number; removed: number; events: FactEvent[] };
}

/** One event of the knowledge graph, as its log has it. */
export interface FactEvent {
  change: 'added' | 'removed';
  event: PalaceEvent;
}

export interface DiffResult extends ComparedMemories {
  from: DiffSide;
  to: DiffSide;
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
  const wanted = wing === undefined ? paired : withinWing(paired, wing);
  return { from: side(before), to: side(after), ...(await compareMemories(wanted)) };
}

/**
 * What an operation did, all its commits together, as memories.
 * @param commits ids, newest first, at least one; the oldest is compared with its first parent.
 */
export async function readChange(palace: Palace, commits: readonly ObjectId[]): Promise<ComparedMemories> {
  const { git } = palace;
  const [newest, oldest] = [commits[0], commits.at(-1)];
  if (newest === undefined || oldest === undefined) throw new Error('an operation without a commit');
  const [first] = (await git.readCommit(oldest)).parents;
  const before = first === undefined ? undefined : (await git.readCommit(first)).tree;
  const { tree: after } = await git.readCommit(newest);
  return compareMemories(await pairChanges(await changesBetween(git, before, after), true));
}

/** Changes of files as memories, with the words that differ; each list in the order given. */
export async function compareMemories(paired: PairedChanges): Promise<ComparedMemories> {
  const result: ComparedMemories = {
    added: [],
    changed: [],
    moved: [],
    removed: [],
    files: [],
    facts: { added: 0, removed: 0, events: [] },
  };
  for await (const change of withContents(paired.drawers, sidesOf)) {
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
    result.files.push({ path: file.path, change: !file.before ? 'added' : !file.after ? 'removed' : 'changed' });
    if (!file.path.startsWith(`${PATHS.facts}/`)) continue;
    const { added, removed } = await eventChanges(file);
    result.facts.added += added.length;
    result.facts.removed += removed.length;
    result.facts.events.push(...added, ...removed);
  }
  return result;
}

function sidesOf(change: MemoryChange): FileVersion[] {
  if (change.kind === 'added') return [change.after];
  return change.kind === 'removed' ? [change.before] : [change.before, change.after];
}

function withinWing({ drawers, files }: PairedChanges, wing: string): PairedChanges {
  return {
    drawers: drawers.filter((change) => touchesWing(change, wing)),
    files: files.filter(({ path }) => path.startsWith(`${PATHS.wings}/${wing}/`)),
  };
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

/** Events by their ids: a log is only ever appended to, and merged in any order. */
async function eventChanges(file: FileChange): Promise<{ added: FactEvent[]; removed: FactEvent[] }> {
  const read = async (version: FileVersion | undefined): Promise<PalaceEvent[]> =>
    version ? parseEvents((await version.content()).toString('utf8'), file.path).events : [];
  const [before, after] = [await read(file.before), await read(file.after)];
  const missing = (from: readonly PalaceEvent[], change: FactEvent['change']) => {
    const known = new Set(from.map(({ event }) => event));
    return (change === 'added' ? after : before)
      .filter(({ event }) => !known.has(event))
      .map((event): FactEvent => ({ change, event }));
  };
  return { added: missing(before, 'added'), removed: missing(after, 'removed') };
}

function countLines(body: Buffer): number {
  let lines = 0;
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) lines++;
  return body.length > 0 && body.at(-1) !== 10 ? lines + 1 : lines;
}

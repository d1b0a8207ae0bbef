import type { ObjectId } from '../git/types.js';
import { parseDrawerPath } from '../palace/layout.js';
import type { Palace } from '../palace/types.js';
import { type ComparedMemories, compareMemories } from './diff.js';
import type { Touch } from './follow.js';
import type { Operation } from './operations.js';
import { type MemoryChange, type PairedChanges, pairChanges } from './pairing.js';
import { changesOfCommits, type FileChange } from './versions.js';

/** How many memories and other files one operation touched. */
export interface ChangeCounts {
  added: number;
  changed: number;
  moved: number;
  removed: number;
  /** Files that are no drawers. */
  files: number;
}

/** What one commit did, word by word. */
export interface CommitPatch extends ComparedMemories {
  commit: ObjectId;
}

export interface OperationDetails {
  changes: ChangeCounts;
  /** With `graph`: the same counts by wing. A memory that moved between two counts in both. */
  wings?: Record<string, ChangeCounts>;
  /** With `patch`: newest commit first. */
  patch?: CommitPatch[];
}

interface Wanted {
  folder?: string;
  patch?: boolean;
  graph?: boolean;
  /** Only these drawers' changes are told. */
  touches?: ReadonlyMap<ObjectId, Touch>;
}

/** What operations did, in their order, as numbers and on demand by wing and word by word. */
export async function detailsOf(
  palace: Palace,
  operations: readonly Operation[],
  wanted: Wanted,
): Promise<OperationDetails[]> {
  const commits = operations.flatMap((operation) => operation.commits);
  const changes = await changesOfCommits(palace.git, commits, wanted.folder);
  const byCommit = new Map(commits.map(({ id }, index) => [id, changes[index] ?? []]));
  const details: OperationDetails[] = [];
  for (const operation of operations) details.push(await detailsOfOne(operation, byCommit, wanted));
  return details;
}

async function detailsOfOne(
  operation: Operation,
  changes: ReadonlyMap<ObjectId, FileChange[]>,
  wanted: Wanted,
): Promise<OperationDetails> {
  const details: OperationDetails = { changes: none() };
  if (wanted.graph === true) details.wings = {};
  if (wanted.patch === true) details.patch = [];
  for (const commit of operation.commits) {
    const paired = await pairChanges(changes.get(commit.id) ?? [], wanted.patch === true);
    for (const change of paired.drawers) details.changes[change.kind]++;
    details.changes.files += paired.files.length;
    if (details.wings) countByWing(details.wings, paired);
    const touch = wanted.touches?.get(commit.id);
    const told = touch ? { drawers: paired.drawers.filter((change) => isTouch(change, touch)), files: [] } : paired;
    details.patch?.push({ commit: commit.id, ...(await compareMemories(told)) });
  }
  return details;
}

function isTouch(change: MemoryChange, touch: Touch): boolean {
  return change.path === touch.path;
}

function none(): ChangeCounts {
  return { added: 0, changed: 0, moved: 0, removed: 0, files: 0 };
}

function countByWing(wings: Record<string, ChangeCounts>, paired: PairedChanges): void {
  const of = (wing: string): ChangeCounts => {
    wings[wing] ??= none();
    return wings[wing];
  };
  for (const change of paired.drawers) {
    const here = parseDrawerPath(change.path)?.wing;
    const there = change.kind === 'moved' ? parseDrawerPath(change.from)?.wing : undefined;
    for (const wing of new Set([here, there])) if (wing !== undefined) of(wing)[change.kind]++;
  }
}

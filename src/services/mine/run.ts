import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PalaceError, systemCode } from '../../base/errors.js';
import { hashBlob } from '../../git/hash.js';
import { newOpId } from '../../palace/change.js';
import type { Redactor } from '../../palace/redactor.js';
import type { Actor, ChangeReceipt, ChangeSet, FileWrite, Palace, SecretFinding } from '../../palace/types.js';
import type { PlanContext } from './context.js';
import { workBytes } from './context.js';
import { assertGoingOn } from './jobs.js';
import type { PlannedSource } from './planned.js';
import type { BodyBytes, Step } from './steps.js';
import type { DrawerCounts } from './types.js';

/** What was committed so far; filled as it goes, so that an interruption loses none of it. */
export interface Written {
  opId: string;
  commits: string[];
  counts: Partial<DrawerCounts>;
  secrets: SecretFinding[];
  notes: string[];
  /** Blobs of the files that stand committed, by path. */
  blobs: Map<string, string>;
  /** Batches committed and planned, over all attempts. */
  batches: number;
}

export function nothingWritten(palace: Palace): Written {
  return {
    opId: newOpId(palace.runtime),
    commits: [],
    counts: {},
    secrets: [],
    notes: [],
    blobs: new Map(),
    batches: 0,
  };
}

interface Batch {
  /** Of one source each. */
  groups: { steps: Step[]; source: PlannedSource; isPiece?: true }[];
  subject: string;
  /** The work tree holds what a killed mine left; it was looked at, and is overwritten. */
  takesUnsaved: boolean;
  /** Not what is kept for a merge. */
  isMain: boolean;
  /** Whether all of a source is committed with this batch. */
  isLast(source: PlannedSource): boolean;
}

/** `change`, or `changeLocked` for a caller that holds the lock. */
export type Commit = (palace: Palace, set: ChangeSet) => Promise<ChangeReceipt | null>;

/** How the commits of one mine are made and signed. */
export interface Signing {
  commit: Commit;
  by: Actor;
  redactor: Redactor;
  /** Keys of the mined roots. */
  source: string;
}

/**
 * Commits what was planned, in batches that share one operation. What stands committed is in `written` whatever happens.
 * @throws PalaceError of `change` (`changed-meanwhile` and `unsaved-edit`: plan again), `interrupted` between batches.
 */
export async function writePlanned(
  context: PlanContext,
  sources: readonly PlannedSource[],
  signing: Signing,
  written: Written,
  batchBytes?: number,
): Promise<void> {
  const { palace } = context;
  const batches = batchesOf(sources, palace.settings.batchSize, batchBytes);
  const total = written.batches + batches.length;
  for (const batch of batches) {
    assertGoingOn(palace, written.commits.length);
    const number = ++written.batches;
    const receipt = await commitBatch(context, batch, signing, written, total > 1 ? { number, total } : undefined);
    if (!receipt) continue;
    written.commits.push(receipt.commit);
    written.secrets.push(...receipt.secrets);
    for (const { source } of batch.groups)
      if (batch.isLast(source) && !source.isDropped) add(written.counts, source.plan.counts);
  }
  for (const { plan } of sources)
    for (const step of plan.steps) if (step.kind === 'tidy') await tidy(context, step.path, step.work);
}

/** Sums counts up. */
export function add(sum: Partial<DrawerCounts>, more: Partial<DrawerCounts>): void {
  for (const [key, value] of Object.entries(more) as [keyof DrawerCounts, number][]) sum[key] = (sum[key] ?? 0) + value;
}

/** Bytes of one new source that are committed at once. */
const BATCH_BYTES = 64 * 1024 * 1024;

/**
 * Steps of one source stay together, but where a long one is new: then its parts may come one after the other. What is kept for a merge
 * comes in commits before all others.
 */
function batchesOf(sources: readonly PlannedSource[], size: number, bytes = BATCH_BYTES): Batch[] {
  const kept = groupsOf(sources, (step) => step.stage === 'keep');
  const main = groupsOf(sources, (step) => step.stage === 'main' && step.kind !== 'tidy');
  const batches = [
    ...chunks(kept, size).flatMap((groups) => split(groups, 'new versions of edited memories, before merging')),
    ...chunks(
      main.flatMap((group) => pieces(group, bytes)),
      size,
    ).flatMap((groups) => split(groups, undefined)),
  ];
  const last = new Map(batches.flatMap((batch) => batch.groups.map(({ source }) => [source, batch])));
  return batches.map((batch) => ({ ...batch, isLast: (source) => batch.isMain && last.get(source) === batch }));
}

/** A group of new drawers that have more bytes than should be held at once, in pieces; any other as it is. */
function pieces({ source, steps }: Group, most: number): Group[] {
  const isNew = steps.every((step) => step.kind === 'put' && step.expect === null && !step.overLeftOver);
  const pieces: Group[] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const step of steps) {
    const size = sizeOf(step);
    if (bytes + size > most) {
      pieces.push({ source, steps: [], isPiece: true });
      bytes = 0;
    }
    pieces.at(-1)?.steps.push(step);
    bytes += size;
  }
  return isNew && pieces.length > 1 ? pieces : [{ source, steps }];
}

function sizeOf(step: Step): number {
  if (step.kind !== 'put') return 0;
  return Buffer.isBuffer(step.body) ? step.body.length : step.body.size;
}

type Group = Batch['groups'][number];

function groupsOf(sources: readonly PlannedSource[], wanted: (step: Step) => boolean): Group[] {
  return sources
    .map((source) => ({ source, steps: source.plan.steps.filter(wanted) }))
    .filter(({ steps }) => steps.length > 0);
}

/** At most `size` steps each, unless one source has more; a piece by itself. */
function chunks(groups: readonly Group[], size: number): Group[][] {
  const result: Group[][] = [];
  let steps = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    if (steps + group.steps.length > size || group.isPiece) {
      result.push([]);
      steps = 0;
    }
    result.at(-1)?.push(group);
    steps += group.steps.length;
  }
  return result;
}

/** What overwrites the left-overs of a killed mine goes by itself: the rest is still checked for unsaved edits. */
function split(groups: readonly Group[], what: string | undefined): Omit<Batch, 'isLast'>[] {
  const isOver = (step: Step): boolean => step.kind !== 'tidy' && step.overLeftOver;
  const over = filtered(groups, isOver);
  const plain = filtered(groups, (step) => !isOver(step));
  const wings = [...new Set(groups.map(({ source }) => source.wing))];
  const subject = `mine ${wings.length === 1 ? wings[0] : `${wings.length} wings`}: ${what ?? subjectOf(groups)}`;
  const isMain = what === undefined;
  return [
    { groups: over, subject, takesUnsaved: true, isMain },
    { groups: plain, subject, takesUnsaved: false, isMain },
  ].filter((batch) => batch.groups.length > 0);
}

function filtered(groups: readonly Group[], wanted: (step: Step) => boolean): Group[] {
  return groups
    .map((group) => ({ ...group, steps: group.steps.filter(wanted) }))
    .filter(({ steps }) => steps.length > 0);
}

/** `12 added, 3 changed`. */
function subjectOf(groups: readonly Group[]): string {
  const counts: Partial<DrawerCounts> = {};
  for (const { source, steps, isPiece } of groups) add(counts, isPiece ? { added: steps.length } : source.plan.counts);
  const words = (['added', 'changed', 'merged', 'moved', 'removed'] as const).filter((word) => counts[word]);
  return words.map((word) => `${counts[word]} ${word}`).join(', ') || 'tidied up';
}

async function commitBatch(
  context: PlanContext,
  batch: Batch,
  signing: Signing,
  written: Written,
  numbered: { number: number; total: number } | undefined,
): Promise<ChangeReceipt | null> {
  const { palace } = context;
  const writes: FileWrite[] = [];
  for (const { source, steps } of batch.groups) {
    const own = source.isDropped ? undefined : await materialiseAll(steps);
    if (own) {
      writes.push(...own);
      continue;
    }
    source.isDropped = true;
    written.notes.push(`${source.shown} changed while it was being mined, and was left for the next time: mine again`);
  }
  const session = onlySession(batch.groups);
  const set: ChangeSet = {
    op: 'mine',
    subject: batch.subject,
    by: signing.by,
    source: signing.source,
    redactor: signing.redactor,
    opId: written.opId,
    writes,
    ...(session !== undefined && { session }),
    ...(numbered && { batch: numbered }),
  };
  for (const write of writes) {
    if (write.kind !== 'put') continue;
    const blob = hashBlob(write.content);
    written.blobs.set(write.path, blob);
    context.catalog.known.learn(write.path, blob, write.content);
  }
  if (!batch.takesUnsaved) return signing.commit(palace, set);
  // A file is removed only as HEAD has it, so what is left over goes first.
  const back: FileWrite[] = [];
  for (const step of batch.groups.flatMap(({ steps }) => steps))
    if (step.kind === 'remove')
      back.push({ kind: 'put', path: step.path, content: await palace.git.readBlob(step.expect), expect: step.expect });
  if (back.length > 0) await signing.commit(palace, { ...set, writes: back, takesUnsaved: true });
  return signing.commit(palace, { ...set, takesUnsaved: true });
}

/** `claude-code:<session>` when the batch is one conversation. */
function onlySession(groups: readonly Group[]): string | undefined {
  const source = groups.length === 1 ? groups[0]?.source.source : undefined;
  return source === undefined || source.includes('#') ? undefined : source.slice(source.indexOf(':') + 1);
}

/** The writes of one source, undefined when it can no longer be read as it was planned. */
async function materialiseAll(steps: readonly Step[]): Promise<FileWrite[] | undefined> {
  const writes: FileWrite[] = [];
  for (const step of steps) {
    const write = await materialise(step);
    if (!write) return undefined;
    writes.push(write);
  }
  return writes;
}

async function materialise(step: Step): Promise<FileWrite | undefined> {
  switch (step.kind) {
    case 'tidy':
      return undefined;
    case 'remove':
      return { kind: 'remove', path: step.path, expect: step.expect };
    case 'put': {
      const body = await bytesOf(step.body);
      return body && { kind: 'put', path: step.path, content: Buffer.concat([step.head, body]), expect: step.expect };
    }
    case 'move': {
      const body = await bytesOf(step.body);
      const content = body && Buffer.concat([step.head, body]);
      return content && { kind: 'move', from: step.from, to: step.path, content, expect: step.expect };
    }
  }
}

async function bytesOf(body: BodyBytes): Promise<Buffer | undefined> {
  return Buffer.isBuffer(body) ? body : body.read();
}

/** Deletes an unsaved file that a killed mine left, if it is still the same. */
async function tidy(context: PlanContext, path: string, expected: Buffer): Promise<void> {
  const present = await workBytes(context, path);
  if (!present?.equals(expected)) return;
  try {
    await unlink(join(context.palace.root, path));
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

/** Somebody else wrote meanwhile: a new plan takes it into account. */
export function isOvertaken(error: unknown): boolean {
  return (
    error instanceof PalaceError && ['changed-meanwhile', 'unsaved-edit', 'path-taken', 'unmerged'].includes(error.code)
  );
}

import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PalaceError, systemCode } from '../../base/errors.js';
import { change, newOpId } from '../../palace/change.js';
import type { Actor, ChangeReceipt, ChangeSet, FileWrite, Palace, SecretFinding } from '../../palace/types.js';
import type { PlanContext } from './context.js';
import { workBytes } from './context.js';
import { assertGoingOn } from './jobs.js';
import type { PlannedSource } from './plan-all.js';
import type { BodyBytes, Step } from './steps.js';
import type { DrawerCounts } from './types.js';

/** What was committed so far; filled as it goes, so that an interruption loses none of it. */
export interface Written {
  opId: string;
  commits: string[];
  counts: Partial<DrawerCounts>;
  secrets: SecretFinding[];
  notes: string[];
  /** Batches committed and planned, over all attempts. */
  batches: number;
}

export function nothingWritten(palace: Palace): Written {
  return { opId: newOpId(palace.runtime), commits: [], counts: {}, secrets: [], notes: [], batches: 0 };
}

interface Batch {
  steps: Step[];
  sources: PlannedSource[];
  subject: string;
  /** The work tree holds what a killed mine left; it was looked at, and is overwritten. */
  takesUnsaved: boolean;
}

/** How the commits of one mine are signed. */
export interface Signing {
  by: Actor;
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
): Promise<void> {
  const { palace } = context;
  const batches = batchesOf(sources, palace.settings.batchSize);
  const total = written.batches + batches.length;
  for (const batch of batches) {
    assertGoingOn(palace, written.commits.length);
    const number = ++written.batches;
    const receipt = await commitBatch(context, batch, signing, written, total > 1 ? { number, total } : undefined);
    if (!receipt) continue;
    written.commits.push(receipt.commit);
    written.secrets.push(...receipt.secrets);
    for (const { plan } of batch.sources) add(written.counts, plan.counts);
  }
  for (const { plan } of sources)
    for (const step of plan.steps) if (step.kind === 'tidy') await tidy(context, step.path, step.work);
}

/** Sums counts up. */
export function add(sum: Partial<DrawerCounts>, more: Partial<DrawerCounts>): void {
  for (const [key, value] of Object.entries(more) as [keyof DrawerCounts, number][]) sum[key] = (sum[key] ?? 0) + value;
}

/** Steps of one source stay together. What is kept for a merge comes in commits before all others. */
function batchesOf(sources: readonly PlannedSource[], size: number): Batch[] {
  const keep: Step[] = sources.flatMap(({ plan }) => plan.steps.filter((step) => step.stage === 'keep'));
  const batches: Batch[] = [];
  for (let at = 0; at < keep.length; at += size)
    batches.push(...split(keep.slice(at, at + size), [], 'new versions of edited memories, to be merged'));
  let steps: Step[] = [];
  let inside: PlannedSource[] = [];
  const close = (): void => {
    if (steps.length > 0) batches.push(...split(steps, inside, subjectOf(inside)));
    steps = [];
    inside = [];
  };
  for (const source of sources) {
    const own = source.plan.steps.filter((step) => step.stage === 'main' && step.kind !== 'tidy');
    if (own.length === 0) continue;
    if (steps.length > 0 && steps.length + own.length > size) close();
    steps.push(...own);
    inside.push(source);
  }
  close();
  return batches;
}

function split(steps: readonly Step[], sources: PlannedSource[], what: string): Batch[] {
  const over = steps.filter((step) => step.kind !== 'tidy' && step.overLeftOver);
  const plain = steps.filter((step) => !over.includes(step));
  const wings = [...new Set(sources.map(({ wing }) => wing))];
  const subject = `mine ${wings.length === 1 ? wings[0] : wings.length === 0 ? '' : `${wings.length} wings`}`.trim();
  const batches: Batch[] = [];
  if (over.length > 0)
    batches.push({
      steps: over,
      sources: plain.length > 0 ? [] : sources,
      subject: `${subject}: ${what}`,
      takesUnsaved: true,
    });
  if (plain.length > 0) batches.push({ steps: plain, sources, subject: `${subject}: ${what}`, takesUnsaved: false });
  return batches;
}

/** `12 added, 3 changed`. */
function subjectOf(sources: readonly PlannedSource[]): string {
  const counts: Partial<DrawerCounts> = {};
  for (const { plan } of sources) add(counts, plan.counts);
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
  for (const step of batch.steps) {
    const write = await materialise(step);
    if (write) writes.push(write);
    else
      written.notes.push(
        `the source of ${step.path} changed while it was being mined and was left for the next time: mine again`,
      );
  }
  const session = onlySession(batch.sources);
  const set: ChangeSet = {
    op: 'mine',
    subject: batch.subject,
    by: signing.by,
    source: signing.source,
    opId: written.opId,
    writes,
    ...(session !== undefined && { session }),
    ...(numbered && { batch: numbered }),
  };
  if (!batch.takesUnsaved) return change(palace, set);
  // A file is removed only as HEAD has it, so what is left over goes first.
  const back: FileWrite[] = [];
  for (const step of batch.steps)
    if (step.kind === 'remove')
      back.push({ kind: 'put', path: step.path, content: await palace.git.readBlob(step.expect), expect: step.expect });
  if (back.length > 0) await change(palace, { ...set, writes: back, takesUnsaved: true });
  return change(palace, { ...set, takesUnsaved: true });
}

/** `claude-code:<session>` when the batch is one conversation. */
function onlySession(sources: readonly PlannedSource[]): string | undefined {
  const [only] = sources;
  return sources.length === 1 && only?.source !== undefined && !only.source.includes('#')
    ? only.source.slice(only.source.indexOf(':') + 1)
    : undefined;
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

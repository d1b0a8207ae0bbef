import type { SkippedSource, SourceUnit } from '../../../sources/types.js';
import type { Catalog } from '../catalog.js';
import type { Job } from '../jobs.js';
import type { PlannedSource } from '../planned.js';
import type { KnownFile, KnownUnit } from './known-files.js';

/** One reading of a file in this mine: what may be remembered of it once everything is written. */
export interface ReadFile {
  job: Job;
  units: {
    about: Pick<SourceUnit, 'kind' | 'source' | 'wingHint' | 'notKept' | 'notes'> & { resumed?: true };
    planned?: PlannedSource;
  }[];
  skipped: Pick<SkippedSource, 'reason' | 'detail' | 'notKept'>[];
  /** It was not filed as it was read (the same source was read before, it changed meanwhile). */
  isOdd: boolean;
}

/**
 * Remembers what was read, with the drawers as they stand after the writing. Whatever needed more than plain filing (merges,
 * conflicts, moves, removed memories) is read again the next time, and remembered once it is unchanged.
 * @param written Blobs of the files that this mine committed, by path.
 */
export function rememberReadings(
  catalog: Catalog,
  readings: readonly ReadFile[],
  written: ReadonlyMap<string, string>,
): void {
  for (const { job, units, skipped, isOdd } of readings) {
    const { known } = job.from;
    // A package that is missing today may be there tomorrow, with the file as it was.
    const isForNow = skipped.some(({ reason }) => reason === 'missing-package');
    if (known === undefined || isOdd || isForNow) continue;
    const learned = units.map(({ about, planned }) => planned && knownUnit(catalog, about, planned, written));
    if (!learned.every((unit) => unit !== undefined)) continue;
    const { stat, relative } = job.candidate;
    const file = { stat, adapter: job.adapter.name, units: learned };
    known.learn(relative, skipped.length === 0 ? file : { ...file, skipped });
  }
}

function knownUnit(
  catalog: Catalog,
  { kind, source, wingHint, notKept, notes, resumed }: ReadFile['units'][number]['about'],
  { plan, wing, isDropped }: PlannedSource,
  written: ReadonlyMap<string, string>,
): KnownUnit | undefined {
  if (isDropped || plan.conflicts.length > 0) return undefined;
  const { unchanged = 0, added = 0, changed = 0, ...others } = plan.counts;
  if (Object.values(others).some((count) => count > 0) || unchanged + added + changed !== plan.ids.length)
    return undefined;
  const drawers = new Map<string, string>();
  for (const { path, blob, state } of catalog.bySource.get(source) ?? []) {
    if (state !== 'clean') return undefined;
    drawers.set(path, blob);
  }
  for (const step of plan.steps) {
    const blob = step.kind === 'put' && step.stage === 'main' ? written.get(step.path) : undefined;
    if (blob === undefined) return undefined;
    drawers.set(step.path, blob);
  }
  const known: KnownUnit = { kind, source, wing, ids: plan.ids, drawers: [...drawers] };
  if (resumed) known.resumed = true;
  if (wingHint !== undefined) known.wingHint = wingHint;
  if (notKept.length > 0) known.notKept = notKept;
  if (notes !== undefined && notes.length > 0) known.notes = notes;
  return known;
}

/** Whether every drawer of a known unit stands as it stood, and no other one of its source does. */
export function isStanding(catalog: Catalog, { source, drawers }: KnownUnit): boolean {
  const entries = catalog.bySource.get(source) ?? [];
  if (entries.length !== drawers.length) return false;
  const [entry] = entries;
  const [drawer] = drawers;
  if (entry !== undefined && drawer !== undefined && entries.length === 1)
    return entry.state === 'clean' && entry.path === drawer[0] && entry.blob === drawer[1];
  const known = new Map(drawers);
  return entries.every(({ path, blob, state }) => state === 'clean' && known.get(path) === blob);
}

export type { KnownFile };

import type { NotKept } from '../../sources/types.js';
import type { Planned } from './planned.js';
import { add, type Written } from './run.js';
import { sumOfLabels } from './searchable.js';
import type { DrawerCounts, LearnedReader, MineReport, MineRequest } from './types.js';

/** The answer of `mine`. */
export function resultOf(request: MineRequest, planned: Planned, written: Written, tookMs: number): MineReport {
  const isDry = request.dryRun === true;
  const gains = planned.sources.flatMap(({ gain, isDropped }) => (isDropped ? [] : [gain]));
  return {
    dry_run: isDry,
    wing: planned.wings.length === 1 ? (planned.wings[0] ?? null) : null,
    wings: planned.wings,
    sources: { read: planned.read, skipped: planned.skipped.reduce((sum, { count = 1 }) => sum + count, 0) },
    drawers: drawersOf(planned, written),
    passages: gains.reduce((sum, { passages }) => sum + passages, 0),
    labels: request.extract === 'general' ? sumOfLabels(gains) : null,
    files: planned.files,
    skipped: planned.skipped,
    not_kept: summed(planned.notKept),
    learned: learnedBy(planned),
    conflicts: planned.sources.flatMap(({ plan }) => plan.conflicts),
    notes: [...new Set([...planned.notes, ...written.notes])],
    secrets: written.secrets,
    commits: written.commits,
    op_id: written.commits.length > 0 ? written.opId : null,
    took_ms: tookMs,
  };
}

/** What the last plan says, and what earlier attempts committed before somebody else's write made it necessary. */
function drawersOf(planned: Planned, { counts: committed }: Written): DrawerCounts {
  const plan: Partial<DrawerCounts> = {};
  for (const source of planned.sources) if (!source.isDropped) add(plan, source.plan.counts);
  const of = (key: keyof DrawerCounts): number => Math.max(plan[key] ?? 0, committed[key] ?? 0);
  // What an earlier attempt wrote is unchanged to the last plan; it was not to whoever asked.
  const earlier = (['added', 'changed', 'moved', 'merged'] as const).reduce(
    (sum, key) => sum + of(key) - (plan[key] ?? 0),
    0,
  );
  return {
    added: of('added'),
    changed: of('changed'),
    unchanged: Math.max(0, (plan.unchanged ?? 0) - earlier),
    moved: of('moved'),
    removed: of('removed'),
    merged: of('merged'),
    ignored: plan.ignored ?? 0,
  };
}

function learnedBy({ sources }: Planned): LearnedReader[] {
  const readers = new Map<string, LearnedReader>();
  for (const { plan, reader, isDropped } of sources) {
    if (isDropped || reader === undefined || plan.reread === undefined) continue;
    const known = readers.get(reader.name);
    if (known === undefined)
      readers.set(reader.name, { adapter: reader.name, version: reader.version, drawers: plan.reread });
    else known.drawers += plan.reread;
  }
  return [...readers.values()].sort((a, b) => (a.adapter < b.adapter ? -1 : 1));
}

function summed(notKept: readonly NotKept[]): NotKept[] {
  const sums = new Map<string, NotKept>();
  for (const { what, count, bytes } of notKept) {
    const sum = sums.get(what);
    if (sum) {
      sum.count += count;
      sum.bytes += bytes;
    } else sums.set(what, { what, count, bytes });
  }
  return [...sums.values()].sort((a, b) => (a.what < b.what ? -1 : 1));
}

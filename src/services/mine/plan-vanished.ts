import type { WingName } from '../../palace/types.js';
import type { Entry } from './catalog.js';
import type { PlanContext } from './context.js';
import type { MinedRoot } from './jobs.js';
import { isEditedByHand } from './plan-source.js';
import { settleRemoval } from './settle.js';
import type { SourcePlan } from './steps.js';
import type { MineRequest } from './types.js';
import { assertFewVanished, type Vanished } from './vanished.js';

/** Paths named in one sentence of the report. */
const NAMED = 3;

/**
 * Removes the drawers of project files that are gone. One that a person edited, or has not saved, stays and is named.
 * @throws PalaceError `too-many-vanished` unless `allowVanished`.
 */
export async function planVanished(
  context: PlanContext,
  request: MineRequest,
  from: MinedRoot,
  vanished: readonly Vanished[],
  wingOf: () => WingName,
): Promise<{ plan: SourcePlan; wing: WingName; notes: string[] } | undefined> {
  if (vanished.length === 0) return undefined;
  const going: Entry[] = [];
  const edited: Entry[] = [];
  for (const { parts, beside } of vanished) {
    const byHand: Entry[] = [];
    for (const entry of parts) if (await isEditedByHand(context, entry)) byHand.push(entry);
    if (byHand.length > 0) {
      edited.push(...byHand);
      continue;
    }
    going.push(...parts);
    for (const entry of beside) (await isEditedByHand(context, entry)) ? edited.push(entry) : going.push(entry);
  }
  const wing = wingOf();
  if (request.allowVanished !== true) assertFewVanished(context.palace, context.catalog, from, wing, going);
  const plan: SourcePlan = { ids: [], steps: [], counts: {}, conflicts: [], searchable: [] };
  for (const entry of going) {
    const { step, conflict } = await settleRemoval(context, entry);
    if (conflict) {
      const message = `${entry.path} has an edit that is not saved; its source is gone. Run palace save to keep it`;
      plan.conflicts.push({ ...conflict, message });
    }
    if (!step) continue;
    plan.steps.push(step);
    plan.counts.removed = (plan.counts.removed ?? 0) + 1;
  }
  return { plan, wing, notes: edited.length === 0 ? [] : [keptNote(edited)] };
}

function keptNote(edited: readonly Entry[]): string {
  const named = edited.slice(0, NAMED).map((entry) => entry.path);
  const more = edited.length > NAMED ? ', …' : '';
  const what =
    edited.length === 1
      ? 'a memory that was edited by hand stays'
      : `${edited.length} memories that were edited by hand stay`;
  return `${what}, although the source is gone: ${named.join(', ')}${more}`;
}

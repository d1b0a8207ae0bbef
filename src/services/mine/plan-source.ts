import { parseDrawer } from '../../palace/codec.js';
import { bodyHash } from '../../palace/ids.js';
import { besideUnit, planBeside, splitBeside } from './beside.js';
import { count, type Draft, fileNew, type Incoming, update } from './carry-out.js';
import type { Entry } from './catalog.js';
import { headBytes, type PlanContext } from './context.js';
import { anchorOf, type Decision, decide } from './decide.js';
import { contentOf } from './fresh.js';
import { drawersOf } from './identity.js';
import { standingReader } from './readers.js';
import { settleRemoval } from './settle.js';
import type { SourcePlan } from './steps.js';

/** Drawers that hold a source. */
export interface Standing {
  parts: Entry[];
  beside: Entry[];
}

/**
 * Plans one source against the drawers that hold it: which stay byte for byte, which are rewritten, merged, added or removed.
 * Reads the palace, writes nothing; the catalog learns what is planned.
 * @param renamedFrom Drawers of the source that this one was before it was renamed.
 */
export async function planSource(
  context: PlanContext,
  incoming: Incoming,
  renamedFrom?: Standing,
): Promise<SourcePlan> {
  const { unit, wing } = incoming;
  const { parts, beside } =
    renamedFrom ?? drawersOf(context.catalog, { kind: unit.kind, wing, source: unit.source, format: unit.format });
  const standing = [...parts, ...beside];
  if (standing.some((entry) => standingReader(entry, incoming.reader, context.catalog.wings) === 'newer'))
    return leftAlone(standing);
  const { usable, edited } = await splitBeside(context, beside);
  // Who edits the source beside is about to settle the matter: nothing is merged behind their back.
  const decision = await decide(
    context,
    parts,
    unit.parts,
    (entry) => !edited.some(({ front }) => front.unit === besideUnit(entry.front)),
  );
  const draft: Draft = {
    context,
    incoming,
    plan: { ids: [], steps: [], counts: {}, conflicts: [], searchable: [] },
    anchors: new Set(parts.map(anchorOf)),
    usableBeside: new Set(usable),
  };
  for (const [index, outcome] of decision.outcomes.entries()) {
    const ordinal = decision.outcomes.length > 1 ? index + 1 : undefined;
    if (outcome.kind === 'new') await fileNew(draft, outcome, ordinal);
    else await update(draft, outcome, ordinal);
  }
  for (const entry of decision.gone) await remove(draft, entry);
  for (const overlap of decision.overlaps) await fileBeside(draft, overlap);
  for (const entry of draft.usableBeside) await remove(draft, entry);
  return draft.plan;
}

function leftAlone(standing: readonly Entry[]): SourcePlan {
  const ids = standing.flatMap(({ front }) => front.id ?? []);
  const counts = { unchanged: standing.length };
  return { ids, steps: [], counts, conflicts: [], searchable: [], isLeftToNewer: true };
}

async function remove(draft: Draft, entry: Entry): Promise<void> {
  const { step, conflict } = await settleRemoval(draft.context, entry);
  if (conflict) draft.plan.conflicts.push(conflict);
  if (!step) return;
  draft.plan.steps.push(step);
  count(draft, 'removed');
}

async function fileBeside(draft: Draft, { entry, parts }: Decision['overlaps'][number]): Promise<void> {
  const { context, incoming, plan, usableBeside } = draft;
  const conflict = { reason: 'overlap' as const, path: entry.path, id: entry.front.id ?? '' };
  if (parts.length === 0) {
    const message = `${entry.path} was edited by hand, and its source no longer has this part: it stays as it is`;
    plan.conflicts.push({ ...conflict, beside: null, message });
    return;
  }
  const contents: Buffer[] = [];
  for (const part of parts) contents.push(await contentOf(part));
  const content = Buffer.concat(contents);
  const planned = await planBeside(context, incoming, entry, [...usableBeside], content, 'main');
  if (planned.standing) usableBeside.delete(planned.standing);
  if (planned.conflict) plan.conflicts.push(planned.conflict);
  plan.steps.push(...planned.steps);
  if (planned.steps.length > 0) {
    plan.searchable.push(content);
    count(draft, planned.standing ? 'changed' : 'added');
  }
  const message = `${entry.path} was edited by hand, and the same lines changed in its source: the edit stays, the new source is in ${planned.path}. Put together what is right in the first, then remove the second`;
  plan.conflicts.push({ ...conflict, beside: planned.path, message });
}

/** Whether HEAD's version of a drawer was edited by hand since it was filed. */
export async function isEditedByHand(context: PlanContext, entry: Entry): Promise<boolean> {
  const { front, body } = parseDrawer(await headBytes(context, entry));
  return front.sha256 === undefined || bodyHash(body) !== front.sha256;
}

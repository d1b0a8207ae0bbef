import { parseDrawer, renderDrawer } from '../../palace/codec.js';
import { drawerFileName } from '../../palace/layout.js';
import { uniqueAnchor } from '../../palace/parts.js';
import type { DrawerId, FrontMatter, RoomName, WingName } from '../../palace/types.js';
import { planBeside } from './beside.js';
import type { Entry } from './catalog.js';
import { blobReader, headBytes, type PlanContext } from './context.js';
import type { Outcome } from './decide.js';
import { contentOf, type FreshPart, type FreshUnit } from './fresh.js';
import { filedFront, type PartFacts, rewrite, updatedFront } from './front.js';
import { freshId, renamedFront } from './identity.js';
import { folderFor } from './place.js';
import { type Reader, standingReader } from './readers.js';
import { settleEntry, settleNew } from './settle.js';
import { removalOf, type SourcePlan } from './steps.js';

/** One source that was read, on its way into a wing. */
export interface Incoming {
  unit: FreshUnit;
  /** The adapter that read it. */
  reader: Reader;
  wing: WingName;
  /** Asked only when a new drawer needs one (or `--reroute`). */
  room(): RoomName;
}

/** Puts steps, counts and conflicts of one source together. */
export interface Draft {
  context: PlanContext;
  incoming: Incoming;
  plan: SourcePlan;
  /** Anchors that drawers of this source have. */
  anchors: Set<string>;
  /** Drawers `~source` of HEAD that nobody edited; those still here at the end have served. */
  usableBeside: Set<Entry>;
}

export function count({ plan }: Draft, what: keyof SourcePlan['counts']): void {
  plan.counts[what] = (plan.counts[what] ?? 0) + 1;
}

/** A new drawer for a part. `ordinal` is undefined for an undivided source. */
export async function fileNew(
  draft: Draft,
  { part, merged }: Outcome & { kind: 'new' },
  ordinal: number | undefined,
): Promise<void> {
  const { context, incoming, plan } = draft;
  const { unit, wing } = incoming;
  const { catalog, sources } = context;
  const unitKey = ordinal === undefined && part.anchor === '' ? undefined : `part-${await freshAnchor(draft, part)}`;
  if (sources.isIgnored({ source: unit.source, unit: unitKey ?? '', wing }) || context.isForgotten(part.hash)) {
    count(draft, 'ignored');
    return;
  }
  const room = incoming.room();
  const fanout = context.palace.settings.roomFanout;
  const pathOf = (id: DrawerId): string => {
    const folder = folderFor(catalog.counts, fanout, { wing, room, id, date: unit.date });
    return `${folder}/${drawerFileName({ date: unit.date, title: unit.title || unit.nameHint, id })}`;
  };
  // Two ids that share their first eight digits: the number in the second one grows.
  const isTaken = (id: DrawerId): boolean => {
    const path = pathOf(id);
    return catalog.paths.has(path) && catalog.loose.get(path)?.id !== id && !isUnreadable(context, path);
  };
  const id = freshId(catalog, { kind: unit.kind, wing, source: unit.source, unit: unitKey ?? '' }, isTaken);
  catalog.ids.add(id);
  const facts: PartFacts = { unit, unitKey, part: ordinal, hash: part.hash };
  const front: FrontMatter & { id: DrawerId } = { ...filedFront(id, facts), id };
  const head = renderDrawer(front, Buffer.alloc(0));
  const wanted = merged ? { head, body: merged } : { head, body: part.bytes, part: part.index };
  const { steps, conflict, path } = await settleNew(context, pathOf(id), wanted, front);
  plan.ids.push(id);
  if (conflict) {
    plan.conflicts.push(conflict);
    return;
  }
  if (merged) await keepSource(draft, { path, front }, part);
  plan.steps.push(...steps);
  plan.searchable.push(merged ?? part);
  count(draft, 'added');
}

function isUnreadable({ catalog }: PlanContext, path: string): boolean {
  return [...catalog.unreadable.values()].includes(path);
}

/** An anchor that no drawer of this source has. */
async function freshAnchor({ anchors, incoming }: Draft, part: FreshPart): Promise<string> {
  const isFree = part.isFirst && part.anchor !== '' && !anchors.has(part.anchor);
  const anchor = isFree ? part.anchor : uniqueAnchor(await contentOf(part), anchors, incoming.unit.format);
  anchors.add(anchor);
  return anchor;
}

/** A drawer that stands: stays as it is, byte for byte, or is brought up to date. */
export async function update(
  draft: Draft,
  outcome: Exclude<Outcome, { kind: 'new' }>,
  ordinal: number | undefined,
): Promise<void> {
  const { context, incoming, plan } = draft;
  const { entry } = outcome;
  const { unit } = incoming;
  if (entry.front.id !== undefined) plan.ids.push(entry.front.id);
  const folder = rerouted(draft, entry);
  const isRetitled = isTitleOther(unit, entry);
  const isReread = standingReader(entry, incoming.reader, context.catalog.wings) === 'older';
  const isLeft =
    !isRetitled &&
    !isReread &&
    outcome.kind !== 'replace' &&
    entry.state === 'clean' &&
    entry.front.part === ordinal &&
    entry.front.source === unit.source &&
    folder === undefined;
  if (isLeft) {
    count(draft, 'unchanged');
    return;
  }
  const before = await headBytes(context, entry);
  const { front } = parseDrawer(before);
  const renamed = renamedFront(front, unit.source);
  const changes: Partial<FrontMatter> = { part: ordinal, ...renamed };
  if (
    outcome.kind === 'replace' ||
    (outcome.kind === 'same' && (isRetitled || isReread || renamed.source !== undefined))
  ) {
    const facts: PartFacts = { unit, unitKey: front.unit, part: ordinal, hash: outcome.part.hash };
    const keys = outcome.kind === 'replace' || isReread ? 'all' : 'title';
    const drawer = { path: entry.path, front };
    Object.assign(changes, await updatedFront(context.history, blobReader(context), drawer, facts, keys));
  }
  const next = outcome.kind === 'replace' ? (outcome.merged ?? (await contentOf(outcome.part))) : undefined;
  const file = rewrite(before, changes, next);
  const { body } = parseDrawer(file);
  const isPart = outcome.kind === 'replace' && !outcome.merged;
  const wanted = {
    head: file.subarray(0, file.length - body.length),
    body: isPart ? outcome.part.bytes : body,
    ...(isPart && { part: outcome.part.index }),
    ...(folder !== undefined && { folder }),
  };
  const identity = { id: front.id, source: renamed.source ?? front.source, unit: front.unit };
  const { step, conflict } = await settleEntry(context, entry, before, wanted, identity);
  if (conflict) plan.conflicts.push(conflict);
  if (step === undefined) {
    count(draft, 'unchanged');
    return;
  }
  if (outcome.kind === 'replace') {
    if (outcome.merged) await keepSource(draft, { path: entry.path, front }, outcome.part);
    plan.searchable.push(outcome.merged ?? outcome.part);
  }
  plan.steps.push(step);
  if (isReread) plan.reread = (plan.reread ?? 0) + 1;
  if (renamed.source !== undefined || step.kind === 'move') count(draft, 'moved');
  else count(draft, outcome.kind === 'replace' && outcome.merged ? 'merged' : 'changed');
}

/** A conversation gets its name late, or another one, without a new word in it. Whether a person chose the present one, history tells. */
function isTitleOther({ kind, title }: FreshUnit, { front }: Entry): boolean {
  return kind === 'conversation' && title !== '' && front.title !== title;
}

/** The folder that `--reroute` moves a drawer to, undefined when its room is right. */
function rerouted({ context, incoming }: Draft, { wing, room, front }: Entry): string | undefined {
  if (!context.reroute || front.id === undefined) return undefined;
  const wanted = incoming.room();
  if (wanted === room) return undefined;
  const place = { wing, room: wanted, id: front.id, date: front.date };
  return folderFor(context.catalog.counts, context.palace.settings.roomFanout, place);
}

/**
 * Files the new source by itself first, in a commit before the merge: so history has it, and as the base of the next merge.
 * The commit of the merge takes it away again.
 */
async function keepSource(draft: Draft, drawer: { path: string; front: FrontMatter }, part: FreshPart): Promise<void> {
  const { context, incoming, plan, usableBeside } = draft;
  const planned = await planBeside(context, incoming, drawer, [...usableBeside], await contentOf(part), 'keep');
  if (planned.conflict) plan.conflicts.push(planned.conflict);
  plan.steps.push(...planned.steps);
  const kept = planned.steps.find((step) => step.kind === 'put');
  if (kept) plan.steps.push(removalOf(kept));
  if (!planned.standing) return;
  if (!kept && !planned.conflict) plan.steps.push(removalOf(planned.standing));
  usableBeside.delete(planned.standing);
  count(draft, 'removed');
}

import { parseDrawer, renderDrawer } from '../../palace/codec.js';
import { bodyHash } from '../../palace/ids.js';
import type { DrawerId, FrontMatter, WingName } from '../../palace/types.js';
import { besidePath } from './base.js';
import type { Entry } from './catalog.js';
import { headBytes, type PlanContext } from './context.js';
import type { FreshUnit } from './fresh.js';
import { filedFront } from './front.js';
import { BESIDE, freshId } from './identity.js';
import { settleEntry, settleNew } from './settle.js';
import type { Stage, Step } from './steps.js';
import type { MineConflict } from './types.js';

/** A drawer that stands, or is about to. */
export interface DrawerAt {
  path: string;
  front: FrontMatter;
}

export interface BesidePlan {
  path: string;
  id: DrawerId | undefined;
  steps: Step[];
  conflict?: MineConflict;
  /** The drawer of HEAD that is used. */
  standing?: Entry;
}

/** `unit` of the drawer that holds the source beside `drawer`. */
export function besideUnit(front: FrontMatter): string {
  return `${front.unit ?? ''}${BESIDE}`;
}

/**
 * Files the text of a source beside the drawer that it cannot (or, in stage `keep`, not yet) be merged into:
 * `<same name>~source.md`, brought up to date in place while nobody edits it.
 * @param usable Such drawers of HEAD that nobody edited.
 */
export async function planBeside(
  context: PlanContext,
  { unit, wing }: { unit: FreshUnit; wing: WingName },
  drawer: DrawerAt,
  usable: readonly Entry[],
  content: Buffer,
  stage: Stage,
): Promise<BesidePlan> {
  const unitKey = besideUnit(drawer.front);
  const standing = usable.find((entry) => entry.front.unit === unitKey);
  const facts = { unit, unitKey, part: undefined, hash: bodyHash(content) };
  if (standing?.front.id !== undefined) {
    const { id } = standing.front;
    const head = renderDrawer(filedFront(id, facts), Buffer.alloc(0));
    const before = await headBytes(context, standing);
    const identity = { id, source: unit.source, unit: unitKey };
    const { step, conflict } = await settleEntry(context, standing, before, { head, body: content, stage }, identity);
    return { path: standing.path, id, steps: step ? [step] : [], ...(conflict && { conflict }), standing };
  }
  const identity = { kind: unit.kind, wing, source: unit.source, unit: unitKey };
  const id = freshId(context.catalog, identity);
  context.catalog.ids.add(id);
  const front: FrontMatter & { id: DrawerId } = { ...filedFront(id, facts), id };
  const wanted = { head: renderDrawer(front, Buffer.alloc(0)), body: content, stage };
  const { steps, conflict, path } = await settleNew(context, freePath(context, drawer.path, id), wanted, front);
  return { path, id, steps, ...(conflict && { conflict }) };
}

/** `~source.md`, or `~source-2.md` and so on where another memory has that name. */
function freePath({ catalog }: PlanContext, drawer: string, id: DrawerId): string {
  const first = besidePath(drawer);
  for (let count = 1; ; count++) {
    const path = count === 1 ? first : `${first.slice(0, -'.md'.length)}-${count}.md`;
    if (!catalog.paths.has(path) || catalog.loose.get(path)?.id === id) return path;
  }
}

/** Splits the drawers beside by whether a person edited them (then they are that person's). */
export async function splitBeside(
  context: PlanContext,
  beside: readonly Entry[],
): Promise<{ usable: Entry[]; edited: Entry[] }> {
  const usable: Entry[] = [];
  const edited: Entry[] = [];
  for (const entry of beside) {
    const { front, body } = parseDrawer(await headBytes(context, entry));
    (front.sha256 === bodyHash(body) ? usable : edited).push(entry);
  }
  return { usable, edited };
}

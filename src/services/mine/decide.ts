import { parseDrawer } from '../../palace/codec.js';
import { bodyHash } from '../../palace/ids.js';
import { matchParts } from '../../palace/part-matching.js';
import { align } from './align.js';
import { mergeBase } from './base.js';
import type { Entry } from './catalog.js';
import { blobReader, headBytes, type PlanContext } from './context.js';
import { contentOf, type FreshPart } from './fresh.js';
import { mergePieces } from './merge.js';

/** What becomes of one drawer. `merged`: what it is to hold where that is not the part alone but the part and a person's edit. */
export type Outcome =
  | { kind: 'same'; entry: Entry; part: FreshPart }
  | { kind: 'replace'; entry: Entry; part: FreshPart; merged: Buffer | undefined }
  | { kind: 'new'; part: FreshPart; merged: Buffer | undefined }
  /** Edited by hand and not to be merged: stays as it is. */
  | { kind: 'keep'; entry: Entry };

export interface Decision {
  /** In the order of the source. */
  outcomes: Outcome[];
  /** Drawers whose part of the source is gone. */
  gone: Entry[];
  /** Edited drawers, each with the parts of the new source that could not be merged into it (and its neighbours). */
  overlaps: { entry: Entry; parts: FreshPart[] }[];
}

/**
 * What becomes of the drawers `old` of a source, in order, now that the source is `fresh`. Between two places where old and
 * new agree, drawers that nobody edited are brought up to date one by one; where one was edited, they are joined, merged
 * with the new text and cut again where the new source is cut. `mayMerge` false for a drawer keeps it as it is.
 */
export async function decide(
  context: PlanContext,
  old: readonly Entry[],
  fresh: readonly FreshPart[],
  mayMerge: (entry: Entry) => boolean,
): Promise<Decision> {
  const { same, stretches } = align(
    old.map((entry) => ({ hash: entry.front.sha256 })),
    fresh,
  );
  // The outcomes of each new part, and after the last one those of drawers that stay without a part.
  const slots: Outcome[][] = Array.from({ length: fresh.length + 1 }, () => []);
  const decision: Decision = { outcomes: [], gone: [], overlaps: [] };
  for (const pair of same) {
    const [entry, part] = [old[pair.old], fresh[pair.fresh]];
    if (entry && part) slots[pair.fresh]?.push({ kind: 'same', entry, part });
  }
  const plain: { old: Entry[]; fresh: FreshPart[] } = { old: [], fresh: [] };
  for (const stretch of stretches) {
    const run = { old: old.slice(...stretch.old), fresh: fresh.slice(...stretch.fresh) };
    const bodies = await readBodies(context, run.old);
    const edited = bodies.find((body) => body.isEdited)?.entry;
    if (!edited) {
      plain.old.push(...run.old);
      plain.fresh.push(...run.fresh);
      continue;
    }
    const merged = mayMerge(edited) ? await mergeRun(context, bodies, run.fresh) : undefined;
    if (merged) {
      pairUp(run.old, run.fresh, merged, slots, decision.gone);
    } else {
      slots[stretch.fresh[0]]?.unshift(...run.old.map((entry): Outcome => ({ kind: 'keep', entry })));
      decision.overlaps.push({ entry: edited, parts: run.fresh });
    }
  }
  pairUp(plain.old, plain.fresh, undefined, slots, decision.gone);
  decision.outcomes = slots.flat();
  return decision;
}

interface DrawerBody {
  entry: Entry;
  body: Buffer;
  isEdited: boolean;
}

async function readBodies(context: PlanContext, entries: readonly Entry[]): Promise<DrawerBody[]> {
  const bodies: DrawerBody[] = [];
  for (const entry of entries) {
    const { body, front } = parseDrawer(await headBytes(context, entry));
    bodies.push({ entry, body, isEdited: front.sha256 === undefined || bodyHash(body) !== front.sha256 });
  }
  return bodies;
}

/** The text for each of `fresh` with the edits in it (undefined where that is the part itself); undefined when it takes a person. */
async function mergeRun(
  context: PlanContext,
  bodies: readonly DrawerBody[],
  fresh: readonly FreshPart[],
): Promise<(Buffer | undefined)[] | undefined> {
  const bases: Buffer[] = [];
  for (const { entry, body, isEdited } of bodies) {
    const base = isEdited ? await mergeBase(context.history, blobReader(context), entry) : body;
    if (base === undefined) return undefined;
    bases.push(base);
  }
  const ours = Buffer.concat(bodies.map(({ body }) => body));
  const theirs: Buffer[] = [];
  for (const part of fresh) theirs.push(await contentOf(part));
  const outcome = await mergePieces(ours, Buffer.concat(bases), theirs);
  if (!outcome.clean) return undefined;
  return outcome.pieces.map((piece, index) => (theirs[index]?.equals(piece) ? undefined : piece));
}

/** Gives each new part the drawer it belongs to; `merged[i]` is what the drawer of `fresh[i]` is to hold instead of it. */
function pairUp(
  old: readonly Entry[],
  fresh: readonly FreshPart[],
  merged: readonly (Buffer | undefined)[] | undefined,
  slots: readonly Outcome[][],
  gone: Entry[],
): void {
  const pairs = matchParts(
    fresh,
    old.map((entry) => ({
      key: entry,
      hash: entry.front.sha256 ?? '',
      anchor: anchorOf(entry),
      ...(entry.front.part !== undefined && { part: entry.front.part }),
    })),
  );
  fresh.forEach((part, index) => {
    const entry = pairs.get(index);
    const body = merged?.[index];
    if (!entry) slots[part.index]?.push({ kind: 'new', part, merged: body });
    else if (entry.front.sha256 === part.hash && !body) slots[part.index]?.push({ kind: 'same', entry, part });
    else slots[part.index]?.push({ kind: 'replace', entry, part, merged: body });
  });
  const used = new Set(pairs.values());
  gone.push(...old.filter((entry) => !used.has(entry)));
}

/** The anchor in a drawer's `unit`, '' for an undivided source. */
export function anchorOf(entry: Entry): string {
  return /^part-(.*)$/.exec(entry.front.unit ?? '')?.[1] ?? '';
}

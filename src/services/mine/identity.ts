import { mintDrawerId } from '../../palace/ids.js';
import type { DrawerId, FrontMatter, WingName } from '../../palace/types.js';
import type { SourceUnit } from '../../sources/types.js';
import { FIRST_SOURCE, sourceAtFiling } from '../source-log/filing.js';
import type { Catalog, Entry } from './catalog.js';

export type UnitKind = SourceUnit['kind'];

/** Where a drawer was filed first: what its id is made of. */
export interface Filing {
  kind: UnitKind;
  wing: WingName;
}

/** Ends the `unit` of the drawer that holds a source beside an edited drawer. */
export const BESIDE = '~source';

const KINDS: readonly UnitKind[] = ['file', 'conversation', 'note'];

/** Parts that begin with the same line share their anchor and are told apart by n. */
const MOST_EQUAL_PARTS = 64;
const MOST_EQUAL = 4;

/**
 * The wing and kind that a drawer was filed under, proved by minting its id again; undefined when no wing of `wings` gives
 * it (the file was given another id or source by hand). Wherever the file stands today, this is where its source belongs.
 */
export function filingOf(entry: Entry, wings: Iterable<WingName>): Filing | undefined {
  const { front } = entry;
  if (entry.kind !== undefined) return { kind: entry.kind, wing: entry.wing };
  return provedBy(front, [entry.wing, ...[...wings].filter((wing) => wing !== entry.wing)]);
}

/** The kind that a drawer was filed as in this wing; undefined when its id proves none. */
export function provedKind(wing: WingName, front: FrontMatter): UnitKind | undefined {
  return provedBy(front, [wing])?.kind;
}

function provedBy(front: FrontMatter, wings: readonly WingName[]): Filing | undefined {
  if (front.id === undefined || front.source === undefined || front.filed !== undefined) return undefined;
  const source = sourceAtFiling(front) ?? front.source;
  const unit = front.unit ?? '';
  const most = unit === '' ? MOST_EQUAL : MOST_EQUAL_PARTS;
  for (let n = 0; n < most; n++)
    for (const wing of wings)
      for (const kind of KINDS) if (mintDrawerId({ kind, wing, source, unit, n }) === front.id) return { kind, wing };
  return undefined;
}

/**
 * The drawers of one source in one wing of filing, parts in order. Drawers whose id proves it come first; one that cannot be
 * proved counts when it stands in that wing and looks like a mined drawer. Of several with one unit the first is taken (a copy
 * made by hand is a memory of its own).
 */
export function drawersOf(
  catalog: Catalog,
  { kind, wing, source, format }: { kind: UnitKind; wing: WingName; source: string; format: string | undefined },
): { parts: Entry[]; beside: Entry[] } {
  const found = catalog.bySource.get(source) ?? [];
  if (found.length === 0) return { parts: [], beside: [] };
  const wings = new Set([...catalog.wings, wing]);
  const proved: Entry[] = [];
  const likely: Entry[] = [];
  for (const entry of found) {
    const filing = filingOf(entry, wings);
    if (filing) {
      if (isOneSource(filing.kind, kind) && filing.wing === wing) proved.push(entry);
    } else if (entry.wing === wing && entry.front.filed === undefined && entry.front.body === format)
      likely.push(entry);
  }
  const parts: Entry[] = [];
  const beside: Entry[] = [];
  const units = new Map<string, Set<DrawerId | undefined>>();
  for (const entry of [...proved.sort(byPlace), ...likely.sort(byPlace)]) {
    const unit = entry.front.unit ?? '';
    // Equal anchors are different parts when both are proved by different ids.
    const ids = units.get(unit);
    if (ids && (!proved.includes(entry) || ids.has(entry.front.id))) continue;
    units.set(unit, (ids ?? new Set()).add(entry.front.id));
    (unit.endsWith(BESIDE) ? beside : parts).push(entry);
  }
  // Somebody removed the edited drawer and kept the source that stood beside it: that is the source's drawer now.
  if (parts.length === 0) return { parts: beside, beside: [] };
  return { parts: parts.sort(byPlace), beside };
}

/** One text is a project file or a note by how it is mined (`--mode`), and is filed once all the same. */
function isOneSource(a: UnitKind, b: UnitKind): boolean {
  return a === b || (a !== 'conversation' && b !== 'conversation');
}

function byPlace(a: Entry, b: Entry): number {
  const order = (a.front.part ?? 1) - (b.front.part ?? 1);
  if (order !== 0) return order;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** An id for a new drawer of this identity: the first whose number is free. */
export function freshId(
  catalog: Catalog,
  identity: { kind: UnitKind; wing: WingName; source: string; unit: string },
  refuse?: (id: DrawerId) => boolean,
): DrawerId {
  for (let n = 0; ; n++) {
    const id = mintDrawerId({ ...identity, n });
    if (!catalog.ids.has(id) && refuse?.(id) !== true) return id;
  }
}

/** What the front-matter says about a renamed source. */
export function renamedFront(front: FrontMatter, source: string): Partial<FrontMatter> {
  if (front.source === source) return {};
  const first = sourceAtFiling(front);
  return { source, [FIRST_SOURCE]: first === source ? undefined : first };
}

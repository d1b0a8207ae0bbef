import { EXIT, PalaceError } from '../../base/errors.js';
import type { LiveIndex } from '../../index/live.js';
import type { DrawerRow } from '../../index/types.js';
import { findDrawer, readDrawer } from '../../palace/drawers.js';
import { wingName } from '../../palace/names.js';
import type { Drawer, Palace } from '../../palace/types.js';
import { isFromSource } from './filters.js';
import { withLiveIndex } from './live-rows.js';

/** Which drawers a command is about. At least one way must be given; several add up. */
export interface Selection {
  /** Ids, prefixes of ids, paths. */
  ids?: readonly string[];
  /** All drawers of one source: as `source` says, a whole repository, or everything below it when it ends in `/`. */
  source?: string;
  /** Drawers whose text or title holds every word of this (case does not matter; "quoted words" as one). */
  query?: string;
  /** Limits `source` and `query`. */
  wing?: string;
}

/** Drawers looked at for `query`; more must be narrowed. */
const QUERY_POOL = 1000;

/**
 * The drawers of the work tree that a selection names, each once, in order of naming.
 * @throws PalaceError `nothing-selected` (exit 2), `not-found` (exit 4), `ambiguous-id` (exit 2).
 */
export async function selectDrawers(palace: Palace, selection: Selection): Promise<Drawer[]> {
  const { ids = [], source, query } = selection;
  if (ids.length === 0 && source === undefined && query === undefined)
    throw new PalaceError('nothing-selected', 'no drawer was named', {
      exit: EXIT.usage,
      next: ['give an id or a path', '--source SOURCE', '--query "words that all stand in the drawer"'],
    });
  const chosen = new Map<string, Drawer>();
  for (const id of ids) {
    const drawer = await findDrawer(palace, id);
    chosen.set(drawer.path, drawer);
  }
  if (source !== undefined || query !== undefined) {
    const found = await withLiveIndex(palace, (index) => byContent(palace, index, selection));
    if (found.length === 0 && ids.length === 0) throw nothing(selection);
    for (const drawer of found) chosen.set(drawer.path, drawer);
  }
  return [...chosen.values()];
}

async function byContent(palace: Palace, index: LiveIndex, { source, query, wing }: Selection): Promise<Drawer[]> {
  const only = wing === undefined ? undefined : wingName(wing);
  const accepts = (row: DrawerRow) =>
    (only === undefined || row.wing === only) && (source === undefined || isFromSource(row.front.source, source));
  if (query === undefined) {
    const drawers: Drawer[] = [];
    for (const row of index.rows) if (accepts(row)) drawers.push(await readDrawer(palace, row.path));
    return drawers;
  }
  const wanted = wordsOf(query);
  const drawers = new Map<string, Drawer>();
  for (const { row } of await index.query({ text: query, pool: QUERY_POOL, accepts })) {
    if (drawers.has(row.path)) continue;
    const drawer = await readDrawer(palace, row.path);
    const text = `${row.title}\n${drawer.body.toString('utf8')}`.toLowerCase();
    if (wanted.every((word) => text.includes(word))) drawers.set(row.path, drawer);
  }
  return [...drawers.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function wordsOf(query: string): string[] {
  const parts = query.toLowerCase().match(/"[^"]+"|[^\s"]+/g) ?? [];
  return parts.map((part) => part.replaceAll('"', ''));
}

function nothing({ source, query }: Selection): PalaceError {
  const what = [
    ...(source === undefined ? [] : [`from ${source}`]),
    ...(query === undefined ? [] : [`that holds every word of "${query}"`]),
  ].join(' and ');
  return new PalaceError('not-found', `no drawer ${what}`, {
    exit: EXIT.notFound,
    next: query === undefined ? ['palace list --json shows the source of each'] : [`palace search "${query}"`],
  });
}

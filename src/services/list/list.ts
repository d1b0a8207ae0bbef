import { momentIfDate, momentInWords } from '../../history/moments.js';
import type { LiveIndex } from '../../index/live.js';
import type { DrawerRow } from '../../index/types.js';
import { roomName, wingName } from '../../palace/names.js';
import { type NamedRoom, namedRoom } from '../../palace/room-aliases.js';
import type { Hall, Palace } from '../../palace/types.js';
import { hallBits, isPassageHall } from '../../text/hall-names.js';
import { checkHall } from '../add/facts.js';
import { isFromSource, mustStand, roomMustStand } from '../select/filters.js';
import { withLiveIndex } from '../select/live-rows.js';

export interface ListRequest {
  wing?: string;
  room?: string;
  /** Stated of the drawer; of a drawer of which none is stated, that of one of its passages. */
  hall?: string;
  /** Exact, a whole repository, or a beginning that ends in `/`, `#` or `:`. */
  source?: string;
  /** On the drawer's own `date`, else when it was filed; half-open. Drawers without either are left out. */
  since?: string;
  before?: string;
  /** Default 20, at most 100, at least 1. */
  limit?: number;
  /** Default 0; a negative one is 0. */
  offset?: number;
}

export interface ListedDrawer {
  id: string;
  path: string;
  wing: string;
  room: string;
  title: string;
  hall: string | null;
  date: string | null;
  filed: string | null;
  source: string | null;
  by: string | null;
}

export interface ListResult {
  drawers: ListedDrawer[];
  /** Drawers that fit, independent of the page. */
  total: number;
  limit: number;
  offset: number;
}

export const MOST_LISTED = 100;

/**
 * Drawers of the work tree, newest first (by date, else by filing; undated ones last, by path).
 * @throws PalaceError `not-found` (exit 4) for a wing or room that is not there, `bad-name`, `bad-hall`, `bad-date` (exit 2).
 */
export async function listDrawers(palace: Palace, request: ListRequest): Promise<ListResult> {
  const limit = Math.min(MOST_LISTED, Math.max(1, Math.trunc(request.limit ?? 20)));
  const offset = Math.max(0, Math.trunc(request.offset ?? 0));
  const dates = await datesOf(request, palace.runtime.now());
  const room = request.room === undefined ? undefined : await namedRoom(palace, roomName(request.room));
  const chosen = await withLiveIndex(palace, (index) => {
    const { rows } = index;
    const fits = filterOf(request, room, rows, dates);
    const inHall = request.hall === undefined ? undefined : pathsInHall(index, checkHall(request.hall));
    return rows.filter((row) => fits(row) && (inHall?.has(row.path) ?? true)).sort(newestFirst);
  });
  return { drawers: chosen.slice(offset, offset + limit).map(toListed), total: chosen.length, limit, offset };
}

interface Dates {
  since?: Date;
  before?: Date;
}

async function datesOf({ since, before }: ListRequest, now: Date): Promise<Dates> {
  const dates: Dates = {};
  if (since !== undefined) dates.since = await momentInWords(since, 'since', now);
  if (before !== undefined) dates.before = await momentInWords(before, 'before', now);
  return dates;
}

function filterOf(
  request: ListRequest,
  room: NamedRoom | undefined,
  rows: readonly DrawerRow[],
  { since, before }: Dates,
): (row: DrawerRow) => boolean {
  const wing = request.wing === undefined ? undefined : wingName(request.wing);
  const { source } = request;
  if (wing !== undefined)
    mustStand(
      'wing',
      wing,
      rows.map((row) => row.wing),
    );
  if (room !== undefined) {
    roomMustStand(
      room,
      rows.filter((row) => wing === undefined || row.wing === wing),
    );
  }
  return (row) => {
    if (wing !== undefined && row.wing !== wing) return false;
    if (room !== undefined && !room.holds(row.wing, row.room)) return false;
    if (source !== undefined && !isFromSource(row.front.source, source)) return false;
    if (!since && !before) return true;
    const moment = momentOfRow(row);
    return moment !== undefined && (!since || moment >= since) && (!before || moment < before);
  };
}

/** Drawers of a hall: stated, or of one of their passages. */
function pathsInHall(index: LiveIndex, hall: Hall): Set<string> {
  const mark = isPassageHall(hall) ? hallBits([hall]) : 0;
  const paths = new Set<string>();
  index.scan(({ path, front }, marks) => {
    if (front.hall === undefined ? (marks & mark) !== 0 : front.hall === hall) paths.add(path);
  });
  return paths;
}

function momentOfRow(row: DrawerRow): Date | undefined {
  const text = row.front.date ?? row.front.filed;
  return typeof text === 'string' ? momentIfDate(text) : undefined;
}

function newestFirst(a: DrawerRow, b: DrawerRow): number {
  const left = momentOfRow(a)?.getTime() ?? Number.NEGATIVE_INFINITY;
  const right = momentOfRow(b)?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (left !== right) return left < right ? 1 : -1;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function toListed({ id, path, wing, room, title, front }: DrawerRow): ListedDrawer {
  const { hall = null, date = null, filed = null, source = null, by = null } = front;
  return { id, path, wing, room, title, hall, date, filed, source, by };
}

import { EXIT, PalaceError } from '../../base/errors.js';
import type { DrawerRow } from '../../index/types.js';
import { roomName, wingName } from '../../palace/names.js';
import { namedRoom } from '../../palace/room-aliases.js';
import type { Palace, RoomName } from '../../palace/types.js';
import { type Closet, closetOf } from '../../search/closets.js';
import { mustStand, roomMustStand } from '../select/filters.js';
import { withLiveIndex } from '../select/live-rows.js';

export interface ClosetRequest {
  /** `WING` or `WING/ROOM`. */
  place: string;
  /** Drawers at most, newest first: 1-100, default 20. */
  limit?: number;
}

export interface DrawerCloset extends Closet {
  id: string;
  path: string;
  room: string;
  title: string;
  date: string | null;
}

export interface ClosetResult {
  wing: string;
  room: string | null;
  closets: DrawerCloset[];
  /** Drawers of the place, whatever the limit. */
  total: number;
  truncated: boolean;
}

const MOST_DRAWERS = 100;

/**
 * The closets of a wing or room: of each drawer what it is about, who is in it, what it quotes, and on which lines. Made of the drawers as
 * they stand, so never older than they are.
 * @throws PalaceError `not-found` (exit 4), `bad-place`, `bad-name` (exit 2).
 */
export async function readClosets(palace: Palace, { place, limit = 20 }: ClosetRequest): Promise<ClosetResult> {
  const { wing, room: named } = readPlace(place);
  const room = named === undefined ? undefined : await namedRoom(palace, named);
  const most = Math.min(MOST_DRAWERS, Math.max(1, Math.trunc(limit)));
  return withLiveIndex(palace, async (index) => {
    const ofWing = index.rows.filter((row) => row.wing === wing);
    mustStand('wing', wing, index.places().keys());
    if (room !== undefined) roomMustStand(room, ofWing);
    const rows = ofWing.filter((row) => room === undefined || room.holds(row.wing, row.room)).sort(newestFirst);
    const closets: DrawerCloset[] = [];
    for (const row of rows.slice(0, most)) {
      const { id, path, title, front } = row;
      const closet = closetOf(row, await index.passagesOf(row));
      closets.push({ id, path, room: row.room, title, date: front.date ?? null, ...closet });
    }
    return { wing, room: room?.name ?? null, closets, total: rows.length, truncated: rows.length > most };
  });
}

function readPlace(text: string): { wing: string; room?: RoomName } {
  const [wing = '', room, ...rest] = text
    .replace(/^wings\//, '')
    .replace(/\/+$/, '')
    .split('/');
  if (rest.length > 0)
    throw new PalaceError('bad-place', `"${text}" is neither a wing nor the room of one`, {
      exit: EXIT.usage,
      next: ['give WING or WING/ROOM, such as driftwood/auth'],
      details: { field: 'place' },
    });
  return { wing: wingName(wing), ...(room !== undefined && { room: roomName(room) }) };
}

function newestFirst(a: DrawerRow, b: DrawerRow): number {
  const [left, right] = [a, b].map(({ front }) => String(front.date ?? front.filed ?? ''));
  if (left !== right) return (left ?? '') < (right ?? '') ? 1 : -1;
  return a.path < b.path ? -1 : 1;
}

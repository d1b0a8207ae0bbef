import { findWing } from '../../graph/look-up.js';
import { type NearRooms, nearRooms } from '../../graph/near-rooms.js';
import { openGraph } from '../../graph/open.js';
import type { Palace } from '../../palace/types.js';

export interface RoomsRequest {
  wing?: string;
}

export interface ListedRoom {
  room: string;
  /** Drawers by wing. */
  wings: Record<string, number>;
  halls: string[];
  count: number;
  /** Newest date of its drawers, null where none has one. */
  recent: string | null;
  /** How much it says that wings share it; see `Room.weight`. */
  weight: number;
  /** In nearly every wing: it makes no tunnel. */
  common: boolean;
  /** Names that it also has, by wing; wings without one are left out. */
  aliases: Record<string, string[]>;
}

export interface RoomsResult {
  rooms: ListedRoom[];
  total: number;
  /** Rooms that stand for no idea (`graph.skip_rooms`), with their drawers. */
  skipped: Record<string, number>;
  /** Rooms that may be one idea: proposed, never merged unasked. */
  suggestions: NearRooms[];
}

const MOST_SUGGESTIONS = 10;

/**
 * The ideas of the palace: rooms of one name over all wings, those in most wings first, then those with most drawers.
 * @throws PalaceError `not-found` (exit 4) for a wing that is not there, `bad-name` (exit 2).
 */
export async function listRooms(palace: Palace, { wing: typed }: RoomsRequest = {}): Promise<RoomsResult> {
  const graph = await openGraph(palace);
  const wing = typed === undefined ? undefined : findWing(graph, typed);
  const rooms = [...graph.rooms.values()].filter(
    (room) => wing === undefined || room.wings.some((one) => one.wing === wing),
  );
  const skipped = new Map<string, number>();
  for (const place of graph.places)
    if (graph.rules.skipRooms.includes(place.room) && (wing === undefined || place.wing === wing))
      skipped.set(place.room, (skipped.get(place.room) ?? 0) + place.drawers);
  return {
    rooms: rooms
      .sort((a, b) => b.wings.length - a.wings.length || b.drawers - a.drawers || (a.room < b.room ? -1 : 1))
      .map(({ room, wings, halls, drawers, dates, weight, common }) => ({
        room,
        wings: Object.fromEntries(wings.map((one) => [one.wing, one.drawers])),
        halls,
        count: drawers,
        recent: dates.at(-1) ?? null,
        weight,
        common,
        aliases: Object.fromEntries(
          wings.flatMap((one) => {
            const others = one.names.filter((name) => name !== room);
            return others.length === 0 ? [] : [[one.wing, others]];
          }),
        ),
      })),
    total: rooms.length,
    skipped: Object.fromEntries([...skipped].sort(([a], [b]) => (a < b ? -1 : 1))),
    suggestions: nearRooms(rooms, MOST_SUGGESTIONS),
  };
}

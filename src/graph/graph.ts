import type { RoomAliases } from '../palace/room-aliases.js';
import type { Settings } from '../palace/types.js';
import { type Census, type CountedRoom, newest } from './census.js';
import type { Tunnel } from './tunnel-log.js';

/** One idea in one wing, with all names that it has there. */
export interface RoomInWing {
  wing: string;
  drawers: number;
  halls: Record<string, number>;
  /** Names of the folders, those that hold most drawers first. */
  names: string[];
}

/** One idea: all rooms of one name, over all wings. */
export interface Room {
  room: string;
  drawers: number;
  /** In order of name. */
  wings: readonly RoomInWing[];
  /** Sorted. */
  halls: string[];
  /** At most five, the newest last. */
  dates: string[];
  /** In nearly every wing (`graph.common_share`): it says nothing about what belongs together. */
  common: boolean;
  /** How much it says that two wings share it: 1 for a room in two of many wings, near 0 for one in all of them. */
  weight: number;
}

/** Two wings that share a room. `hall`: one that the room has in both; null where it has none in both. */
export interface Edge {
  room: string;
  wing_a: string;
  wing_b: string;
  hall: string | null;
  count: number;
}

/** With fewer wings than this, a room in all of them is no noise. */
const FEW_WINGS = 5;

export interface GraphRules extends Pick<Settings, 'commonShare' | 'skipRooms'> {
  aliases: RoomAliases;
}

/** Rooms and what joins them, at one moment. */
export class PalaceGraph {
  /** Ideas, by name. Rooms that stand for no idea (`general`, `diary`) are not among them. */
  readonly rooms: ReadonlyMap<string, Room>;
  /** Every room of every wing, also those that are no idea; in order of wing, then of room. */
  readonly places: readonly CountedRoom[];
  readonly wings: readonly string[];

  constructor(
    census: Census,
    readonly rules: GraphRules,
    /** Tunnels that somebody made, their ends by the names that the rooms go by now. */
    readonly tunnels: readonly Tunnel[] = [],
  ) {
    this.places = census;
    this.wings = [...new Set(census.map(({ wing }) => wing))];
    this.rooms = roomsOf(census, rules, this.wings.length);
  }

  /** Rooms that join wings: in two or more, and not in nearly all. */
  get passages(): Room[] {
    return [...this.rooms.values()].filter((room) => room.wings.length >= 2 && !room.common);
  }

  /** Rooms in nearly every wing. */
  get common(): Room[] {
    return [...this.rooms.values()].filter((room) => room.common);
  }

  /** Pairs of wings that share a room, once for each hall that it has in both. */
  *edges(): Generator<Edge> {
    for (const { room, wings } of this.passages)
      for (const [at, a] of wings.entries())
        for (const b of wings.slice(at + 1)) {
          const halls = Object.keys(a.halls).filter((hall) => b.halls[hall] !== undefined);
          const ends = { room, wing_a: a.wing, wing_b: b.wing, count: a.drawers + b.drawers };
          for (const hall of halls.length === 0 ? [null] : halls) yield { ...ends, hall };
        }
  }

  /** Whether drawers stand in a room of a wing, by any of its names. */
  holds(wing: string, room: string): boolean {
    return this.places.some((place) => place.wing === wing && this.rules.aliases.canonical(wing, place.room) === room);
  }
}

/**
 * 1 for a room in two of `wings` wings, falling to almost 0 for one in all of many: the rarity of the room, as searches weigh rare
 * words. A room in one wing joins nothing and has 1.
 */
export function weightOf(inWings: number, wings: number): number {
  if (inWings <= 2) return 1;
  return Math.log((wings + 1) / inWings) / Math.log((wings + 1) / 2);
}

function roomsOf(census: Census, { aliases, commonShare, skipRooms }: GraphRules, wings: number): Map<string, Room> {
  const skipped = new Set(skipRooms);
  const byName = new Map<string, Map<string, CountedRoom[]>>();
  for (const place of census) {
    const room = aliases.canonical(place.wing, place.room);
    if (skipped.has(room) || skipped.has(place.room)) continue;
    const own = byName.get(room) ?? new Map<string, CountedRoom[]>();
    byName.set(room, own.set(place.wing, [...(own.get(place.wing) ?? []), place]));
  }
  return new Map(
    [...byName]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([room, own]) => {
        const inWings = [...own].map(([wing, places]) => joined(wing, places));
        return [
          room,
          {
            room,
            drawers: inWings.reduce((sum, { drawers }) => sum + drawers, 0),
            wings: inWings,
            halls: [...new Set(inWings.flatMap(({ halls }) => Object.keys(halls)))].sort(),
            dates: newest([...own.values()].flat().flatMap(({ dates }) => dates)),
            common: wings >= FEW_WINGS && inWings.length > wings * commonShare,
            weight: weightOf(inWings.length, wings),
          },
        ];
      }),
  );
}

function joined(wing: string, places: readonly CountedRoom[]): RoomInWing {
  const halls = new Map<string, number>();
  for (const place of places)
    for (const [hall, count] of Object.entries(place.halls)) halls.set(hall, (halls.get(hall) ?? 0) + count);
  return {
    wing,
    drawers: places.reduce((sum, { drawers }) => sum + drawers, 0),
    halls: Object.fromEntries([...halls].sort(([a], [b]) => (a < b ? -1 : 1))),
    names: [...places].sort((a, b) => b.drawers - a.drawers || (a.room < b.room ? -1 : 1)).map(({ room }) => room),
  };
}

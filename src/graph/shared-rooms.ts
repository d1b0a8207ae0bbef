import type { PalaceGraph, Room } from './graph.js';

/** A room that joins wings (behaviour reference 2.3). */
export interface SharedRoom {
  room: string;
  wings: string[];
  halls: string[];
  count: number;
  /** Newest date of its drawers, '' where none has one. */
  recent: string;
  /** See `Room.weight`. */
  weight: number;
}

/**
 * Rooms in two or more wings, all of `wings` among them: those that say most first (drawers times weight), then by name. Rooms in
 * nearly every wing are left out unless `common`.
 */
export function sharedRooms(graph: PalaceGraph, wings: readonly string[], common = false): SharedRoom[] {
  const rooms = common ? [...graph.rooms.values()].filter((room) => room.wings.length >= 2) : graph.passages;
  return rooms
    .filter((room) => wings.every((wanted) => room.wings.some(({ wing }) => wing === wanted)))
    .sort((a, b) => saysOf(b) - saysOf(a) || (a.room < b.room ? -1 : 1))
    .map(({ room, wings: own, halls, drawers, dates, weight }) => ({
      room,
      wings: own.map(({ wing }) => wing),
      halls,
      count: drawers,
      recent: dates.at(-1) ?? '',
      weight,
    }));
}

function saysOf({ drawers, weight }: Room): number {
  return drawers * weight;
}

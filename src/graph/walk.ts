import type { PalaceGraph, Room } from './graph.js';

/** A room on a walk. */
export interface Step {
  room: string;
  wings: string[];
  halls: string[];
  count: number;
  /** Fewest steps from the start. */
  hop: number;
  /** Wings shared with rooms one step nearer, sorted; absent for the start. */
  connected_via?: string[];
  /** Tunnels that somebody made from rooms one step nearer; absent where there are none. */
  tunnels?: string[];
}

/**
 * Every room within `hops` steps of a room, each once and at its fewest steps: by steps, then most drawers first, then by name. Two rooms
 * are one step apart when they share a wing or a tunnel was made between them. A walk starts from a room that nearly every wing has, and
 * ends in one, but goes through none.
 */
export function walk(graph: PalaceGraph, start: Room, hops: number): Step[] {
  const byWing = new Map<string, Room[]>();
  for (const room of graph.rooms.values())
    for (const { wing } of room.wings) {
      const known = byWing.get(wing);
      if (known === undefined) byWing.set(wing, [room]);
      else known.push(room);
    }
  const tunnels = tunnelsByRoom(graph);
  const seen = new Set([start.room]);
  const steps = [step(start, 0)];
  let reached = [start];
  for (let hop = 1; hop <= hops && reached.length > 0; hop++) {
    const from = reached.filter((room) => !room.common || room === start);
    const wings = new Set(from.flatMap((room) => room.wings.map(({ wing }) => wing)));
    const made = new Map<string, string[]>();
    for (const { room } of from)
      for (const [other, ids] of tunnels.get(room) ?? []) made.set(other, [...(made.get(other) ?? []), ...ids]);
    const next = new Set([...wings].flatMap((wing) => byWing.get(wing) ?? []));
    for (const name of made.keys()) {
      const room = graph.rooms.get(name);
      if (room !== undefined) next.add(room);
    }
    reached = [...next].filter(({ room }) => !seen.has(room)).sort(mostFirst);
    for (const room of reached) {
      seen.add(room.room);
      const via = room.wings.map(({ wing }) => wing).filter((wing) => wings.has(wing));
      const ids = made.get(room.room);
      steps.push({ ...step(room, hop), connected_via: via, ...(ids && { tunnels: [...new Set(ids)].sort() }) });
    }
  }
  return steps;
}

function step({ room, wings, halls, drawers }: Room, hop: number): Step {
  return { room, wings: wings.map(({ wing }) => wing), halls, count: drawers, hop };
}

function mostFirst(a: Room, b: Room): number {
  return b.drawers - a.drawers || (a.room < b.room ? -1 : 1);
}

/** For each room the rooms at the other ends of its tunnels, and the tunnels' ids. */
function tunnelsByRoom({ tunnels }: PalaceGraph): Map<string, [string, string[]][]> {
  const ends = new Map<string, [string, string[]][]>();
  const note = (from: string, to: string, id: string): void => {
    ends.set(from, [...(ends.get(from) ?? []), [to, [id]]]);
  };
  for (const { id, source, target } of tunnels) {
    note(source.room, target.room, id);
    note(target.room, source.room, id);
  }
  return ends;
}

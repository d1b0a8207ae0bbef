import type { PalaceGraph } from '../graph.js';

/** What a map shows, whatever it is drawn as. */
export interface MapPlan {
  wings: MapWing[];
  /** Rooms that share a name and tunnels that somebody made; ends are `key`s of rooms. */
  tunnels: MapTunnel[];
  /** Wings and rooms that are left out because there are too many to read. */
  hidden: { wings: number; rooms: number };
}

export interface MapWing {
  wing: string;
  drawers: number;
  /** Most drawers first. */
  rooms: { key: string; room: string; drawers: number }[];
  /** Rooms of this wing that are left out. */
  more: number;
}

export interface MapTunnel {
  from: string;
  to: string;
  /** Name of the shared room, or the label of a tunnel that somebody made. */
  label: string;
  explicit: boolean;
  /** 0 to 1: see `Room.weight`. */
  weight: number;
}

export interface MapLimits {
  /** Most wings, those with most drawers. Default 40. */
  wings?: number;
  /** Most rooms of each wing. Default 40. */
  rooms?: number;
}

/** Lays down what a map shows. `only`: one wing, and those that it is joined with. */
export function planMap(
  graph: PalaceGraph,
  { wings: most = 40, rooms: mostRooms = 40 }: MapLimits = {},
  only?: string,
): MapPlan {
  const joined = only === undefined ? undefined : neighbours(graph, only);
  const all = wingsOf(graph).filter(({ wing }) => joined?.has(wing) ?? true);
  const kept = [...all].sort((a, b) => b.drawers - a.drawers || compare(a.wing, b.wing)).slice(0, most);
  const wings = kept
    .sort((a, b) => compare(a.wing, b.wing))
    .map((wing) => ({
      ...wing,
      rooms: wing.rooms.slice(0, mostRooms),
      more: Math.max(0, wing.rooms.length - mostRooms),
    }));
  const shown = new Set(wings.flatMap(({ rooms }) => rooms.map(({ key }) => key)));
  return {
    wings,
    tunnels: tunnelsOf(graph, shown),
    hidden: { wings: all.length - wings.length, rooms: wings.reduce((sum, { more }) => sum + more, 0) },
  };
}

function wingsOf({ places, rules }: PalaceGraph): MapWing[] {
  const wings = new Map<string, Map<string, number>>();
  for (const { wing, room, drawers } of places) {
    const rooms = wings.get(wing) ?? new Map<string, number>();
    const name = rules.aliases.canonical(wing, room);
    wings.set(wing, rooms.set(name, (rooms.get(name) ?? 0) + drawers));
  }
  return [...wings].map(([wing, rooms]) => ({
    wing,
    drawers: [...rooms.values()].reduce((sum, drawers) => sum + drawers, 0),
    rooms: [...rooms]
      .map(([room, drawers]) => ({ key: `${wing}/${room}`, room, drawers }))
      .sort((a, b) => b.drawers - a.drawers || compare(a.room, b.room)),
    more: 0,
  }));
}

/** A room of many wings is a ring of tunnels from wing to wing: all pairs of them would be a ball of wool. */
function tunnelsOf(graph: PalaceGraph, shown: ReadonlySet<string>): MapTunnel[] {
  const tunnels: MapTunnel[] = [];
  for (const { room, wings, weight } of graph.passages) {
    const ends = wings.map(({ wing }) => `${wing}/${room}`).filter((key) => shown.has(key));
    for (const [at, from] of ends.entries()) {
      const to = ends[at + 1] ?? (ends.length > 2 ? ends[0] : undefined);
      if (to !== undefined) tunnels.push({ from, to, label: room, explicit: false, weight });
    }
  }
  for (const { source, target, label } of graph.tunnels) {
    const [from, to] = [`${source.wing}/${source.room}`, `${target.wing}/${target.room}`];
    if (shown.has(from) && shown.has(to)) tunnels.push({ from, to, label, explicit: true, weight: 1 });
  }
  return tunnels;
}

function neighbours(graph: PalaceGraph, wing: string): Set<string> {
  const near = new Set([wing]);
  for (const { wings } of graph.passages)
    if (wings.some((one) => one.wing === wing)) for (const one of wings) near.add(one.wing);
  for (const { source, target } of graph.tunnels)
    if (source.wing === wing || target.wing === wing) near.add(source.wing).add(target.wing);
  return near;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

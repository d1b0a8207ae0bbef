import type { PalaceGraph } from './graph.js';

/** Numbers of the graph (behaviour reference 2.4). */
export interface GraphStatistics {
  total_wings: number;
  /** Ideas: rooms of one name count once. */
  total_rooms: number;
  /** Rooms in two or more wings that are not in nearly all. */
  tunnel_rooms: number;
  /** Pairs of wings that share a room, once for each hall that it has in both, once where it has none. */
  total_edges: number;
  /** Of those, the ones with a hall: what the original counted. */
  hall_edges: number;
  /** Tunnels that somebody made. */
  explicit_tunnels: number;
  /** Most rooms first. */
  rooms_per_wing: Record<string, number>;
  /** At most ten, most wings first. */
  top_tunnels: { room: string; wings: string[]; count: number; weight: number }[];
  /** Rooms in nearly every wing, which make no tunnel. */
  common_rooms: { room: string; wings: number }[];
}

const MOST_TOP = 10;

export function statisticsOf(graph: PalaceGraph): GraphStatistics {
  const perWing = new Map<string, number>(graph.wings.map((wing) => [wing, 0]));
  for (const { wings } of graph.rooms.values())
    for (const { wing } of wings) perWing.set(wing, (perWing.get(wing) ?? 0) + 1);
  let [edges, halls] = [0, 0];
  for (const { hall } of graph.edges()) {
    edges += 1;
    if (hall !== null) halls += 1;
  }
  const passages = graph.passages;
  const top = [...passages].sort((a, b) => b.wings.length - a.wings.length || b.drawers - a.drawers);
  return {
    total_wings: graph.wings.length,
    total_rooms: graph.rooms.size,
    tunnel_rooms: passages.length,
    total_edges: edges,
    hall_edges: halls,
    explicit_tunnels: graph.tunnels.length,
    rooms_per_wing: Object.fromEntries([...perWing].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))),
    top_tunnels: top.slice(0, MOST_TOP).map(({ room, wings, drawers, weight }) => ({
      room,
      wings: wings.map(({ wing }) => wing),
      count: drawers,
      weight,
    })),
    common_rooms: graph.common.map(({ room, wings }) => ({ room, wings: wings.length })),
  };
}

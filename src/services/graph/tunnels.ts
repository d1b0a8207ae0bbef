import { findWing } from '../../graph/look-up.js';
import { openGraph } from '../../graph/open.js';
import { type SharedRoom, sharedRooms } from '../../graph/shared-rooms.js';
import type { Tunnel } from '../../graph/tunnel-log.js';
import type { Palace } from '../../palace/types.js';

export interface FindTunnelsRequest {
  wingA?: string;
  wingB?: string;
  /** Also rooms that nearly every wing has. */
  all?: boolean;
  /** Default 50, at most 500. */
  limit?: number;
}

export interface FindTunnelsResult {
  wings: string[];
  /** Rooms that all given wings have, those that say most first. */
  tunnels: SharedRoom[];
  /** Rooms that fit, whatever the limit. */
  total: number;
  truncated: boolean;
  /** Tunnels that somebody made, with an end in each given wing. */
  explicit: Tunnel[];
  /** Rooms left out because nearly every wing has them. */
  common: { room: string; wings: number }[];
}

/** Results of the graph that are given at most, unless more are asked for. */
export const USUAL_RESULTS = 50;
export const MOST_RESULTS = 500;

/**
 * What joins wings: rooms that two or more share, and tunnels that somebody made.
 * @throws PalaceError `not-found` (exit 4) for a wing that is not there, `bad-name` (exit 2).
 */
export async function findTunnels(palace: Palace, request: FindTunnelsRequest = {}): Promise<FindTunnelsResult> {
  const graph = await openGraph(palace);
  const typed = [request.wingA, request.wingB].filter((wing) => wing !== undefined);
  const wings = [...new Set(typed.map((wing) => findWing(graph, wing)))];
  const found = sharedRooms(graph, wings, request.all);
  const limit = limitOf(request.limit);
  const joins = ({ source, target }: Tunnel): boolean =>
    wings.every((wing) => source.wing === wing || target.wing === wing);
  return {
    wings,
    tunnels: found.slice(0, limit),
    total: found.length,
    truncated: found.length > limit,
    explicit: graph.tunnels.filter(joins),
    common:
      request.all === true
        ? []
        : graph.common
            .filter((room) => wings.every((wanted) => room.wings.some(({ wing }) => wing === wanted)))
            .map(({ room, wings: own }) => ({ room, wings: own.length })),
  };
}

export function limitOf(limit: number | undefined): number {
  return Math.min(MOST_RESULTS, Math.max(1, Math.trunc(limit ?? USUAL_RESULTS)));
}

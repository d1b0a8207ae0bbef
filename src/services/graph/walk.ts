import { findRoom } from '../../graph/look-up.js';
import { openGraph } from '../../graph/open.js';
import { type Step, walk } from '../../graph/walk.js';
import type { Palace } from '../../palace/types.js';
import { limitOf } from './tunnels.js';

export interface WalkRequest {
  room: string;
  /** Default 2, at most 10. */
  hops?: number;
  /** Default 50 with the start, at most 500. */
  limit?: number;
}

export interface WalkResult {
  /** The room that the name stands for. */
  start_room: string;
  max_hops: number;
  /** Begins with the start, at hop 0. */
  rooms: Step[];
  /** Rooms within reach, whatever the limit. */
  total: number;
  truncated: boolean;
}

const MOST_HOPS = 10;

/**
 * The rooms around a room: those that share a wing with it, and so on.
 * @throws PalaceError `not-found` (exit 4, with suggestions), `no-idea` (exit 4), `bad-name` (exit 2).
 */
export async function walkFrom(palace: Palace, request: WalkRequest): Promise<WalkResult> {
  const graph = await openGraph(palace);
  const start = findRoom(graph, request.room);
  const hops = Math.min(MOST_HOPS, Math.max(0, Math.trunc(request.hops ?? 2)));
  const limit = limitOf(request.limit);
  const steps = walk(graph, start, hops);
  return {
    start_room: start.room,
    max_hops: hops,
    rooms: steps.slice(0, limit),
    total: steps.length,
    truncated: steps.length > limit,
  };
}

import type { PalaceGraph } from '../../graph/graph.js';
import { findWing } from '../../graph/look-up.js';
import { graphOf } from '../../graph/open.js';
import type { TunnelEnd } from '../../graph/tunnel-log.js';
import type { LiveIndex } from '../../index/live.js';
import type { DrawerRow } from '../../index/types.js';
import { parseDrawerId } from '../../palace/ids.js';
import type { Palace } from '../../palace/types.js';
import { withLiveIndex } from '../select/live-rows.js';
import { standingEnd } from './tunnel-ends.js';

export interface FollowedTunnel {
  /** `outgoing` where the tunnel was first named from this room. */
  direction: 'outgoing' | 'incoming';
  connected_wing: string;
  connected_room: string;
  label: string;
  tunnel_id: string;
  /** The drawer that the tunnel names at the other end, null where it names none. */
  drawer_id: string | null;
  /** The beginning of that drawer, else of the newest one of the room; null where the room is empty. */
  drawer_preview: string | null;
  /** The drawer that `drawer_preview` is of. */
  preview_id: string | null;
}

export interface FollowResult {
  wing: string;
  room: string | null;
  connections: FollowedTunnel[];
  total: number;
}

/** Characters of a preview. */
const PREVIEW = 300;

/**
 * Where the tunnels that somebody made lead from a room, or from all rooms of a wing, with the beginning of a drawer there.
 * @throws PalaceError `not-found` (exit 4), `bad-name` (exit 2).
 */
export async function followTunnels(palace: Palace, request: { wing: string; room?: string }): Promise<FollowResult> {
  return withLiveIndex(palace, async (index) => {
    const graph = await graphOf(palace, index);
    const { room: typed } = request;
    const here: { wing: string; room?: string } =
      typed === undefined
        ? { wing: findWing(graph, request.wing) }
        : standingEnd(graph, { wing: request.wing, room: typed });
    const isHere = (end: TunnelEnd): boolean =>
      end.wing === here.wing && (here.room === undefined || end.room === here.room);
    const connections: FollowedTunnel[] = [];
    for (const { id, source, target, label } of graph.tunnels) {
      const ways = [
        { direction: 'outgoing', from: source, to: target },
        { direction: 'incoming', from: target, to: source },
      ] as const;
      for (const { direction, from, to } of ways)
        if (isHere(from))
          connections.push({
            direction,
            connected_wing: to.wing,
            connected_room: to.room,
            label,
            tunnel_id: id,
            drawer_id: to.drawer ?? null,
            ...(await preview(index, graph, to)),
          });
    }
    return { wing: here.wing, room: here.room ?? null, connections, total: connections.length };
  });
}

async function preview(
  index: LiveIndex,
  graph: PalaceGraph,
  end: TunnelEnd,
): Promise<Pick<FollowedTunnel, 'drawer_preview' | 'preview_id'>> {
  const row = rowOfDrawer(index, end.drawer) ?? newestOf(index, graph, end);
  if (row === undefined) return { drawer_preview: null, preview_id: null };
  const [first] = await index.passagesOf(row);
  return {
    drawer_preview: Array.from(first?.text ?? '')
      .slice(0, PREVIEW)
      .join(''),
    preview_id: row.id,
  };
}

function rowOfDrawer(index: LiveIndex, id: string | undefined): DrawerRow | undefined {
  const known = id === undefined ? undefined : parseDrawerId(id);
  const path = known === undefined ? undefined : index.pathsOfId(known)[0];
  return path === undefined ? undefined : index.rows.find((row) => row.path === path);
}

function newestOf(index: LiveIndex, graph: PalaceGraph, { wing, room }: TunnelEnd): DrawerRow | undefined {
  let newest: DrawerRow | undefined;
  for (const row of index.rows) {
    if (row.wing !== wing || graph.rules.aliases.canonical(wing, row.room) !== room) continue;
    if (newest === undefined || dateOf(row) > dateOf(newest)) newest = row;
  }
  return newest;
}

function dateOf({ front }: DrawerRow): string {
  return String(front.date ?? front.filed ?? '');
}

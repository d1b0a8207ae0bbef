import type { FollowedTunnel } from '../../services/graph/follow.js';
import type { ListedDrawer } from '../../services/list/list.js';
import type { State, ViewOf } from '../state/types.js';

/** A row of the tree. */
export type PalaceNode =
  | { kind: 'wing'; wing: string; drawers: number; rooms: number; open: boolean }
  | { kind: 'room'; wing: string; room: string; drawers: number; open: boolean }
  | {
      kind: 'tunnel';
      wing: string;
      room: string;
      to: { wing: string; room: string };
      tunnel: FollowedTunnel | undefined;
    }
  | { kind: 'drawer'; wing: string; room: string; drawer: ListedDrawer }
  | { kind: 'more'; wing: string; room: string; count: number };

/** The tree as far as it is open: wings, rooms, in the open room its tunnels and its drawers. */
export function nodesOf(state: State, view: ViewOf<'palace'>): PalaceNode[] {
  const wings = Object.entries(state.data.tree?.value.wings ?? {});
  const nodes: PalaceNode[] = [];
  for (const [wing, { drawers, rooms }] of wings) {
    const open = wing === view.wing;
    nodes.push({ kind: 'wing', wing, drawers, rooms: Object.keys(rooms).length, open });
    if (!open) continue;
    for (const [room, count] of Object.entries(rooms)) {
      const isOpen = room === view.room;
      nodes.push({ kind: 'room', wing, room, drawers: count, open: isOpen });
      if (isOpen) nodes.push(...insideOf(state, wing, room));
    }
  }
  return nodes;
}

function insideOf(state: State, wing: string, room: string): PalaceNode[] {
  const contents = state.data.room?.value;
  if (contents === undefined || contents.wing !== wing || contents.room !== room) return [];
  const nodes: PalaceNode[] = contents.tunnels.map((tunnel) => ({
    kind: 'tunnel',
    wing,
    room,
    to: { wing: tunnel.connected_wing, room: tunnel.connected_room },
    tunnel,
  }));
  for (const other of contents.shared)
    nodes.push({ kind: 'tunnel', wing, room, to: { wing: other, room }, tunnel: undefined });
  for (const drawer of contents.drawers) nodes.push({ kind: 'drawer', wing, room, drawer });
  const count = contents.total - contents.drawers.length;
  if (count > 0) nodes.push({ kind: 'more', wing, room, count });
  return nodes;
}

/** The row that is chosen. */
export function nodeAt(state: State, view: ViewOf<'palace'>): PalaceNode | undefined {
  return nodesOf(state, view)[view.list.selected];
}

/** Where in the tree a wing or room stands; -1 when it does not show. */
export function indexOfPlace(nodes: readonly PalaceNode[], wing: string, room?: string): number {
  return nodes.findIndex((node) =>
    room === undefined
      ? node.kind === 'wing' && node.wing === wing
      : node.kind === 'room' && node.wing === wing && node.room === room,
  );
}

import type { Command } from '../keys/commands.js';
import { indexOfPlace, nodesOf, type PalaceNode } from '../scenes/palace-nodes.js';
import { begin, go, open, openDrawer, withFilters, withView } from './act.js';
import { FIRST } from './position.js';
import { drawerKeys } from './shared-keys.js';
import type { State, ViewOf } from './types.js';

type PalaceView = ViewOf<'palace'>;

/** Keys of the palace view; undefined for those that it does not know itself. */
export function palaceKeys(state: State, view: PalaceView, command: Command): State | undefined {
  const node = nodesOf(state, view)[view.list.selected];
  switch (command) {
    case 'map':
      return open(state, { kind: 'page', page: { kind: 'map' }, list: FIRST, top: undefined });
    case 'search-here':
      return node === undefined ? go(state, 'search') : searchHere(state, node);
    case 'open':
    case 'expand':
      return node === undefined ? state : enter(state, view, node, command === 'open');
    case 'collapse':
      return node === undefined ? state : collapse(state, view, node);
    default:
      if (node?.kind === 'drawer') return drawerKeys(state, { ...node.drawer, title: node.drawer.title }, command);
      // The letters mean a drawer, and none is chosen.
      if (command === 'edit' || command === 'move' || command === 'remove' || command === 'copy-text') return state;
      if (command === 'copy' && node !== undefined) {
        const place = node.kind === 'wing' ? node.wing : `${node.wing}/${node.room}`;
        return begin(state, { kind: 'copy', text: place, what: place });
      }
      return undefined;
  }
}

function searchHere(state: State, node: PalaceNode): State {
  const place = node.kind === 'wing' ? { wing: node.wing } : { wing: node.wing, room: node.room };
  return withFilters(go(state, 'search'), ({ mode }) => ({ mode, ...place }));
}

function enter(state: State, view: PalaceView, node: PalaceNode, closes: boolean): State {
  switch (node.kind) {
    case 'wing':
      if (node.open) return closes ? fold(state, view, node.wing) : state;
      return unfold(state, view, node.wing);
    case 'room':
      if (node.open) return closes ? fold(state, view, node.wing, node.room) : state;
      return unfold(state, view, node.wing, node.room);
    case 'tunnel':
      return unfold(state, view, node.to.wing, node.to.room);
    case 'drawer':
      return openDrawer(state, node.drawer.path);
    case 'more':
      return searchHere(state, node);
  }
}

/** Opens a place and stands on it. */
function unfold(state: State, view: PalaceView, wing: string, room?: string): State {
  return standOn(state, { ...view, wing, room, top: undefined }, wing, room);
}

function collapse(state: State, view: PalaceView, node: PalaceNode): State {
  if (node.kind === 'wing') return node.open ? fold(state, view, node.wing) : state;
  if (node.kind === 'room' && !node.open) return standOn(state, view, node.wing);
  return fold(state, view, node.wing, node.room);
}

function fold(state: State, view: PalaceView, wing: string, room?: string): State {
  const folded = room === undefined ? { ...view, wing: undefined, room: undefined } : { ...view, room: undefined };
  return standOn(state, { ...folded, top: undefined }, wing, room);
}

function standOn(state: State, view: PalaceView, wing: string, room?: string): State {
  const at = indexOfPlace(nodesOf(state, view), wing, room);
  return withView(state, { ...view, list: { ...view.list, selected: Math.max(0, at) } });
}

import { type Row, span } from '../draw/spans.js';
import type { State, ViewOf } from '../state/types.js';
import { answerOf } from '../state/wants-key.js';
import { closetPanel } from './closet-panel.js';
import { mapRows } from './map-rows.js';
import { nodesOf, type PalaceNode } from './palace-nodes.js';
import { bothOf, counted, type Lined, NO_PANEL, type Panel, panelOf, type Scene, waiting } from './scene.js';
import { textPanel } from './text-panel.js';

export function palaceScene(state: State, view: ViewOf<'palace'>): Scene {
  const tree = state.data.tree?.value;
  const nodes = nodesOf(state, view);
  const name = state.data.status?.value.name ?? 'palace';
  const head: Lined[] = [{ row: [span('Palace ', 'focus'), span(name, 'bold')], right: [span(placeOf(view), 'dim')] }];
  const layout = bothOf(state, head.length);
  const node = nodes[view.list.selected];
  return {
    title: 'Palace',
    head,
    layout,
    list: {
      count: nodes.length,
      height: 1,
      item: (at) => {
        const shown = nodes[at];
        return shown === undefined ? [] : [nodeRow(shown)];
      },
      empty:
        state.failures.tree?.text ??
        (tree === undefined ? 'looking …' : 'no drawers yet: palace add TEXT, or palace mine PATH'),
    },
    panel: node === undefined ? NO_PANEL : panelOfNode(state, node, layout.panel),
    status:
      tree === undefined ? '' : `${counted(Object.keys(tree.wings).length, 'wing')} · ${counted(tree.total, 'drawer')}`,
  };
}

function placeOf({ wing, room }: ViewOf<'palace'>): string {
  return wing === undefined ? '' : room === undefined ? wing : `${wing}/${room}`;
}

function nodeRow(node: PalaceNode): Lined {
  switch (node.kind) {
    case 'wing':
      return {
        row: [span(node.open ? '▾ ' : '▸ ', 'accent'), span(node.wing, 'bold')],
        right: [span(`${counted(node.rooms, 'room')} · ${node.drawers.toLocaleString('en')}`, 'dim')],
      };
    case 'room':
      return {
        row: [span(node.open ? '  ▾ ' : '  ▸ ', 'accent'), span(node.room)],
        right: [span(node.drawers.toLocaleString('en'), 'dim')],
      };
    case 'tunnel': {
      const label = node.tunnel === undefined ? 'the same room' : node.tunnel.label;
      return {
        row: [span('    ⇄ ', 'warn'), span(`${node.to.wing}/${node.to.room}`, 'accent'), span(`  ${label}`, 'dim')],
      };
    }
    case 'drawer':
      return {
        row: [span('    · ', 'dim'), span(node.drawer.title)],
        right: [span((node.drawer.date ?? node.drawer.filed ?? '').slice(0, 10), 'dim')],
      };
    case 'more':
      return { row: [span(`      ${node.count.toLocaleString('en')} more: / searches here`, 'dim')] };
  }
}

function panelOfNode(state: State, node: PalaceNode, { width, rows }: { width: number; rows: number }): Panel {
  if (width === 0) return NO_PANEL;
  if (node.kind === 'wing') {
    const map = answerOf(state, 'map', { wing: node.wing });
    return map === undefined ? waiting(state, 'map') : panelOf(mapRows(map, node.wing));
  }
  if (node.kind === 'drawer') {
    const text = state.data.text?.value;
    if (text?.path !== node.drawer.path) return waiting(state, 'text');
    return textPanel(text, { width, rows, terms: new Set() });
  }
  const place = node.kind === 'tunnel' ? node.to : node;
  const closet = state.data.closet?.value;
  if (closet === undefined || closet.wing !== place.wing || closet.room !== place.room) return waiting(state, 'closet');
  return closetPanel(closet, node.kind === 'tunnel' ? tunnelHead(node) : []);
}

function tunnelHead({ to, tunnel }: Extract<PalaceNode, { kind: 'tunnel' }>): Row[] {
  const why = tunnel === undefined ? 'both wings have a room of this name' : tunnel.label;
  return [[span('enter follows it to ', 'dim'), span(`${to.wing}/${to.room}`, 'accent')], [span(why)], []];
}

import { layoutOf } from '../draw/layout.js';
import { type Row, span } from '../draw/spans.js';
import type { State, ViewOf } from '../state/types.js';
import { diffRows } from './diff-panel.js';
import { mapRows } from './map-rows.js';
import { counted, type Panel, panelOf, type Scene, waiting } from './scene.js';

/** A text on the whole screen: what an operation changed, what differs, the map. */
export function pageScene(state: State, { page }: ViewOf<'page'>): Scene {
  const title = page.kind === 'map' ? 'Map of the palace' : page.title;
  const head = [{ row: [span(title, 'focus')] }];
  const layout = layoutOf(state.size, head.length, { list: false, panel: true });
  const panel = pagePanel(state, page.kind, layout.panel.width);
  return { title, head, layout, panel, status: counted(panel.count, 'line') };
}

function pagePanel(state: State, kind: ViewOf<'page'>['page']['kind'], width: number): Panel {
  const rows = pageRows(state, kind, width);
  return rows === undefined ? waiting(state, kind) : panelOf(rows);
}

function pageRows({ data }: State, kind: ViewOf<'page'>['page']['kind'], width: number): Row[] | undefined {
  if (kind === 'map') return data.map && mapRows(data.map.value);
  const diff = kind === 'change' ? data.change : data.diff;
  return diff && diffRows(diff.value, width);
}

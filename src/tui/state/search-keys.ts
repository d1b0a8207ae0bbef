import type { Command } from '../keys/commands.js';
import { visibleItems } from '../scenes/scene.js';
import { sceneOf } from '../scenes/scenes.js';
import { foundAt } from '../scenes/search.js';
import { begin, confirm, leave, note, openDrawer, pick, withView } from './act.js';
import { moved } from './position.js';
import type { SearchView, State } from './types.js';

const MODES = ['hybrid', 'keyword', 'vector'] as const;

/** Keys of the search view; undefined for those that it does not know itself. */
export function searchKeys(state: State, view: SearchView, command: Command): State | undefined {
  const found = foundAt(state, view);
  switch (command) {
    case 'filter':
      return pick(state, { kind: 'filters' });
    case 'mode': {
      const mode = MODES[(MODES.indexOf(view.filters.mode) + 1) % MODES.length] ?? 'hybrid';
      return withView(state, { ...view, filters: { ...view.filters, mode } });
    }
    case 'back':
      if (view.line.text !== '') return withView(state, { ...view, line: { text: '', cursor: 0 } });
      return leave(state);
    case 'open': {
      if (found === undefined) return state;
      if (state.print) return leave(state, view.marked.length > 0 ? view.marked : [found.path]);
      const line = 'file_lines' in found ? found.file_lines[0] : undefined;
      return openDrawer(state, found.path, { query: view.line.text, line, at: view.filters.asOf });
    }
    case 'mark': {
      if (found === undefined) return state;
      const { path } = found;
      const marked = view.marked.includes(path) ? view.marked.filter((one) => one !== path) : [...view.marked, path];
      const scene = sceneOf(state);
      const list = moved(view.list, 1, scene.list?.count ?? 0, visibleItems(scene));
      return withView(state, { ...view, marked, list, top: undefined });
    }
    case 'edit':
      return found === undefined ? state : begin(state, { kind: 'edit', drawer: found.path });
    case 'copy': {
      if (found === undefined) return state;
      const ids = view.marked.length > 1 ? view.marked : [found.id];
      return begin(state, {
        kind: 'copy',
        text: ids.join('\n'),
        what: ids.length > 1 ? `${ids.length} paths` : ids.join(),
      });
    }
    case 'copy-text': {
      const { text } = state.data;
      if (found === undefined || text === undefined || text.value.path !== found.path) return state;
      return begin(state, { kind: 'copy', text: text.value.text.text, what: 'the text' });
    }
    case 'move':
    case 'remove': {
      const drawers = view.marked.length > 0 ? view.marked : found === undefined ? [] : [found.path];
      if (drawers.length === 0) return state;
      if (view.filters.asOf !== undefined) return note(state, 'this is the past: take “as of” away first (ctrl-f)');
      if (command === 'move') return pick(state, { kind: 'move', drawers });
      const what = drawers.length === 1 ? (found?.title ?? drawers[0]) : `${drawers.length} drawers`;
      return confirm(state, `Remove ${what}? History keeps it, undo brings it back.`, { kind: 'remove', drawers });
    }
    default:
      return undefined;
  }
}

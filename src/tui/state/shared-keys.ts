import type { Command } from '../keys/commands.js';
import { begin, confirm, pick } from './act.js';
import type { State } from './types.js';

/** What the letters do with a drawer, wherever one is chosen; undefined for other commands. */
export function drawerKeys(
  state: State,
  drawer: { id: string; path: string; title: string },
  command: Command,
): State | undefined {
  switch (command) {
    case 'edit':
      return begin(state, { kind: 'edit', drawer: drawer.path });
    case 'copy':
      return begin(state, { kind: 'copy', text: drawer.id, what: drawer.id });
    case 'copy-text': {
      const text = state.data.text?.value;
      if (text?.path !== drawer.path) return state;
      return begin(state, { kind: 'copy', text: text.text.text, what: 'the text' });
    }
    case 'move':
      return pick(state, { kind: 'move', drawers: [drawer.path] });
    case 'remove': {
      const question = `Remove ${drawer.title}? History keeps it, undo brings it back.`;
      return confirm(state, question, { kind: 'remove', drawers: [drawer.path] });
    }
    default:
      return undefined;
  }
}

import type { Command } from '../keys/commands.js';
import type { Press } from '../keys/press.js';
import { commandFor } from '../keys/table.js';
import { helpRows } from '../scenes/help.js';
import { type Scene, visibleItems } from '../scenes/scene.js';
import { sceneOf } from '../scenes/scenes.js';
import { begin, close, go, leave, note, pick, withView } from './act.js';
import { drawerViewKeys } from './drawer-keys.js';
import { editLine, insert, type LineEdit } from './line.js';
import { factsKeys, historyKeys, inboxKeys, timelineKeys } from './other-keys.js';
import { palaceKeys } from './palace-keys.js';
import { choose, optionsOf, type PickOverlay } from './picks.js';
import { FIRST, moved, scrolled } from './position.js';
import { activeView, scopesOf, typesInto } from './scopes.js';
import { searchKeys } from './search-keys.js';
import type { State, View } from './types.js';

/** What a key does: a command, or text in a line. */
export function press(state: State, { chord, text }: Press): State {
  const view = activeView(state);
  const typed = chord === 'paste' || text !== '';
  // A question mark is a question only where it is no word of one.
  const isQuery = chord === '?' && view.kind === 'search' && state.overlay === undefined && view.line.text !== '';
  const command = isQuery ? undefined : commandFor(chord, scopesOf(state));
  if (command === 'leave') return leave(state);
  // The editor or a write has the word; what it says comes first.
  if (state.job !== undefined) return state;
  const heard = state.message === undefined ? state : { ...state, message: undefined };
  if (command !== undefined) return obey(heard, command);
  return typed ? type(heard, text) : heard;
}

function type(state: State, text: string): State {
  const { overlay } = state;
  if (overlay?.kind === 'pick')
    return { ...state, overlay: { ...overlay, line: insert(overlay.line, text), list: FIRST } };
  const view = activeView(state);
  if (overlay !== undefined || !typesInto(view) || !('line' in view) || typeof view.line !== 'object') return state;
  return withView(state, { ...view, line: insert(view.line, text), list: FIRST, top: undefined } as View);
}

const LINE_EDITS: ReadonlySet<string> = new Set<LineEdit>([
  'left',
  'right',
  'backspace',
  'delete',
  'delete-word',
  'clear-line',
]);

function isLineEdit(command: Command): command is Command & LineEdit {
  return LINE_EDITS.has(command);
}

function obey(state: State, command: Command): State {
  if (command === 'suspend') return begin(state, { kind: 'suspend' });
  const { overlay } = state;
  if (overlay?.kind === 'pick') return obeyPick(state, overlay, command);
  if (overlay?.kind === 'confirm') {
    if (command === 'yes') return begin({ ...state, overlay: undefined }, overlay.job);
    return command === 'back' ? { ...state, overlay: undefined } : state;
  }
  if (overlay?.kind === 'help') {
    if (command === 'back') return { ...state, overlay: undefined };
    const rows = state.size.rows - 2;
    const top = scrolledBy(command, overlay.top, helpRows().length, rows);
    return top === undefined ? state : { ...state, overlay: { ...overlay, top } };
  }
  const view = activeView(state);
  if (isLineEdit(command)) {
    if (!('line' in view) || typeof view.line !== 'object') return state;
    const line = editLine(view.line, command);
    const same = line.text === view.line.text;
    return withView(state, { ...view, line, ...(same ? {} : { list: FIRST, top: undefined }) } as View);
  }
  return keysOf(state, view, command) ?? general(state, view, command);
}

function keysOf(state: State, view: View, command: Command): State | undefined {
  switch (view.kind) {
    case 'search':
      return searchKeys(state, view, command);
    case 'palace':
      return palaceKeys(state, view, command);
    case 'drawer':
      return drawerViewKeys(state, view, command);
    case 'history':
      return historyKeys(state, view, command);
    case 'facts':
      return factsKeys(state, view, command);
    case 'timeline':
      return timelineKeys(state, view, command);
    case 'inbox':
      return inboxKeys(state, view, command);
    case 'page':
      return undefined;
  }
}

/** What keys do in every view. */
function general(state: State, view: View, command: Command): State {
  switch (command) {
    case 'back':
      return close(state);
    case 'help':
      return { ...state, overlay: { kind: 'help', top: 0 } };
    case 'go':
      return pick(state, { kind: 'go' });
    case 'view-search':
      return go(state, 'search');
    case 'view-palace':
      return go(state, 'palace');
    case 'view-history':
      return go(state, 'history');
    case 'view-facts':
      return go(state, 'facts');
    case 'view-inbox':
      return go(state, 'inbox');
    case 'refresh':
      return { ...state, revision: state.revision + 1 };
    case 'undo':
      if (state.undoable === undefined)
        return note(state, 'nothing was done here yet; the history (alt-3) takes back older things');
      return begin(state, { kind: 'undo', revision: state.undoable });
    default:
      return move(state, view, command);
  }
}

function move(state: State, view: View, command: Command): State {
  const scene = sceneOf(state);
  const { panel, layout } = scene;
  const scroll = command === 'panel-down' ? 1 : command === 'panel-up' ? -1 : 0;
  if (scroll !== 0 && panel !== undefined) {
    const step = Math.max(1, Math.floor(layout.panel.rows / 2)) * scroll;
    return withView(state, {
      ...view,
      top: scrolled((view.top ?? panel.start) + step, panel.count, layout.panel.rows),
    });
  }
  if (scene.list === undefined && panel !== undefined) {
    const top = scrolledBy(command, view.top ?? panel.start, panel.count, layout.panel.rows);
    return top === undefined ? state : withView(state, { ...view, top });
  }
  const list = listMove(command, view, scene);
  return list === undefined ? state : withView(state, { ...view, list, top: undefined });
}

function listMove(command: Command, view: View, scene: Scene): View['list'] | undefined {
  const count = scene.list?.count ?? 0;
  const visible = visibleItems(scene);
  const by = stepOf(command, count, visible);
  return by === undefined ? undefined : moved(view.list, by, count, visible);
}

/** By how many items a command moves. */
function stepOf(command: Command, count: number, visible: number): number | undefined {
  switch (command) {
    case 'up':
      return -1;
    case 'down':
      return 1;
    case 'page-up':
      return -Math.max(1, visible - 1);
    case 'page-down':
      return Math.max(1, visible - 1);
    case 'first':
      return -count;
    case 'last':
      return count;
    default:
      return undefined;
  }
}

function scrolledBy(command: Command, top: number, count: number, visible: number): number | undefined {
  const by = stepOf(command, count, visible);
  return by === undefined ? undefined : scrolled(top + by, count, visible);
}

function obeyPick(state: State, overlay: PickOverlay, command: Command): State {
  if (command === 'back') return { ...state, overlay: undefined };
  if (isLineEdit(command))
    return { ...state, overlay: { ...overlay, line: editLine(overlay.line, command), list: FIRST } };
  const options = optionsOf(state, overlay);
  if (command === 'open') {
    const chosen = options[overlay.list.selected];
    return chosen === undefined ? state : choose(state, overlay, chosen);
  }
  const visible = pickRows(state);
  const by = stepOf(command, options.length, visible);
  return by === undefined
    ? state
    : { ...state, overlay: { ...overlay, list: moved(overlay.list, by, options.length, visible) } };
}

/** Options that show at once. */
export function pickRows({ size }: State): number {
  return Math.max(1, size.rows - 4);
}

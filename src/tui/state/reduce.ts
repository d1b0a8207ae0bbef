import type { Loaded, Slot } from '../data/slots.js';
import type { Size } from '../draw/layout.js';
import type { Press } from '../keys/press.js';
import { visibleItems } from '../scenes/scene.js';
import { sceneOf } from '../scenes/scenes.js';
import { foundAt, foundOf, itemsOf } from '../scenes/search.js';
import { close, complain, leave, note, withView } from './act.js';
import { within } from './position.js';
import { press } from './presses.js';
import { activeView } from './scopes.js';
import type { Outcome, State, View } from './types.js';

/** Everything that can happen. */
export type Action =
  | { type: 'press'; press: Press }
  | { type: 'resized'; size: Size }
  | { type: 'loaded'; loaded: Loaded }
  | { type: 'failed'; slot: Slot; key: string; text: string }
  | { type: 'done'; number: number; outcome: Outcome }
  /** Something that a service had to say. */
  | { type: 'noticed'; text: string }
  | { type: 'leave' };

/** The state after something happened. Pure: the same state and action give the same. */
export function reduce(state: State, action: Action): State {
  return inRange(step(state, action));
}

function step(state: State, action: Action): State {
  switch (action.type) {
    case 'press':
      return press(state, action.press);
    case 'resized':
      return { ...state, size: action.size };
    case 'loaded':
      return loaded(state, action.loaded);
    case 'failed': {
      const { slot, key, text } = action;
      // What cannot be shown at its place is said in the status line.
      return complain({ ...state, failures: { ...state.failures, [slot]: { key, text } } }, text);
    }
    case 'done':
      return done(state, action.number, action.outcome);
    case 'noticed':
      return state.message === undefined ? note(state, action.text) : state;
    case 'leave':
      return leave(state);
  }
}

function loaded(state: State, { slot, key, value }: Loaded): State {
  const { [slot]: failed, ...failures } = state.failures;
  const next = samePlace(state, { ...state, data: { ...state.data, [slot]: { key, value } }, failures });
  // What was wrong is not wrong any more.
  if (failed !== undefined && state.message?.kind === 'error' && state.message.text === failed.text)
    return { ...next, message: undefined };
  return next;
}

/** A person who has gone down the list stays with the drawer that is chosen when hits come in another order. */
function samePlace(before: State, after: State): State {
  const view = activeView(after);
  if (view.kind !== 'search' || view.list.selected === 0) return after;
  const chosen = foundAt(before, view)?.path;
  const answer = foundOf(after, view);
  if (chosen === undefined || answer === undefined) return after;
  const at = itemsOf(answer.found).findIndex(({ path }) => path === chosen);
  return at === -1 || at === view.list.selected
    ? after
    : withView(after, { ...view, list: { ...view.list, selected: at } });
}

function done(state: State, number: number, outcome: Outcome): State {
  if (state.job?.number !== number) return state;
  const { job } = state.job;
  const { text, failed = false, commit, changed = false, moved = {} } = outcome;
  const next: State = {
    ...state,
    job: undefined,
    message: text === '' ? undefined : { kind: failed ? 'error' : 'note', text },
    revision: changed ? state.revision + 1 : state.revision,
    undoable: commit === undefined || commit === null ? state.undoable : commit,
    views: state.views.map((view) => following(view, moved)),
  };
  if (failed || (job.kind !== 'remove' && job.kind !== 'move')) return next;
  const settled = withoutMarks(next);
  const view = activeView(settled);
  return job.kind === 'remove' && view.kind === 'drawer' ? close(settled) : settled;
}

/** A view of a drawer goes where the drawer went. */
function following(view: View, moved: Readonly<Record<string, string>>): View {
  if (view.kind !== 'drawer') return view;
  const to = moved[view.drawer];
  return to === undefined ? view : { ...view, drawer: to };
}

/** What was marked for it has been done. */
function withoutMarks(state: State): State {
  const views = state.views.map((view): View => (view.kind === 'search' ? { ...view, marked: [] } : view));
  return { ...state, views };
}

/** What is chosen is in the list and shows, whatever happened. */
function inRange(state: State): State {
  const view = activeView(state);
  const scene = sceneOf(state);
  if (scene.list === undefined) return state;
  const list = within(view.list, scene.list.count, visibleItems(scene));
  if (list.selected === view.list.selected && list.top === view.list.top) return state;
  return withView(state, { ...view, list });
}

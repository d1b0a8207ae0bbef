import type { Command } from '../keys/commands.js';
import { isAbout } from '../scenes/drawer.js';
import { complain, confirm, note, open, withView } from './act.js';
import { FIRST } from './position.js';
import { drawerKeys } from './shared-keys.js';
import { DRAWER_TABS, type State, type ViewOf } from './types.js';
import { answerOf } from './wants-key.js';

type DrawerView = ViewOf<'drawer'>;

/** Keys of the drawer view; undefined for those that it does not know itself. */
export function drawerViewKeys(state: State, view: DrawerView, command: Command): State | undefined {
  const loaded = state.data.text?.value;
  // A key that is quicker than the disk means the same drawer.
  const unread = { id: view.drawer, path: view.drawer, title: view.drawer };
  const drawer = loaded !== undefined && isAbout(view.drawer, loaded) ? loaded : unread;
  switch (command) {
    case 'next-tab':
      return turn(state, view, 1);
    case 'previous-tab':
      return turn(state, view, -1);
    case 'restore':
      return restore(state, view, drawer.title);
    case 'open':
      return openChosen(state, view);
    case 'edit':
    case 'move':
    case 'remove':
      if (view.at !== undefined) return note(state, 'this is the past: R restores it, esc goes back');
      return drawerKeys(state, drawer, command);
    default:
      return drawerKeys(state, drawer, command);
  }
}

function turn(state: State, view: DrawerView, by: number): State {
  const at = (DRAWER_TABS.indexOf(view.tab) + by + DRAWER_TABS.length) % DRAWER_TABS.length;
  const tab = DRAWER_TABS[at] ?? 'text';
  return withView(state, { ...view, tab, list: FIRST, top: undefined });
}

/** Restoring is asked for, and only for a version that is in sight. */
function restore(state: State, view: DrawerView, title: string): State {
  const ask = (at: string, when: string): State =>
    confirm(state, `Restore ${title} as it was ${when}?`, { kind: 'restore', drawer: view.drawer, at });
  if (view.tab === 'text' && view.at !== undefined) return ask(view.at, `at ${view.at.slice(0, 16)}`);
  if (view.tab !== 'history')
    return note(withView(state, { ...view, tab: 'history', list: FIRST, top: undefined }), 'choose a commit, then R');
  const entry = answerOf(state, 'drawerLog', { drawer: view.drawer })?.entries[view.list.selected];
  if (entry === undefined) return state;
  if (entry.drawer?.change === 'removed') return complain(state, 'that commit removed it: choose the one before');
  return ask(entry.commit, `after ${entry.commit.slice(0, 7)} (${entry.date.slice(0, 10)})`);
}

function openChosen(state: State, view: DrawerView): State {
  if (view.tab === 'history') {
    const entry = answerOf(state, 'drawerLog', { drawer: view.drawer })?.entries[view.list.selected];
    if (entry === undefined) return state;
    const page = { kind: 'change', title: entry.subject, commits: entry.commits } as const;
    return open(state, { kind: 'page', page, list: FIRST, top: undefined });
  }
  if (view.tab === 'facts') {
    const id = state.data.text?.value.id ?? '';
    const fact = answerOf(state, 'drawerFacts', { id })?.[view.list.selected];
    if (fact === undefined) return state;
    return open(state, { kind: 'timeline', entity: fact.subject, moment: undefined, list: FIRST, top: undefined });
  }
  return state;
}

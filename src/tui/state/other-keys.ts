import type { Command } from '../keys/commands.js';
import { entityAt, factAt, momentsOf } from '../scenes/facts.js';
import { historyEntry } from '../scenes/history.js';
import { inboxItem } from '../scenes/inbox.js';
import { begin, confirm, note, open, openDrawer, pick, withView } from './act.js';
import { FIRST } from './position.js';
import type { State, ViewOf } from './types.js';

/** Keys of the history view; undefined for those that it does not know itself. */
export function historyKeys(state: State, view: ViewOf<'history'>, command: Command): State | undefined {
  const entry = historyEntry(state, view);
  switch (command) {
    case 'filter':
      return pick(state, { kind: 'log-filters' });
    case 'open': {
      if (entry === undefined) return state;
      const page = { kind: 'change', title: entry.subject, commits: entry.commits } as const;
      return open(state, { kind: 'page', page, list: FIRST, top: undefined });
    }
    case 'mark': {
      if (entry === undefined) return state;
      const { commit } = entry;
      const others = view.marked.filter((one) => one !== commit);
      // Of three, the first is let go.
      const marked = others.length < view.marked.length ? others : [...others.slice(-1), commit];
      return withView(state, { ...view, marked });
    }
    case 'diff-marked':
      return compareMarked(state, view);
    case 'undo':
      if (entry === undefined) return state;
      return confirm(state, `Take back “${entry.subject}”? Later edits stay.`, {
        kind: 'undo',
        revision: entry.commit,
      });
    case 'copy':
      return entry === undefined
        ? state
        : begin(state, { kind: 'copy', text: entry.commit, what: entry.commit.slice(0, 7) });
    default:
      return undefined;
  }
}

function compareMarked(state: State, view: ViewOf<'history'>): State {
  const entries = state.data.log?.value.entries ?? [];
  // The log is newest first.
  const [newer, older] = entries.map(({ commit }) => commit).filter((commit) => view.marked.includes(commit));
  if (newer === undefined || older === undefined) return note(state, 'tab marks an operation: mark two, then D');
  const title = `From ${older.slice(0, 7)} to ${newer.slice(0, 7)}`;
  return open(state, {
    kind: 'page',
    page: { kind: 'diff', title, from: older, to: newer },
    list: FIRST,
    top: undefined,
  });
}

/** Keys of the list of entities. */
export function factsKeys(state: State, view: ViewOf<'facts'>, command: Command): State | undefined {
  if (command === 'back' && view.line.text !== '')
    return withView(state, { ...view, line: { text: '', cursor: 0 }, list: FIRST });
  if (command !== 'open') return undefined;
  const entity = entityAt(state, view);
  if (entity === undefined) return state;
  return open(state, { kind: 'timeline', entity: entity.name, moment: undefined, list: FIRST, top: undefined });
}

/** Keys of one entity's time line. */
export function timelineKeys(state: State, view: ViewOf<'timeline'>, command: Command): State | undefined {
  const moments = momentsOf(state.data.timeline?.value);
  switch (command) {
    case 'earlier': {
      const moment = view.moment === undefined ? moments.length - 1 : view.moment - 1;
      return withView(state, { ...view, moment: moments.length === 0 ? undefined : Math.max(0, moment) });
    }
    case 'later': {
      if (view.moment === undefined) return state;
      const moment = view.moment + 1;
      return withView(state, { ...view, moment: moment >= moments.length ? undefined : moment });
    }
    case 'open': {
      const fact = factAt(state, view);
      if (fact === undefined) return state;
      if (fact.source_drawer === null) return note(state, 'no drawer is named as its source');
      return openDrawer(state, fact.source_drawer, { query: `${fact.subject} ${fact.object}` });
    }
    case 'copy': {
      const fact = factAt(state, view);
      return fact === undefined ? state : begin(state, { kind: 'copy', text: fact.triple_id, what: fact.triple_id });
    }
    default:
      return undefined;
  }
}

/** Keys of the inbox. */
export function inboxKeys(state: State, view: ViewOf<'inbox'>, command: Command): State | undefined {
  const item = inboxItem(state, view);
  switch (command) {
    case 'save':
      return begin(state, { kind: 'save' });
    case 'open':
      if (item?.drawer === undefined) return state;
      return openDrawer(state, item.drawer, { query: item.words });
    case 'edit':
      if (item?.drawer === undefined) return state;
      return begin(state, { kind: 'edit', drawer: item.drawer });
    case 'copy':
      return item === undefined ? state : begin(state, { kind: 'copy', text: item.id, what: item.id });
    case 'accept':
      if (item?.kind === 'fact') return begin(state, { kind: 'accept-fact', id: item.id });
      if (item?.kind === 'secret')
        return confirm(state, 'Put it back? It will stand in the text and in git.', {
          kind: 'release-secret',
          id: item.id,
        });
      if (item?.kind === 'unsaved') return begin(state, { kind: 'save' });
      return item === undefined ? state : note(state, item.actions);
    case 'reject':
      if (item?.kind === 'fact') return begin(state, { kind: 'reject-fact', id: item.id });
      if (item?.kind === 'secret') return begin(state, { kind: 'keep-secret', id: item.id });
      return item === undefined ? state : note(state, item.actions);
    default:
      return undefined;
  }
}

import { EMPTY_LINE } from './line.js';
import { FIRST } from './position.js';
import type { Filters, Job, Overlay, Purpose, State, View } from './types.js';

/** Small steps that the reducers are made of. All give a new state and leave the old one alone. */

export function note(state: State, text: string): State {
  return { ...state, message: { kind: 'note', text } };
}

export function complain(state: State, text: string): State {
  return { ...state, message: { kind: 'error', text } };
}

/** The view on top replaced. */
export function withView(state: State, view: View): State {
  return { ...state, views: [...state.views.slice(0, -1), view] };
}

/** A further view on top. */
export function open(state: State, view: View): State {
  return { ...state, views: [...state.views, view], overlay: undefined };
}

/** The view below; the search view stays. */
export function close(state: State): State {
  return state.views.length > 1 ? { ...state, views: state.views.slice(0, -1) } : state;
}

export function leave(state: State, chosen: readonly string[] = []): State {
  return { ...state, leaving: { chosen } };
}

/** Begins something; one thing is done at a time. */
export function begin(state: State, job: Job): State {
  if (state.job !== undefined) return note(state, 'wait: something else is being done');
  const number = state.jobs + 1;
  return { ...state, jobs: number, job: { number, job }, overlay: undefined, message: undefined };
}

export function confirm(state: State, question: string, job: Job): State {
  return { ...state, overlay: { kind: 'confirm', question, job } };
}

export function pick(state: State, purpose: Purpose): State {
  const overlay: Overlay = { kind: 'pick', purpose, line: EMPTY_LINE, list: FIRST };
  return { ...state, overlay };
}

/** One of the views that stand directly above the search. */
export function go(state: State, kind: 'search' | 'palace' | 'history' | 'facts' | 'inbox'): State {
  const [search] = state.views;
  if (search === undefined) return state;
  const base = { ...state, views: [search], overlay: undefined };
  const scroll = { list: FIRST, top: undefined };
  switch (kind) {
    case 'search':
      return base;
    case 'palace':
      return open(base, { kind, wing: undefined, room: undefined, seek: undefined, ...scroll });
    case 'history':
      return open(base, { kind, filters: {}, marked: [], ...scroll });
    case 'facts':
      return open(base, { kind, line: EMPTY_LINE, ...scroll });
    case 'inbox':
      return open(base, { kind, ...scroll });
  }
}

/** A drawer on top. */
export function openDrawer(
  state: State,
  drawer: string,
  more: { query?: string; line?: number | undefined; at?: string | undefined } = {},
): State {
  const { query = '', line, at } = more;
  return open(state, { kind: 'drawer', drawer, tab: 'text', at, query, line, list: FIRST, top: undefined });
}

/** The search view with other filters. */
export function withFilters(state: State, change: (filters: Filters) => Filters): State {
  const [search, ...others] = state.views;
  if (search?.kind !== 'search') return state;
  return { ...state, views: [{ ...search, filters: change(search.filters), list: FIRST, top: undefined }, ...others] };
}

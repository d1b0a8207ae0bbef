import type { Slot, SlotArgs, Want } from '../data/slots.js';
import { entityAt, momentAt } from '../scenes/facts.js';
import { historyEntry } from '../scenes/history.js';
import { inboxItem } from '../scenes/inbox.js';
import { nodeAt } from '../scenes/palace-nodes.js';
import { foundAt } from '../scenes/search.js';
import { activeView } from './scopes.js';
import type { ChoiceField, FilterField, Purpose, SearchView, State, ViewOf } from './types.js';
import { keyOf } from './wants-key.js';

/** How long a key must have been the last one before a search by meaning, or a look at a drawer, begins (ms). */
const PAUSE = 200;
const GLANCE = 40;

/** What the screen needs to know now. The same state wants the same. */
export function wantsOf(state: State): Want[] {
  const wants: Want[] = [];
  const want = <S extends Slot>(slot: S, args: SlotArgs[S], delay = 0): void => {
    const key = keyOf(state, slot, args);
    // TypeScript does not see that slot and arguments belong together.
    wants.push({ slot, key, args, delay } as Want);
  };
  const view = activeView(state);
  switch (view.kind) {
    case 'search':
      wantsOfSearch(state, view, want);
      break;
    case 'palace':
      wantsOfPalace(state, view, want);
      break;
    case 'drawer':
      wantsOfDrawer(state, view, want);
      break;
    case 'history': {
      want('log', view.filters);
      const entry = historyEntry(state, view);
      if (entry !== undefined) want('change', { commits: entry.commits }, PAUSE);
      break;
    }
    case 'facts':
      want('entities', { query: view.line.text.trim() });
      wantsOfEntity(state, view, want);
      break;
    case 'timeline':
      want('timeline', { entity: view.entity });
      wantsOfMoment(state, view, want);
      break;
    case 'inbox': {
      want('inbox', {});
      const item = inboxItem(state, view);
      if (item?.drawer !== undefined && item.kind !== 'unsaved') want('text', { drawer: item.drawer }, GLANCE);
      if (item?.kind === 'unsaved') want('diff', { from: 'HEAD', to: undefined }, GLANCE);
      break;
    }
    case 'page':
      if (view.page.kind === 'change') want('change', { commits: view.page.commits });
      else if (view.page.kind === 'diff') want('diff', { from: view.page.from, to: view.page.to });
      else want('map', {});
  }
  if (state.overlay?.kind === 'pick') {
    const field = choiceField(state.overlay.purpose);
    const [search] = state.views;
    const filters = search?.kind === 'search' ? search.filters : { mode: 'hybrid' as const };
    const log = view.kind === 'history' ? view.filters : {};
    if (field !== undefined) want('choices', { field, filters, log });
  }
  want('status', {}, PAUSE);
  return wants;
}

type Ask = <S extends Slot>(slot: S, args: SlotArgs[S], delay?: number) => void;

function wantsOfSearch(state: State, view: SearchView, want: Ask): void {
  const asked = { query: view.line.text.trim(), filters: view.filters };
  if (asked.query === '' || view.filters.mode !== 'vector') want('hits', asked);
  if (asked.query !== '' && view.filters.mode !== 'keyword') want('better', asked, PAUSE);
  const found = foundAt(state, view);
  if (found !== undefined) want('text', { drawer: found.path, ...atOf(view.filters.asOf) }, GLANCE);
}

function wantsOfPalace(state: State, view: ViewOf<'palace'>, want: Ask): void {
  want('tree', {});
  if (view.wing !== undefined && view.room !== undefined) want('room', { wing: view.wing, room: view.room });
  const node = nodeAt(state, view);
  if (node?.kind === 'wing') want('map', { wing: node.wing }, PAUSE);
  else if (node?.kind === 'drawer') want('text', { drawer: node.drawer.path }, GLANCE);
  else if (node?.kind === 'tunnel') want('closet', { place: `${node.to.wing}/${node.to.room}` }, PAUSE);
  else if (node?.kind === 'room') want('closet', { place: `${node.wing}/${node.room}` }, GLANCE);
}

function wantsOfDrawer(state: State, view: ViewOf<'drawer'>, want: Ask): void {
  const { drawer, at, tab } = view;
  want('text', { drawer, ...atOf(at) });
  const { text } = state.data;
  if (tab === 'facts' && text !== undefined) want('drawerFacts', { id: text.value.id });
  if (tab === 'history') want('drawerLog', { drawer });
  if (tab === 'lines') want('blame', { drawer });
}

function wantsOfEntity(state: State, view: ViewOf<'facts'>, want: Ask): void {
  const entity = entityAt(state, view);
  if (entity !== undefined) want('timeline', { entity: entity.name }, GLANCE);
}

function wantsOfMoment(state: State, view: ViewOf<'timeline'>, want: Ask): void {
  const asOf = momentAt(state, view);
  if (asOf !== undefined) want('holding', { entity: view.entity, asOf });
}

function atOf(at: string | undefined): { at?: string } {
  return at === undefined ? {} : { at };
}

/** The list that a pick needs; undefined where its choices are always the same. */
export function choiceField(purpose: Purpose): ChoiceField | undefined {
  if (purpose.kind === 'move') return 'place';
  if (purpose.kind === 'log-filter') return `log-${purpose.field}`;
  if (purpose.kind === 'filter' && purpose.field !== 'mode')
    return purpose.field satisfies Exclude<FilterField, 'mode'>;
  return undefined;
}

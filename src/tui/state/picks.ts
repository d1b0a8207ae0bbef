import type { Choice } from '../../services/list/choices.js';
import { begin, go, pick, withFilters, withView } from './act.js';
import { FIRST } from './position.js';
import { activeView } from './scopes.js';
import type { FilterField, Filters, LogField, LogFilters, Overlay, Purpose, State } from './types.js';
import { choiceField } from './wants.js';
import { answerOf } from './wants-key.js';

export type PickOverlay = Extract<Overlay, { kind: 'pick' }>;

/** A line to choose. */
export interface Option {
  /** What is chosen; undefined takes a filter away. */
  value: string | undefined;
  label: string;
  /** At the right. */
  note: string;
}

const FIELDS: Readonly<Record<FilterField, string>> = {
  wing: 'wing',
  room: 'room',
  hall: 'hall',
  since: 'from (inclusive)',
  before: 'before (exclusive)',
  asOf: 'as of: the palace as it was then',
  mode: 'how to search',
};
const LOG_FIELDS: Readonly<Record<LogField, string>> = {
  by: 'author or agent',
  op: 'operation',
  since: 'from (inclusive)',
  before: 'before (exclusive)',
};
const MODES = [
  { value: 'hybrid', label: 'by words and meaning', note: '' },
  { value: 'keyword', label: 'by words', note: '' },
  { value: 'vector', label: 'by meaning', note: '' },
];
const VIEWS = [
  { value: 'search', label: 'Search', note: 'alt-1' },
  { value: 'palace', label: 'Palace', note: 'alt-2' },
  { value: 'history', label: 'History', note: 'alt-3' },
  { value: 'facts', label: 'Facts', note: 'alt-4' },
  { value: 'inbox', label: 'Inbox', note: 'alt-5' },
] as const;

/** What is asked. */
export function pickTitle(purpose: Purpose): string {
  switch (purpose.kind) {
    case 'go':
      return 'Go to';
    case 'filters':
    case 'log-filters':
      return 'Filter by';
    case 'filter':
      return `Filter: ${FIELDS[purpose.field]}`;
    case 'log-filter':
      return `Filter: ${LOG_FIELDS[purpose.field]}`;
    case 'move':
      return 'Move to (WING/ROOM)';
  }
}

/** The lines to choose from that fit what is typed; what is typed itself where anything may be. */
export function optionsOf(state: State, { purpose, line }: PickOverlay): Option[] {
  const typed = line.text.trim();
  const wanted = typed.toLowerCase();
  const options = allOptions(state, purpose).filter(({ label }) => label.toLowerCase().includes(wanted));
  if (typed !== '' && isFree(purpose) && !options.some(({ value }) => value === typed))
    options.push({ value: typed, label: typed, note: 'as typed' });
  return options;
}

/** A date, a revision and a new place are in no list. */
function isFree(purpose: Purpose): boolean {
  if (purpose.kind === 'move') return true;
  if (purpose.kind !== 'filter' && purpose.kind !== 'log-filter') return false;
  return ['since', 'before', 'asOf', 'by'].includes(purpose.field);
}

function allOptions(state: State, purpose: Purpose): Option[] {
  switch (purpose.kind) {
    case 'go':
      return [...VIEWS];
    case 'filters':
      return fieldsOf(FIELDS, searchFilters(state));
    case 'log-filters':
      return fieldsOf(LOG_FIELDS, logFilters(state));
    case 'filter':
      if (purpose.field === 'mode') return MODES;
      return [{ value: undefined, label: 'any', note: '' }, ...choicesOf(state, purpose)];
    case 'log-filter':
      return [{ value: undefined, label: 'any', note: '' }, ...choicesOf(state, purpose)];
    case 'move':
      return choicesOf(state, purpose);
  }
}

function fieldsOf<Field extends string>(
  fields: Readonly<Record<Field, string>>,
  values: { readonly [F in Field]?: string },
): Option[] {
  const options = Object.entries<string>(fields).map(
    ([value, label]): Option => ({
      value,
      label,
      note: values[value as Field] ?? 'any',
    }),
  );
  return [...options, { value: undefined, label: 'no filter', note: '' }];
}

function choicesOf(state: State, purpose: Purpose): Option[] {
  const field = choiceField(purpose);
  if (field === undefined) return [];
  const asked = { field, filters: searchFilters(state), log: logFilters(state) };
  const choices: readonly Choice[] = answerOf(state, 'choices', asked) ?? [];
  return choices.map(({ value, count }) => ({ value, label: value, note: count.toLocaleString('en') }));
}

export function searchFilters(state: State): Filters {
  const [search] = state.views;
  return search?.kind === 'search' ? search.filters : { mode: 'hybrid' };
}

export function logFilters(state: State): LogFilters {
  const view = activeView(state);
  return view.kind === 'history' ? view.filters : {};
}

/** What choosing an option does. */
export function choose(state: State, { purpose }: PickOverlay, { value }: Option): State {
  const closed: State = { ...state, overlay: undefined };
  switch (purpose.kind) {
    case 'go': {
      const view = VIEWS.find((one) => one.value === value);
      return view === undefined ? closed : go(closed, view.value);
    }
    case 'filters':
      if (value === undefined) return withFilters(closed, ({ mode }) => ({ mode }));
      return isField(FIELDS, value) ? pick(closed, { kind: 'filter', field: value }) : closed;
    case 'log-filters':
      if (value === undefined) return withLogFilters(closed, () => ({}));
      return isField(LOG_FIELDS, value) ? pick(closed, { kind: 'log-filter', field: value }) : closed;
    case 'filter':
      return withFilters(closed, (filters) => setFilter(filters, purpose.field, value));
    case 'log-filter':
      return withLogFilters(closed, (filters) => without({ ...filters, [purpose.field]: value }));
    case 'move':
      return value === undefined ? closed : begin(closed, { kind: 'move', drawers: purpose.drawers, to: value });
  }
}

function setFilter(filters: Filters, field: FilterField, value: string | undefined): Filters {
  if (field === 'mode')
    return { ...filters, mode: MODES.some((mode) => mode.value === value) ? (value as Filters['mode']) : 'hybrid' };
  const changed = without({ ...filters, [field]: value });
  // A room of another wing would leave nothing.
  return field === 'wing' ? without({ ...changed, room: undefined }) : changed;
}

function without<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

function isField<Field extends string>(fields: Readonly<Record<Field, string>>, value: string): value is Field {
  return Object.hasOwn(fields, value);
}

function withLogFilters(state: State, change: (filters: LogFilters) => LogFilters): State {
  const view = activeView(state);
  if (view.kind !== 'history') return state;
  return withView(state, { ...view, filters: change(view.filters), list: FIRST, top: undefined });
}

import type { ObjectId } from '../../git/types.js';
import type { SearchMode } from '../../search/types.js';
import type { Data, Slot } from '../data/slots.js';
import type { Size } from '../draw/layout.js';
import type { Line } from './line.js';
import type { Position } from './position.js';

/** What a search is narrowed to. */
export interface Filters {
  wing?: string;
  room?: string;
  hall?: string;
  since?: string;
  before?: string;
  asOf?: string;
  mode: SearchMode;
}

export interface LogFilters {
  by?: string;
  op?: string;
  since?: string;
  before?: string;
}

export type FilterField = keyof Filters;
export type LogField = keyof LogFilters;
/** Of what there is a list to choose from that has to be read first. */
export type ChoiceField = Exclude<FilterField, 'mode'> | `log-${LogField}` | 'place';

export const DRAWER_TABS = ['text', 'facts', 'history', 'lines'] as const;
export type DrawerTab = (typeof DRAWER_TABS)[number];

interface Scrolling {
  /** In the list of the view. */
  list: Position;
  /** First row of the panel that shows, from 0; undefined: where the matter is (the passage that was found). */
  top: number | undefined;
}

export interface SearchView extends Scrolling {
  kind: 'search';
  line: Line;
  filters: Filters;
  /** Paths of marked drawers, in the order of marking. */
  marked: readonly string[];
}

export interface PalaceView extends Scrolling {
  kind: 'palace';
  wing: string | undefined;
  /** The open room of that wing: one at a time. */
  room: string | undefined;
  /** Where to stand as soon as it is there: `wing/room`. */
  seek: string | undefined;
}

export interface DrawerView extends Scrolling {
  kind: 'drawer';
  /** Path; an id where the drawer is known by nothing else. */
  drawer: string;
  tab: DrawerTab;
  /** As it stood then: a revision or a date. */
  at: string | undefined;
  /** Words of the search that led here are marked. */
  query: string;
  /** Line of the body to begin at, from 1. */
  line: number | undefined;
}

export interface HistoryView extends Scrolling {
  kind: 'history';
  filters: LogFilters;
  /** Commits of at most two marked operations. */
  marked: readonly string[];
}

export interface FactsView extends Scrolling {
  kind: 'facts';
  line: Line;
}

export interface TimelineView extends Scrolling {
  kind: 'timeline';
  entity: string;
  /** Which of the moments of the time line; undefined: today. */
  moment: number | undefined;
}

export interface InboxView extends Scrolling {
  kind: 'inbox';
}

/** A text on the whole screen. */
export interface PageView extends Scrolling {
  kind: 'page';
  page:
    | { kind: 'change'; title: string; commits: readonly ObjectId[] }
    | { kind: 'diff'; title: string; from: string; to: string | undefined }
    | { kind: 'map' };
}

export type View = SearchView | PalaceView | DrawerView | HistoryView | FactsView | TimelineView | InboxView | PageView;
export type ViewOf<Kind extends View['kind']> = Extract<View, { kind: Kind }>;

/** What a list to choose from is for. */
export type Purpose =
  | { kind: 'go' }
  | { kind: 'filters' }
  | { kind: 'filter'; field: FilterField }
  | { kind: 'log-filters' }
  | { kind: 'log-filter'; field: LogField }
  | { kind: 'move'; drawers: readonly string[] };

export type Overlay =
  | { kind: 'help'; top: number }
  | { kind: 'pick'; purpose: Purpose; line: Line; list: Position }
  | { kind: 'confirm'; question: string; job: Job };

/** Something that is done once, in the world. */
export type Job =
  | { kind: 'edit'; drawer: string }
  | { kind: 'restore'; drawer: string; at: string }
  | { kind: 'remove'; drawers: readonly string[] }
  | { kind: 'move'; drawers: readonly string[]; to: string }
  | { kind: 'undo'; revision: string }
  | { kind: 'save' }
  | { kind: 'accept-fact'; id: string }
  | { kind: 'reject-fact'; id: string }
  | { kind: 'release-secret'; id: string }
  | { kind: 'keep-secret'; id: string }
  | { kind: 'copy'; text: string; what: string }
  | { kind: 'suspend' };

/** What became of a job. */
export interface Outcome {
  text: string;
  failed?: boolean;
  /** The commit it made, which `undo` takes back. */
  commit?: string | null;
  /** What is shown may be another now. */
  changed?: boolean;
  /** Drawers that stand elsewhere now: old path to new path. */
  moved?: Readonly<Record<string, string>>;
}

export interface Message {
  kind: 'note' | 'error';
  text: string;
}

export interface State {
  size: Size;
  /** Enter chooses and leaves. */
  print: boolean;
  /** From the search view up; never empty. */
  views: readonly View[];
  overlay: Overlay | undefined;
  message: Message | undefined;
  /** What is being done now. */
  job: { number: number; job: Job } | undefined;
  /** Jobs so far. */
  jobs: number;
  /** The last commit that was made here and not taken back. */
  undoable: string | undefined;
  /** Goes up when what was read may be old. */
  revision: number;
  data: Data;
  /** What could not be read, by slot, and for which question. */
  failures: { readonly [S in Slot]?: { key: string; text: string } };
  /** Set when the program is to end; what was chosen: paths. */
  leaving: { chosen: readonly string[] } | undefined;
}

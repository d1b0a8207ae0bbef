import type { ObjectId } from '../../git/types.js';
import type { BlameResult } from '../../history/blame.js';
import type { ComparedMemories, DiffResult } from '../../history/diff.js';
import type { LogResult } from '../../history/log.js';
import type { SearchResult } from '../../search/types.js';
import type { ClosetResult } from '../../services/closet/closet.js';
import type { FollowedTunnel } from '../../services/graph/follow.js';
import type { MapResult } from '../../services/graph/map.js';
import type { KgEntity } from '../../services/kg/entities.js';
import type { KgTimelineResult } from '../../services/kg/timeline.js';
import type { KgFact } from '../../services/kg/types.js';
import type { Choice } from '../../services/list/choices.js';
import type { ListedDrawer, ListResult } from '../../services/list/list.js';
import type { TreeResult } from '../../services/list/tree.js';
import type { StatusResult } from '../../services/status/status.js';
import type { WrappedText } from '../draw/wrap.js';
import type { HitWords } from '../scenes/hit-words.js';
import type { ChoiceField, Filters, LogFilters } from '../state/types.js';
import type { InboxItem } from './inbox.js';

/** What the search view lists: hits, or the newest drawers while nothing is typed. */
export type Found = { kind: 'hits'; result: SearchResult; words: HitWords } | { kind: 'newest'; result: ListResult };

/** A drawer to read. */
export interface DrawerText {
  id: string;
  path: string;
  wing: string;
  room: string;
  title: string;
  /** First line of the body in its file, from 1. */
  bodyLine: number;
  /** The front-matter as it is told on one line. */
  facts: string[];
  text: WrappedText;
  /** What is wrong with it, if anything. */
  problem: string | undefined;
}

export interface RoomContents {
  wing: string;
  room: string;
  drawers: ListedDrawer[];
  /** Drawers of the room, also those that were not read. */
  total: number;
  tunnels: FollowedTunnel[];
  /** Other wings that have a room of this name. */
  shared: string[];
}

/** What each slot is asked with. A slot holds the last answer only. */
export interface SlotArgs {
  hits: { query: string; filters: Filters };
  better: { query: string; filters: Filters };
  text: { drawer: string; at?: string };
  tree: object;
  room: { wing: string; room: string };
  closet: { place: string };
  map: { wing?: string };
  drawerFacts: { id: string };
  drawerLog: { drawer: string };
  blame: { drawer: string };
  log: LogFilters;
  change: { commits: readonly ObjectId[] };
  diff: { from: string; to: string | undefined };
  entities: { query: string };
  timeline: { entity: string };
  holding: { entity: string; asOf: string };
  inbox: object;
  choices: { field: ChoiceField; filters: Filters; log: LogFilters };
  status: object;
}

export interface SlotValues {
  hits: Found;
  better: Found;
  text: DrawerText;
  tree: TreeResult;
  room: RoomContents;
  closet: ClosetResult;
  map: MapResult;
  drawerFacts: KgFact[];
  drawerLog: LogResult;
  blame: BlameResult;
  log: LogResult;
  change: ComparedMemories;
  diff: DiffResult;
  entities: { entities: KgEntity[]; total: number };
  timeline: KgTimelineResult;
  /** Which facts of the entity held then. */
  holding: { asOf: string; ids: string[] };
  inbox: InboxItem[];
  choices: Choice[];
  status: StatusResult;
}

export type Slot = keyof SlotArgs;

/** Something that the screen needs: `key` tells two questions apart, `delay` is how long to wait for another (ms). */
export type Want = { [S in Slot]: { slot: S; key: string; args: SlotArgs[S]; delay: number } }[Slot];

/** An answer. */
export type Loaded = { [S in Slot]: { slot: S; key: string; value: SlotValues[S] } }[Slot];

/** The last answers. */
export type Data = { readonly [S in Slot]?: { key: string; value: SlotValues[S] } };

import type { LogRequest, LogResult } from '../history/log.js';
import type { SearchRequest, SearchResult } from '../search/types.js';
import type { AddRequest, AddResult } from '../services/add/add.js';
import type { SearchPrompt } from '../services/find/prompt.js';
import type { KgAddRequest, KgAddResult } from '../services/kg/add.js';
import type { KgEndRequest, KgEndResult } from '../services/kg/end.js';
import type { KgQueryRequest, KgQueryResult } from '../services/kg/query.js';
import type { KgTimelineRequest, KgTimelineResult } from '../services/kg/timeline.js';
import type { LayersResult } from '../services/layers/types.js';
import type { WakeUpRequest } from '../services/layers/wake-up.js';
import type { ListRequest, ListResult } from '../services/list/list.js';
import type { ShowResult } from '../services/show/show.js';

export interface OpenOptions {
  /** Folder of the palace; `~` is the home directory. Default: `PALACE_PATH`, else that of the user's configuration, else `~/palace`. */
  path?: string;
  /** Make it where it is not there yet. Default false. */
  create?: boolean;
  /** Name of the agent on whose behalf is written, where a call names none. Default: the person, as git knows them. */
  by?: string;
  /** Told what a person at a terminal would read: a degraded mode, an odd file. Default: nobody. */
  onWarning?: (message: string) => void;
}

/**
 * A palace that a program holds open. Every call sees the files as they are at that moment; every write is a commit. Any number of programs may use
 * one palace at once. Results are those of the commands with `--json`. Methods throw {@link PalaceError}s.
 */
export interface OpenedPalace {
  /** Absolute. */
  readonly root: string;
  /** By words and meaning; the model is loaded at the first search and stays. */
  search(query: string, options?: Omit<SearchRequest, 'query'>): Promise<SearchResult>;
  /** The hits as a text for a model: quotations with their sources. `tokens`: most of the whole text; default all hits. */
  searchPrompt(query: string, options?: Omit<SearchRequest, 'query'> & { tokens?: number }): Promise<SearchPrompt>;
  /** Identity and the memories that matter most, as a text for a model. */
  wakeUp(options?: WakeUpRequest): Promise<LayersResult>;
  /** Files a text exactly as it is. Where it stands already nothing is written, and the result says where. */
  add(text: string, options?: Omit<AddRequest, 'content'>): Promise<AddResult>;
  /** One memory by id, beginning of an id, or path; `at`: as it was at a revision or date; `messages`: those of a conversation. */
  get(drawer: string, options?: { at?: string; messages?: boolean }): Promise<ShowResult>;
  /** Memories, newest first. */
  list(options?: ListRequest): Promise<ListResult>;
  readonly facts: FactsOfPalace;
  /** What was done, newest first; of one memory with `drawer`. */
  history(options?: LogRequest): Promise<LogResult>;
  /** Lets go of files and of the model. A program that does not close may not end. */
  close(): Promise<void>;
}

/** Who and what, how they are related, since when. */
export interface FactsOfPalace {
  query(request: KgQueryRequest): Promise<KgQueryResult>;
  add(request: KgAddRequest): Promise<KgAddResult>;
  end(request: KgEndRequest): Promise<KgEndResult>;
  timeline(request?: KgTimelineRequest): Promise<KgTimelineResult>;
}

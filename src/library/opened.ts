import { PalaceError } from '../base/errors.js';
import type { LogRequest, LogResult } from '../history/log.js';
import type { Palace } from '../palace/types.js';
import type { SearchRequest, SearchResult } from '../search/types.js';
import type { AddRequest, AddResult } from '../services/add/add.js';
import type { SearchPrompt } from '../services/find/prompt.js';
import { WarmSearch } from '../services/find/warm-search.js';
import type { LayersResult } from '../services/layers/types.js';
import type { WakeUpRequest } from '../services/layers/wake-up.js';
import type { ListRequest, ListResult } from '../services/list/list.js';
import type { ShowResult } from '../services/show/show.js';
import type { FactsOfPalace, OpenedPalace } from './types.js';

/** The palace behind {@link OpenedPalace}: each method is one service, loaded at its first use. */
export class Opened implements OpenedPalace {
  readonly #palace: Palace;
  readonly #by: string | undefined;
  readonly #searching: WarmSearch;
  #closing: Promise<void> | undefined;

  constructor(palace: Palace, by: string | undefined) {
    this.#palace = palace;
    this.#by = by;
    this.#searching = new WarmSearch(palace);
  }

  get root(): string {
    return this.#palace.root;
  }

  async search(query: string, options: Omit<SearchRequest, 'query'> = {}): Promise<SearchResult> {
    const { settings } = this.#open();
    return this.#searching.find({ limit: settings.searchLimit, ...options, query });
  }

  async searchPrompt(
    query: string,
    { tokens, ...options }: Omit<SearchRequest, 'query'> & { tokens?: number } = {},
  ): Promise<SearchPrompt> {
    const result = await this.search(query, options);
    const { searchPrompt } = await import('../services/find/prompt.js');
    return searchPrompt(this.#open(), result, tokens);
  }

  async wakeUp(options: WakeUpRequest = {}): Promise<LayersResult> {
    const palace = this.#open();
    const { wakeUp } = await import('../services/layers/wake-up.js');
    return wakeUp(palace, options);
  }

  async add(text: string, options: Omit<AddRequest, 'content'> = {}): Promise<AddResult> {
    const palace = this.#open();
    const { addMemory } = await import('../services/add/add.js');
    return addMemory(
      palace,
      { ...this.#author(), ...options, content: { kind: 'text', text } },
      this.#searching.loaded,
    );
  }

  async get(drawer: string, options: { at?: string; messages?: boolean } = {}): Promise<ShowResult> {
    const palace = this.#open();
    const { showDrawer } = await import('../services/show/show.js');
    return (await showDrawer(palace, { ...options, drawer })).result;
  }

  async list(options: ListRequest = {}): Promise<ListResult> {
    const palace = this.#open();
    const { listDrawers } = await import('../services/list/list.js');
    return listDrawers(palace, options);
  }

  readonly facts: FactsOfPalace = {
    query: async (request) => (await import('../services/kg/query.js')).queryKg(this.#open(), request),
    add: async (request) =>
      (await import('../services/kg/add.js')).addFact(this.#open(), { ...this.#author(), ...request }),
    end: async (request) =>
      (await import('../services/kg/end.js')).endFact(this.#open(), { ...this.#author(), ...request }),
    timeline: async (request = {}) => (await import('../services/kg/timeline.js')).readTimeline(this.#open(), request),
  };

  async history(options: LogRequest = {}): Promise<LogResult> {
    const palace = this.#open();
    const { readLog } = await import('../history/log.js');
    return readLog(palace, options);
  }

  async close(): Promise<void> {
    this.#closing ??= this.#searching.close().finally(() => this.#palace.close());
    await this.#closing;
  }

  #author(): { by?: string } {
    return this.#by === undefined ? {} : { by: this.#by };
  }

  /** @throws PalaceError `closed`. */
  #open(): Palace {
    if (this.#closing === undefined) return this.#palace;
    throw new PalaceError('closed', `the palace ${this.#palace.root} was closed by this program`, {
      next: ['open it again: await openPalace()'],
    });
  }
}

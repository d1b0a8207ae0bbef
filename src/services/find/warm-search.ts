import { EXIT, PalaceError } from '../../base/errors.js';
import type { Embedder } from '../../index/embedding/types.js';
import type { Palace } from '../../palace/types.js';
import { KeptIndexes } from '../../search/kept.js';
import type { SearchModel } from '../../search/meaning-arm.js';
import type { SearchRequest, SearchResult } from '../../search/types.js';
import { findMemories } from './find.js';

type LoadedModel = Required<SearchModel>;

/**
 * Searches of a process that stays (MCP server, terminal UI): the model is loaded once, indexes stay open, and each search still sees
 * what the palace is at that moment. Searches are answered one after another. Close it after use.
 */
export class WarmSearch {
  readonly #palace: Palace;
  readonly #kept: KeptIndexes;
  #model: { source: string; opening: Promise<LoadedModel> } | undefined;
  #ready: LoadedModel | undefined;
  /** One loading at a time: what is asked for meanwhile gets the same model. */
  #loading: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();

  constructor(palace: Palace) {
    this.#palace = palace;
    this.#kept = new KeptIndexes(palace);
  }

  /**
   * As {@link findMemories}. `within` makes the palace of this one search: with its own signal, say.
   * @throws PalaceError `interrupted` when the signal was aborted before its turn came.
   */
  async find(request: SearchRequest, within: (palace: Palace) => Palace = (palace) => palace): Promise<SearchResult> {
    const palace = within(this.#palace);
    const turn = this.#last.then(() => this.#answer(palace, request));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** The model in memory, loaded at the first call; undefined where none can be used. */
  async model(): Promise<SearchModel | undefined> {
    return this.#warm().catch(() => undefined);
  }

  /** The model, if it is in memory by now. */
  get loaded(): SearchModel | undefined {
    return this.#ready;
  }

  /** Lets go of the model and of open files. */
  async close(): Promise<void> {
    await Promise.all([this.#last, this.#loading]);
    this.#kept.close();
    const model = await this.#model?.opening.catch(() => undefined);
    this.#model = undefined;
    this.#ready = undefined;
    await model?.warm.close();
  }

  async #answer(palace: Palace, request: SearchRequest): Promise<SearchResult> {
    if (palace.runtime.signal?.aborted)
      throw new PalaceError('interrupted', 'the search was given up before its turn came', { exit: EXIT.interrupted });
    // What is wrong with the model is found again, and said, by the search.
    const model = request.mode === 'keyword' ? undefined : await this.#warm().catch(() => undefined);
    return findMemories(palace, request, model, this.#kept);
  }

  async #warm(): Promise<LoadedModel | undefined> {
    const loading = this.#loading.then(() => this.#load());
    this.#loading = loading.catch(() => {});
    return loading;
  }

  async #load(): Promise<LoadedModel | undefined> {
    const { resolveModel } = await import('../../index/embedding/resolve.js');
    const source = await resolveModel(this.#palace.runtime, this.#palace.settings);
    const before = this.#model;
    if (source !== undefined && before?.source === source.id) {
      const loaded = await before.opening.catch(() => undefined);
      if (loaded !== undefined && isAlive(loaded.warm)) return loaded;
    }
    // Another model was chosen, or its process has ended: load anew.
    this.#model = undefined;
    this.#ready = undefined;
    const old = await before?.opening.catch(() => undefined);
    await old?.warm.close();
    if (source === undefined) return undefined;
    const opening = source.open({ worker: true }).then((warm) => ({ source, warm }));
    this.#model = { source: source.id, opening };
    this.#ready = await opening;
    return this.#ready;
  }
}

function isAlive(embedder: Embedder): boolean {
  try {
    embedder.coverage('a');
    return true;
  } catch {
    return false;
  }
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { findPalace } from '../palace/discovery.js';
import { PATHS } from '../palace/layout.js';
import { isCanonicalName } from '../palace/names.js';
import { openPalace } from '../palace/open.js';
import type { Palace } from '../palace/types.js';
import type { SearchModel } from '../search/meaning-arm.js';
import type { SearchRequest, SearchResult } from '../search/types.js';
import { WarmSearch } from '../services/find/warm-search.js';
import { type Call, palaceWithin } from './call.js';

/** How a server was started. */
export interface ServerOptions {
  /** Value of `--palace`. */
  palace?: string | undefined;
  runtime: Runtime;
  version: string;
}

/**
 * What all calls of one server share: the palace, opened at the first call that needs it and again when it was made or replaced
 * meanwhile, and what makes searches quick. The working directory never names a palace: a server started by a client runs anywhere.
 */
export class McpSession {
  readonly #options: ServerOptions;
  #opened: { palace: Palace; search: WarmSearch } | undefined;
  #opening: Promise<{ palace: Palace; search: WarmSearch }> | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  get runtime(): Runtime {
    return this.#options.runtime;
  }

  get version(): string {
    return this.#options.version;
  }

  /** @throws PalaceError `no-palace`, `untrusted` and what else opening says. */
  async palace(): Promise<Palace> {
    return (await this.#open()).palace;
  }

  async search(): Promise<WarmSearch> {
    return (await this.#open()).search;
  }

  /**
   * The wings that stand there, read from the folders alone: nothing is opened or started for it. Undefined where there is no palace.
   */
  async glance(): Promise<string[] | undefined> {
    const { runtime, palace: flag } = this.#options;
    try {
      const { root } = await findPalace({ runtime, upward: false, ...(flag !== undefined && { flag }) });
      const entries = await readdir(join(root, PATHS.wings), { withFileTypes: true });
      return entries
        .flatMap((entry) => (entry.isDirectory() && isCanonicalName(entry.name) ? [entry.name] : []))
        .sort();
    } catch (error) {
      if (isNoPalace(error)) return undefined;
      if (systemCode(error) === 'ENOENT') return [];
      // Told by the first call that needs the palace.
      return undefined;
    }
  }

  /** Loads the model beside whatever else happens. What is wrong with it, or with the palace, is told by the call that needs it. */
  warmUp(): void {
    this.search()
      .then((search) => search.model())
      .catch(() => {});
  }

  /** Lets go of the palace; the next call opens it again. */
  async close(): Promise<void> {
    const opened = this.#opened ?? (await this.#opening?.catch(() => undefined));
    this.#opened = undefined;
    this.#opening = undefined;
    await opened?.search.close();
    await opened?.palace.close();
  }

  async #open(): Promise<{ palace: Palace; search: WarmSearch }> {
    if (this.#opened !== undefined) return this.#opened;
    this.#opening ??= this.#openNow();
    try {
      this.#opened = await this.#opening;
      return this.#opened;
    } finally {
      this.#opening = undefined;
    }
  }

  async #openNow(): Promise<{ palace: Palace; search: WarmSearch }> {
    const { runtime, palace: flag } = this.#options;
    const { root } = await findPalace({ runtime, upward: false, ...(flag !== undefined && { flag }) });
    const palace = await openPalace(root, runtime);
    return { palace, search: new WarmSearch(palace) };
  }
}

/** One client of a server, or one call of it: what calls share, and who asks. */
export class Connection {
  /** As the client says; commits carry it. */
  client: string | undefined;

  /** `call`: the one that this is for; see {@link during}. */
  constructor(
    private readonly session: McpSession,
    private readonly call?: Call,
  ) {}

  /** The same for one call, which ends with its signal and tells how far it is. */
  during(call: Call): Connection {
    const connection = new Connection(this.session, call);
    connection.client = this.client;
    return connection;
  }

  /** As {@link McpSession.palace}. */
  async palace(): Promise<Palace> {
    return palaceWithin(await this.session.palace(), this.call);
  }

  /** As {@link WarmSearch.find}. */
  async find(request: SearchRequest): Promise<SearchResult> {
    const search = await this.session.search();
    return search.find(request, (palace) => palaceWithin(palace, this.call));
  }

  /** The model that is in memory by now: one that is still being loaded is not waited for. */
  async loadedModel(): Promise<SearchModel | undefined> {
    return (await this.session.search()).loaded;
  }

  warmUp(): void {
    this.session.warmUp();
  }

  /** Lets go of the palace; the next call of any client opens it again. */
  async reopen(): Promise<Palace> {
    await this.session.close();
    return this.session.palace();
  }

  /** Who writes: the named agent, else the client, else the person. */
  actor(named: string | undefined): string | undefined {
    return named ?? this.client;
  }
}

/** True for what says that there is no palace to work with. */
export function isNoPalace(error: unknown): error is PalaceError {
  return error instanceof PalaceError && error.exit === EXIT.noPalace;
}

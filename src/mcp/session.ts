import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { findPalace } from '../palace/discovery.js';
import { openPalace } from '../palace/open.js';
import type { Palace } from '../palace/types.js';
import { WarmSearch } from '../services/find/warm-search.js';

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

/** One client of a server: what its calls share, and its name. */
export class Connection {
  /** As the client says; commits carry it. */
  client: string | undefined;

  constructor(private readonly session: McpSession) {}

  /** As {@link McpSession.palace}. */
  async palace(): Promise<Palace> {
    return this.session.palace();
  }

  async search(): Promise<WarmSearch> {
    return this.session.search();
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

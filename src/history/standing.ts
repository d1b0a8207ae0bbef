import type { Git, ObjectId } from '../git/types.js';
import { parseDrawer } from '../palace/codec.js';
import { PATHS, parseDrawerPath } from '../palace/layout.js';
import type { DrawerId } from '../palace/types.js';
import { nameId } from './pairing.js';

/**
 * A tree that is being changed in memory: reads come from the tree, writes stay here. What `undo` and `restore` compute
 * their change on, before anything is written.
 */
export class Standing {
  readonly #git: Git;
  readonly #tree: ObjectId | undefined;
  readonly #changed = new Map<string, Buffer | null>();
  #paths: string[] | undefined;
  #ids: Map<string, string> | undefined;

  constructor(git: Git, tree: ObjectId | undefined) {
    this.#git = git;
    this.#tree = tree;
  }

  /** Bytes of the file at `path`; undefined when there is none. */
  async at(path: string): Promise<Buffer | undefined> {
    const changed = this.#changed.get(path);
    if (changed !== undefined) return changed ?? undefined;
    return this.#inTree(path);
  }

  put(path: string, content: Buffer | null): void {
    this.#changed.set(path, content);
  }

  /** Where the drawer with this id stands now; `hint` is looked at first. */
  async locate(id: DrawerId, hint: string): Promise<{ path: string; content: Buffer } | undefined> {
    const here = await this.#holder(id, [hint, ...this.#changed.keys()]);
    if (here) return here;
    const paths = (await this.#drawerPaths()).filter((path) => !this.#changed.has(path));
    // File names tell most drawers apart without reading them.
    const short = id.slice(2, 10);
    const named = await this.#holder(
      id,
      paths.filter((path) => nameId(path) === short),
    );
    if (named) return named;
    const path = (await this.#pathsById()).get(id);
    return path === undefined || this.#changed.has(path) ? undefined : this.#holder(id, [path]);
  }

  /** Files that differ from the tree, sorted by path: null where one is to go. */
  async differences(): Promise<{ path: string; content: Buffer | null; before: Buffer | undefined }[]> {
    const differences = [];
    for (const [path, content] of [...this.#changed].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const before = await this.#inTree(path);
      if (content === null ? before !== undefined : !before?.equals(content))
        differences.push({ path, content, before });
    }
    return differences;
  }

  async #inTree(path: string): Promise<Buffer | undefined> {
    const found = this.#tree === undefined ? undefined : await this.#git.blobAt(this.#tree, path);
    return found && this.#git.readBlob(found.id);
  }

  /** Reads every drawer, once: only for one that a person has renamed, or that is gone. */
  async #pathsById(): Promise<ReadonlyMap<string, string>> {
    if (this.#ids === undefined) {
      this.#ids = new Map();
      const files = this.#tree === undefined ? [] : await this.#git.listFiles(this.#tree, PATHS.wings);
      const pathOf = new Map(files.filter(({ path }) => parseDrawerPath(path)).map(({ id, path }) => [id, path]));
      for await (const { id, content } of this.#git.readBlobs(pathOf.keys())) {
        const own = parseDrawer(content).front.id;
        const path = pathOf.get(id);
        if (own !== undefined && path !== undefined) this.#ids.set(own, path);
      }
    }
    return this.#ids;
  }

  async #holder(id: DrawerId, paths: readonly string[]): Promise<{ path: string; content: Buffer } | undefined> {
    for (const path of paths) {
      const content = await this.at(path);
      if (content && parseDrawer(content).front.id === id) return { path, content };
    }
    return undefined;
  }

  async #drawerPaths(): Promise<string[]> {
    if (this.#paths === undefined) {
      const files = this.#tree === undefined ? [] : await this.#git.listFiles(this.#tree, PATHS.wings);
      this.#paths = files.map((file) => file.path).filter((path) => parseDrawerPath(path));
    }
    return this.#paths;
  }
}

import { dirname, join } from 'node:path';
import { ensureDir, readIfExists, writeFileAtomic } from '../../base/files.js';
import { sha256 } from '../../base/hash.js';
import { changesBelow, type WalkedCommit } from '../history.js';
import { readCommitObject } from '../objects/look-up.js';
import type { ObjectReader } from '../objects/object.js';
import { isUnder } from '../paths.js';
import { asObjectId, type Commit, type ObjectId } from '../types.js';

/** What is kept of a commit. `parents` are positions in the list, which has parents before children. */
interface Row {
  id: ObjectId;
  seconds: number;
  parents: number[];
  /** What it changed against its first parent; of a merge what differs from all parents. */
  paths: string[];
}

/** A commit that may touch what was asked for. A merge is always one: only its trees can tell. */
export interface IndexedCommit extends WalkedCommit {
  isMerge: boolean;
  /** Whether a path of it was asked for. */
  touches: boolean;
}

const VERSION = 1;

/**
 * Which paths each commit changed, kept in a file so that the history of one file is not a walk over all trees each time: git
 * has its own means for that, isomorphic-git has none. Commits never change, so rows are only ever added; a file that is damaged,
 * or that was made when a shallow clone ended elsewhere, is made anew.
 */
export class CommitIndex {
  readonly #reader: ObjectReader;
  readonly #file: string;
  readonly #shallowFile: string;
  readonly #rows: Row[] = [];
  readonly #at = new Map<ObjectId, number>();
  #shallow: string | undefined;
  #work: Promise<void> = Promise.resolve();
  /** How many want nothing to be saved now. */
  #unsaved = 0;

  constructor(reader: ObjectReader, commonDir: string, file: string) {
    this.#reader = reader;
    this.#file = file;
    this.#shallowFile = join(commonDir, 'shallow');
  }

  /** Commits reachable from `from`, newest committer date first, in the order of `git rev-list`: merges, and what touches a path. */
  async *touching(from: ObjectId, paths: readonly string[]): AsyncGenerator<IndexedCommit> {
    const start = await this.#cover(from);
    const met = new Set([start]);
    const queue = [start];
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      const row = this.#row(at);
      const isMerge = row.parents.length > 1;
      const touches = row.paths.some((path) => paths.some((wanted) => isUnder(path, wanted)));
      if (isMerge || touches) yield { id: row.id, seconds: row.seconds, isMerge, touches };
      for (const parent of row.parents) {
        if (met.has(parent)) continue;
        met.add(parent);
        const { seconds } = this.#row(parent);
        let place = queue.length;
        while (place > 0 && this.#row(queue[place - 1] ?? parent).seconds < seconds) place--;
        queue.splice(place, 0, parent);
      }
    }
  }

  /** Does `work`; what is learned meanwhile is saved with what is learned next. */
  async withoutSaving<T>(work: () => Promise<T>): Promise<T> {
    this.#unsaved += 1;
    try {
      return await work();
    } finally {
      this.#unsaved -= 1;
    }
  }

  #row(at: number): Row {
    const row = this.#rows[at];
    if (row === undefined) throw new RangeError(`no commit has the place ${at}`);
    return row;
  }

  /** Place of a commit, after it and all it stands on are known. One caller after the other. */
  async #cover(from: ObjectId): Promise<number> {
    const work = this.#work.then(() => this.#learn(from));
    this.#work = work.catch(() => {}); // the caller is told; the next one tries anew
    await work;
    const at = this.#at.get(from);
    if (at === undefined) throw new RangeError(`the commit ${from} was not learned`);
    return at;
  }

  async #learn(from: ObjectId): Promise<void> {
    const shallow = sha256((await readIfExists(this.#shallowFile)) ?? '');
    if (shallow !== this.#shallow) {
      this.#rows.length = 0;
      this.#at.clear();
      this.#shallow = shallow;
      await this.#load(shallow);
    }
    const missing = await this.#missing(from);
    for (const commit of missing) {
      const changes = await changesBelow(this.#reader, commit, undefined);
      this.#add({
        id: commit.id,
        seconds: Math.floor(commit.committer.at.getTime() / 1000),
        parents: commit.parents.map((parent) => this.#at.get(parent) ?? -1),
        paths: changes.map(({ path }) => path),
      });
    }
    if (missing.length > 0 && this.#unsaved === 0) await this.#save(shallow);
  }

  /** Commits that are not known yet, parents first. */
  async #missing(from: ObjectId): Promise<Commit[]> {
    const order: Commit[] = [];
    const begun = new Set<ObjectId>();
    const stack: { id: ObjectId; read?: Commit }[] = [{ id: from }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (top.read !== undefined) {
        order.push(top.read);
        stack.pop();
      } else if (this.#at.has(top.id) || begun.has(top.id)) stack.pop();
      else {
        begun.add(top.id);
        top.read = await readCommitObject(this.#reader, top.id);
        for (const parent of top.read.parents) stack.push({ id: parent });
      }
    }
    return order;
  }

  #add(row: Row): void {
    this.#at.set(row.id, this.#rows.length);
    this.#rows.push(row);
  }

  async #load(shallow: string): Promise<void> {
    const text = (await readIfExists(this.#file))?.toString('utf8');
    const cut = text?.indexOf('\n') ?? -1;
    if (text === undefined || cut === -1 || text.slice(0, cut) !== headerOf(text.slice(cut + 1), shallow)) return;
    for (const line of text.slice(cut + 1).split('\n')) {
      if (line === '') continue;
      const [id, seconds, parents, ...paths] = JSON.parse(line) as [string, number, number[], ...string[]];
      this.#add({ id: asObjectId(id), seconds, parents, paths });
    }
  }

  async #save(shallow: string): Promise<void> {
    const lines = this.#rows.map(({ id, seconds, parents, paths }) => JSON.stringify([id, seconds, parents, ...paths]));
    const body = `${lines.join('\n')}\n`;
    try {
      await ensureDir(dirname(this.#file));
      await writeFileAtomic(this.#file, Buffer.from(`${headerOf(body, shallow)}\n${body}`), {
        tmpDir: dirname(this.#file),
      });
    } catch {
      // A palace on a read-only disk has no cache: the next process walks again.
    }
  }
}

/** Says by its checksum that the rest is whole, and that it fits this clone. */
function headerOf(body: string, shallow: string): string {
  return `commits ${VERSION} ${shallow.slice(0, 16)} ${sha256(body)}`;
}

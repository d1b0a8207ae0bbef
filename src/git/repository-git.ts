import { type CommitTools, commitChanges } from './commit.js';
import { plainKey } from './config/files.js';
import type { EntryList } from './index-file/codec.js';
import type { IndexUpdate } from './index-file/edit.js';
import { GitIndex } from './index-file/store.js';
import { fileAt, readCommitObject } from './objects/look-up.js';
import { type ObjectReader, readTyped } from './objects/object.js';
import { entryMode, readRawTree, textOf } from './objects/tree.js';
import { readAhead } from './read-ahead.js';
import { refreshUpdates } from './refresh.js';
import { listRefNames } from './refs/names.js';
import type { RefStore } from './refs/read.js';
import type { Repository } from './repository.js';
import type {
  Commit,
  CommitChanges,
  CommitReceipt,
  CommitRequest,
  FileEntry,
  FileMode,
  Git,
  Head,
  LogQuery,
  ObjectId,
  Person,
  TreeChange,
  TreeEntry,
  TreePair,
  WorkTreeStatus,
} from './types.js';

/** What both engines do alike, once they can read an object, a ref, the settings and the index. */
export abstract class RepositoryGit implements Git, ObjectReader {
  readonly workTree: string;
  readonly gitDir: string;
  readonly commonDir: string;
  protected readonly index: GitIndex;

  constructor(
    protected readonly repository: Repository,
    protected readonly refs: RefStore,
  ) {
    this.workTree = repository.workTree;
    this.gitDir = repository.gitDir;
    this.commonDir = repository.commonDir;
    this.index = new GitIndex(repository);
  }

  abstract readonly engine: Git['engine'];
  abstract readonly shallow: ObjectReader['shallow'];
  abstract readObject(id: ObjectId): ReturnType<ObjectReader['readObject']>;
  abstract resolveCommit(revision: string): Promise<ObjectId | undefined>;
  abstract listFiles(tree: ObjectId, under?: string): Promise<FileEntry[]>;
  abstract diffTrees(before: ObjectId | undefined, after: ObjectId | undefined, under?: string): Promise<TreeChange[]>;
  abstract log(query: LogQuery): Promise<Commit[]>;
  abstract walkChanges(from: ObjectId, under: string): AsyncIterable<CommitChanges>;
  abstract isAncestor(ancestor: ObjectId, descendant: ObjectId): Promise<boolean>;
  abstract status(under?: string): Promise<WorkTreeStatus>;
  abstract setLocalConfig(key: string, value: string): Promise<void>;
  abstract close(): Promise<void>;

  /** Only an engine that keeps something has to do more. */
  withoutCaching<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
  /** Last value of every key that git config has, keys as {@link plainKey} writes them. */
  protected abstract settings(): Promise<ReadonlyMap<string, string>>;
  protected abstract commitTools(): Pick<CommitTools, 'settings' | 'sign'>;
  /** The index as it stands, in any form that this engine can read. */
  protected abstract entries(): Promise<EntryList & { readonly hasUnmerged: boolean }>;
  protected abstract updateIndex(updates: readonly IndexUpdate[]): Promise<boolean>;

  async diffManyTrees(pairs: readonly TreePair[], under?: string): Promise<TreeChange[][]> {
    const compared: TreeChange[][] = [];
    for (const { before, after } of pairs) compared.push(await this.diffTrees(before, after, under));
    return compared;
  }

  head(): Promise<Head> {
    return this.refs.head();
  }

  refNames(): Promise<string[]> {
    return listRefNames(this.repository);
  }

  readCommit(id: ObjectId): Promise<Commit> {
    return readCommitObject(this, id);
  }

  async readTree(id: ObjectId): Promise<TreeEntry[]> {
    const entries = await readRawTree(this, id);
    return entries.map((entry) => ({ mode: entryMode(entry.mode), name: textOf(entry.key), id: entry.id }));
  }

  blobAt(tree: ObjectId, path: string): Promise<{ id: ObjectId; mode: FileMode } | undefined> {
    return fileAt(this, tree, path);
  }

  readBlob(id: ObjectId): Promise<Buffer> {
    return readTyped(this, id, 'blob');
  }

  readBlobs(ids: Iterable<ObjectId>): AsyncIterable<{ id: ObjectId; content: Buffer }> {
    return readAhead(ids, (id) => this.readBlob(id));
  }

  async identity(): Promise<Person | undefined> {
    const values = await this.settings();
    const name = values.get('user.name');
    const email = values.get('user.email');
    return name && email ? { name, email } : undefined;
  }

  async config(key: string): Promise<string | undefined> {
    return (await this.settings()).get(plainKey(key));
  }

  commit(request: CommitRequest): Promise<CommitReceipt> {
    return commitChanges(
      {
        ...this.commitTools(),
        repository: this.repository,
        reader: this,
        refs: this.refs,
        hasUnmerged: async () => (await this.entries()).hasUnmerged,
        updateIndex: (updates) => this.updateIndex(updates),
      },
      request,
    );
  }

  async refreshIndex(paths: readonly string[]): Promise<boolean> {
    return this.updateIndex(await refreshUpdates(this, this, await this.entries(), paths));
  }
}

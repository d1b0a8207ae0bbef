import type { Runtime } from '../../base/runtime.js';
import { type CommitTools, commitChanges } from '../commit.js';
import { setLocalValue } from '../config/edit.js';
import { plainKey, readAllConfig } from '../config/files.js';
import { configBoolean } from '../config/parse.js';
import { readLog } from '../history.js';
import { inProgress } from '../in-progress.js';
import { UnsupportedIndexError } from '../index-file/codec.js';
import type { IndexUpdate } from '../index-file/edit.js';
import { type ReadIndex, readIndex, updateIndex } from '../index-file/store.js';
import { diffTreeFiles } from '../objects/diff-trees.js';
import { entryAt, fileAt, filesBelow, readCommitObject } from '../objects/look-up.js';
import { type ObjectReader, readTyped } from '../objects/object.js';
import type { ShallowCommits } from '../objects/shallow.js';
import { entryMode, fileMode, readRawTree, TREE_MODE, textOf } from '../objects/tree.js';
import { byPath, isUnder, plainFolder } from '../paths.js';
import { readAhead } from '../read-ahead.js';
import { refreshUpdates } from '../refresh.js';
import { fileRefStore } from '../refs/move.js';
import type { RefStore } from '../refs/read.js';
import type { Repository } from '../repository.js';
import type {
  Commit,
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
  WorkTreeStatus,
} from '../types.js';
import { unsupported } from '../unsupported.js';
import { IgnoreRules } from './ignore-rules.js';
import { IsomorphicObjects } from './objects.js';
import { resolveRevision } from './revision.js';
import { compareWorkTree } from './status.js';
import { reaches, walkLog } from './walk.js';

/** The engine without a git binary: isomorphic-git reads the objects, everything else is our own code on git's files. */
export class IsomorphicGit implements Git, ObjectReader {
  readonly engine = 'isomorphic';
  readonly workTree: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly shallow: ShallowCommits;
  readonly #repository: Repository;
  readonly #runtime: Runtime;
  readonly #objects: IsomorphicObjects;
  readonly #refs: RefStore;

  constructor(repository: Repository, runtime: Runtime) {
    this.workTree = repository.workTree;
    this.gitDir = repository.gitDir;
    this.commonDir = repository.commonDir;
    this.#repository = repository;
    this.#runtime = runtime;
    this.#objects = new IsomorphicObjects(repository.commonDir);
    this.shallow = this.#objects.shallow;
    this.#refs = fileRefStore(repository, { now: () => runtime.now() });
  }

  head(): Promise<Head> {
    return this.#refs.head();
  }

  resolveCommit(revision: string): Promise<ObjectId | undefined> {
    return resolveRevision(this.#repository, this.#objects, revision);
  }

  readObject(id: ObjectId): ReturnType<ObjectReader['readObject']> {
    return this.#objects.readObject(id);
  }

  readCommit(id: ObjectId): Promise<Commit> {
    return readCommitObject(this, id);
  }

  async readTree(id: ObjectId): Promise<TreeEntry[]> {
    const entries = await readRawTree(this, id);
    return entries.map((entry) => ({ mode: entryMode(entry.mode), name: textOf(entry.key), id: entry.id }));
  }

  async listFiles(tree: ObjectId, under?: string): Promise<FileEntry[]> {
    const folder = plainFolder(under);
    if (folder === undefined) return (await filesBelow(this, tree)).sort(byPath);
    const entry = await entryAt(this, tree, folder);
    if (entry === undefined) return [];
    if (entry.mode !== TREE_MODE) return [{ path: folder, mode: fileMode(entry.mode), id: entry.id }];
    return (await filesBelow(this, entry.id, `${folder}/`)).sort(byPath);
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

  async diffTrees(before: ObjectId | undefined, after: ObjectId | undefined, under?: string): Promise<TreeChange[]> {
    const folder = plainFolder(under);
    const changes = await diffTreeFiles(this, before, after);
    return changes.filter(({ path }) => isUnder(path, folder)).sort(byPath);
  }

  async log(query: LogQuery): Promise<Commit[]> {
    const from = query.from ?? (await this.head()).commit;
    if (from === undefined) return [];
    return readLog(this, walkLog(this, from, query.paths), query);
  }

  async isAncestor(ancestor: ObjectId, descendant: ObjectId): Promise<boolean> {
    return reaches(this, ancestor, descendant);
  }

  async status(under?: string): Promise<WorkTreeStatus> {
    const head = await this.head();
    const folder = plainFolder(under);
    const config = await readAllConfig(this.#repository, this.#runtime);
    const tree = head.commit === undefined ? undefined : (await this.readCommit(head.commit)).tree;
    const entries = await compareWorkTree({
      workTree: this.workTree,
      head: tree === undefined ? [] : await this.listFiles(tree, folder),
      index: await this.#index(),
      rules: await IgnoreRules.open(this.#repository, config, this.#runtime),
      fileModeCounts: configBoolean(config.get('core.filemode'), true),
      under: folder,
    });
    return { head, entries, inProgress: await inProgress(this.#repository) };
  }

  async identity(): Promise<Person | undefined> {
    const values = await readAllConfig(this.#repository, this.#runtime);
    const name = values.get('user.name');
    const email = values.get('user.email');
    return name && email ? { name, email } : undefined;
  }

  async config(key: string): Promise<string | undefined> {
    return (await readAllConfig(this.#repository, this.#runtime)).get(plainKey(key));
  }

  setLocalConfig(key: string, value: string): Promise<void> {
    return setLocalValue(this.#repository, key, value);
  }

  commit(request: CommitRequest): Promise<CommitReceipt> {
    const tools: CommitTools = {
      repository: this.#repository,
      reader: this,
      refs: this.#refs,
      hasUnmerged: async () => (await this.#index()).index.entries.some((entry) => entry.stage !== 0),
      settings: () => this.#commitSettings(),
      sign: () => Promise.reject(new Error('isomorphic-git cannot sign')),
      updateIndex: (updates) => this.#updateIndex(updates),
    };
    return commitChanges(tools, request);
  }

  async #commitSettings(): Promise<{ beginLogs: boolean; sign: boolean }> {
    const values = await readAllConfig(this.#repository, this.#runtime);
    if (configBoolean(values.get('commit.gpgsign'), false))
      this.#runtime.logger.warn('commit.gpgsign is set, but commits are unsigned: signing needs the git binary');
    return { beginLogs: configBoolean(values.get('core.logallrefupdates'), true), sign: false };
  }

  async #index(): Promise<ReadIndex> {
    try {
      return await readIndex(this.#repository);
    } catch (error) {
      if (error instanceof UnsupportedIndexError) throw unsupported(this.workTree, `an index with ${error.what}`);
      throw error;
    }
  }

  #updateIndex(updates: readonly IndexUpdate[]): Promise<boolean> {
    return updateIndex(this.#repository, updates);
  }

  async refreshIndex(paths: readonly string[]): Promise<boolean> {
    const { entries } = (await this.#index()).index;
    return this.#updateIndex(await refreshUpdates(this, this, entries, paths));
  }

  async close(): Promise<void> {
    this.#objects.close();
  }
}

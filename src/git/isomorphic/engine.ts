import type { Runtime } from '../../base/runtime.js';
import type { CommitTools } from '../commit.js';
import { setLocalValue } from '../config/edit.js';
import { readAllConfig } from '../config/files.js';
import { configBoolean } from '../config/parse.js';
import { changesBelow, readLog } from '../history.js';
import { inProgress } from '../in-progress.js';
import { UnsupportedIndexError } from '../index-file/codec.js';
import type { IndexUpdate } from '../index-file/edit.js';
import type { ReadIndex } from '../index-file/store.js';
import type { IndexTable } from '../index-file/table.js';
import { diffTreeFiles } from '../objects/diff-trees.js';
import { entryAt, filesBelow } from '../objects/look-up.js';
import type { ObjectReader } from '../objects/object.js';
import type { ShallowCommits } from '../objects/shallow.js';
import { fileMode, TREE_MODE } from '../objects/tree.js';
import { byPath, isUnder, plainFolder } from '../paths.js';
import { fileRefStore } from '../refs/move.js';
import type { Repository } from '../repository.js';
import { RepositoryGit } from '../repository-git.js';
import type { Commit, CommitChanges, FileEntry, LogQuery, ObjectId, TreeChange, WorkTreeStatus } from '../types.js';
import { unsupported } from '../unsupported.js';
import { CommitIndex } from './commit-index.js';
import { IgnoreRules } from './ignore-rules.js';
import { IsomorphicObjects } from './objects.js';
import { resolveRevision } from './revision.js';
import { compareWorkTree } from './status.js';
import { reaches, walkCommits, walkLog } from './walk.js';

/** The engine without a git binary: isomorphic-git reads the objects, everything else is our own code on git's files. */
export class IsomorphicGit extends RepositoryGit {
  readonly engine = 'isomorphic';
  readonly shallow: ShallowCommits;
  readonly #runtime: Runtime;
  readonly #objects: IsomorphicObjects;
  readonly #commits: CommitIndex | undefined;

  /** `commitIndex`: the file in which to keep what each commit changed; without one each history is a walk. */
  constructor(repository: Repository, runtime: Runtime, commitIndex?: string) {
    super(repository, fileRefStore(repository, { now: () => runtime.now() }));
    this.#runtime = runtime;
    this.#objects = new IsomorphicObjects(repository.commonDir);
    this.shallow = this.#objects.shallow;
    this.#commits = commitIndex === undefined ? undefined : new CommitIndex(this, repository.commonDir, commitIndex);
  }

  resolveCommit(revision: string): Promise<ObjectId | undefined> {
    return resolveRevision(this.repository, this.#objects, revision);
  }

  readObject(id: ObjectId): ReturnType<ObjectReader['readObject']> {
    return this.#objects.readObject(id);
  }

  async listFiles(tree: ObjectId, under?: string): Promise<FileEntry[]> {
    const folder = plainFolder(under);
    if (folder === undefined) return (await filesBelow(this, tree)).sort(byPath);
    const entry = await entryAt(this, tree, folder);
    if (entry === undefined) return [];
    if (entry.mode !== TREE_MODE) return [{ path: folder, mode: fileMode(entry.mode), id: entry.id }];
    return (await filesBelow(this, entry.id, `${folder}/`)).sort(byPath);
  }

  async diffTrees(before: ObjectId | undefined, after: ObjectId | undefined, under?: string): Promise<TreeChange[]> {
    const folder = plainFolder(under);
    const changes = await diffTreeFiles(this, before, after);
    return changes.filter(({ path }) => isUnder(path, folder)).sort(byPath);
  }

  async log(query: LogQuery): Promise<Commit[]> {
    const from = query.from ?? (await this.head()).commit;
    if (from === undefined) return [];
    const { paths } = query;
    const indexed = paths === undefined ? undefined : this.#commits?.touching(from, paths);
    return readLog(this, indexed ?? walkLog(this, from, paths), query);
  }

  async *walkChanges(from: ObjectId, under: string): AsyncGenerator<CommitChanges> {
    const folder = plainFolder(under) ?? under;
    if (this.#commits === undefined)
      for await (const commit of walkCommits(this, from)) {
        const changes = await changesBelow(this, commit, folder);
        if (changes.length > 0) yield { commit: commit.id, changes };
      }
    else
      for await (const { id, touches } of this.#commits.touching(from, [folder])) {
        const changes = touches ? await changesBelow(this, await this.readCommit(id), folder) : [];
        if (changes.length > 0) yield { commit: id, changes };
      }
  }

  async isAncestor(ancestor: ObjectId, descendant: ObjectId): Promise<boolean> {
    return reaches(this, ancestor, descendant);
  }

  async status(under?: string): Promise<WorkTreeStatus> {
    const head = await this.head();
    const folder = plainFolder(under);
    const config = await this.settings();
    const tree = head.commit === undefined ? undefined : (await this.readCommit(head.commit)).tree;
    const entries = await compareWorkTree({
      workTree: this.workTree,
      head: tree === undefined ? [] : await this.listFiles(tree, folder),
      index: await this.#index(),
      rules: await IgnoreRules.open(this.repository, config, this.#runtime),
      fileModeCounts: configBoolean(config.get('core.filemode'), true),
      under: folder,
    });
    return { head, entries, inProgress: await inProgress(this.repository) };
  }

  protected settings(): Promise<ReadonlyMap<string, string>> {
    return readAllConfig(this.repository, this.#runtime);
  }

  setLocalConfig(key: string, value: string): Promise<void> {
    return setLocalValue(this.repository, key, value);
  }

  protected commitTools(): Pick<CommitTools, 'settings' | 'sign'> {
    return {
      settings: () => this.#commitSettings(),
      sign: () => Promise.reject(new Error('isomorphic-git cannot sign')),
    };
  }

  async #commitSettings(): Promise<{ beginLogs: boolean; sign: boolean }> {
    const values = await this.settings();
    if (configBoolean(values.get('commit.gpgsign'), false))
      this.#runtime.logger.warn('commit.gpgsign is set, but commits are unsigned: signing needs the git binary');
    return { beginLogs: configBoolean(values.get('core.logallrefupdates'), true), sign: false };
  }

  async #index(): Promise<ReadIndex> {
    try {
      return await this.index.read();
    } catch (error) {
      if (error instanceof UnsupportedIndexError) throw unsupported(this.workTree, `an index with ${error.what}`);
      throw error;
    }
  }

  protected async entries(): Promise<IndexTable> {
    return (await this.#index()).index;
  }

  protected updateIndex(updates: readonly IndexUpdate[]): Promise<boolean> {
    return this.index.update(updates);
  }

  override async withoutCaching<T>(work: () => Promise<T>): Promise<T> {
    return this.#commits === undefined ? work() : this.#commits.withoutSaving(work);
  }

  async close(): Promise<void> {
    this.#objects.close();
  }
}

import type { CommitTools } from '../commit.js';
import { configBoolean } from '../config/parse.js';
import { EMPTY_TREE } from '../hash.js';
import { changesBelow, readLog, type WalkedCommit } from '../history.js';
import { inProgress } from '../in-progress.js';
import type { EntryList } from '../index-file/codec.js';
import { UnsupportedIndexError } from '../index-file/codec.js';
import type { IndexUpdate } from '../index-file/edit.js';
import type { CommitParts } from '../objects/commit.js';
import { diffTreeFiles } from '../objects/diff-trees.js';
import { fileAt, readCommitObject } from '../objects/look-up.js';
import { LooseObjects } from '../objects/loose-objects.js';
import { MissingObjectError, type ObjectReader } from '../objects/object.js';
import { PackedObjects } from '../objects/packed-objects.js';
import { ShallowCommits } from '../objects/shallow.js';
import { fileMode } from '../objects/tree.js';
import { byPath, isUnder, plainFolder } from '../paths.js';
import { fileRefStore } from '../refs/move.js';
import type { Repository } from '../repository.js';
import { RepositoryGit } from '../repository-git.js';
import {
  asObjectId,
  type Commit,
  type CommitChanges,
  type FileEntry,
  type FileMode,
  type Git,
  type LogQuery,
  type ObjectId,
  type TreeChange,
  type TreePair,
  type WorkTreeStatus,
} from '../types.js';
import { CatFile } from './cat-file.js';
import { listEntriesByCommand, updateIndexByCommand } from './index-commands.js';
import { readChange } from './raw-change.js';
import { commandRefStore } from './refs.js';
import { RepeatedCommand } from './repeated-command.js';
import { type GitRunner, splitNul } from './run.js';
import { Settings } from './settings.js';
import { signCommit } from './sign.js';
import { readStatus, statusCommand } from './status.js';
import { comparePairs } from './tree-pairs.js';

/** So many are mostly found among the loose objects, without a process. */
const FEW_PAIRS = 3;

/** More looks at the work tree than these make a process one that stays. */
const FEW_STATUSES = 6;

/** The engine that asks the git binary. Refs and index are written by our own code wherever they are plain files. */
export class SystemGit extends RepositoryGit {
  readonly engine = 'system';
  readonly shallow: ShallowCommits;
  readonly #runner: GitRunner;
  #ahead: { under: string | undefined; status: Promise<WorkTreeStatus>; stop(): void } | undefined;
  readonly #objects: CatFile;
  readonly #loose: LooseObjects;
  readonly #packed: PackedObjects;
  readonly #settings: Settings;
  readonly #asked = new Map<string, { times: number; again: RepeatedCommand }>();

  /** `systemFile`: where this binary looks for the settings of the machine, if that is known. */
  constructor(repository: Repository, runner: GitRunner, refFormat: 'files' | 'other', systemFile?: string) {
    super(
      repository,
      refFormat === 'files' ? fileRefStore(repository, { now: () => runner.runtime.now() }) : commandRefStore(runner),
    );
    this.shallow = new ShallowCommits(repository.commonDir);
    this.#runner = runner;
    this.#objects = new CatFile(runner);
    this.#loose = new LooseObjects(repository.commonDir);
    this.#packed = new PackedObjects(repository.commonDir);
    this.#settings = new Settings(repository, runner, systemFile);
  }

  async resolveCommit(revision: string): Promise<ObjectId | undefined> {
    const found = await this.#objects.find(`${revision}^{commit}`);
    return found?.type === 'commit' ? found.id : undefined;
  }

  async readObject(id: ObjectId): ReturnType<ObjectReader['readObject']> {
    return this.#loose.find(id) ?? this.#packed.find(id) ?? this.#objects.read(id);
  }

  async listFiles(tree: ObjectId, under?: string): Promise<FileEntry[]> {
    const folder = plainFolder(under);
    const args = ['ls-tree', '-r', '-z', '--full-tree', tree];
    const { stdout } = await this.#runner.run(folder === undefined ? args : [...args, '--', folder]);
    const files: FileEntry[] = [];
    for (const record of splitNul(stdout)) {
      const tab = record.indexOf('\t');
      const [mode = '', , id = ''] = record.slice(0, tab).split(' ');
      files.push({ path: record.slice(tab + 1), mode: fileMode(mode), id: asObjectId(id) });
    }
    return files.sort(byPath);
  }

  async diffTrees(before: ObjectId | undefined, after: ObjectId | undefined, under?: string): Promise<TreeChange[]> {
    const folder = plainFolder(under);
    const [left, right] = [before ?? EMPTY_TREE, after ?? EMPTY_TREE];
    if (left === right) return [];
    const near = await this.#nearChanges(left, right);
    if (near !== undefined) return near.filter(({ path }) => isUnder(path, folder)).sort(byPath);
    const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '--no-textconv'];
    const { stdout } = await this.#runner.run([...args, left, right, ...(folder === undefined ? [] : ['--', folder])]);
    const records = splitNul(stdout);
    const changes: TreeChange[] = [];
    for (let at = 0; at + 1 < records.length; at += 2)
      changes.push(readChange(records[at] ?? '', records[at + 1] ?? ''));
    return changes.sort(byPath);
  }

  override async diffManyTrees(pairs: readonly TreePair[], under?: string): Promise<TreeChange[][]> {
    if (pairs.length > FEW_PAIRS) return comparePairs(this.#runner, pairs, EMPTY_TREE, plainFolder(under));
    return super.diffManyTrees(pairs, under);
  }

  /** The changes between trees whose differing folders were all written lately; undefined when git has to look. */
  async #nearChanges(before: ObjectId, after: ObjectId): Promise<TreeChange[] | undefined> {
    try {
      return await diffTreeFiles(this.#loose, before, after);
    } catch (error) {
      if (error instanceof MissingObjectError) return undefined;
      throw error;
    }
  }

  async log(query: LogQuery): Promise<Commit[]> {
    const head = query.from ?? (await headCommit(this));
    return head === undefined ? [] : readLog(this, this.#walk(head, query.paths), query);
  }

  async *#walk(from: ObjectId, paths: readonly string[] | undefined): AsyncGenerator<WalkedCommit> {
    const limit = paths === undefined ? [] : ['--full-history'];
    const args = ['rev-list', '--timestamp', ...limit, from, '--', ...(paths ?? [])];
    for await (const line of this.#runner.records(args, '\n')) {
      const [seconds = '', id = ''] = line.split(' ');
      yield { id: asObjectId(id), seconds: Number(seconds) };
    }
  }

  async *walkChanges(from: ObjectId, under: string): AsyncGenerator<CommitChanges> {
    const folder = plainFolder(under) ?? under;
    const format = [
      '--format=%x01%H %P',
      '--raw',
      '-z',
      '--no-abbrev',
      '--no-renames',
      '--no-ext-diff',
      '--no-textconv',
    ];
    const args = ['-c', 'log.follow=false', 'log', '--full-history', ...format, from, '--', folder];
    let open: CommitChanges | undefined;
    let raw: string | undefined;
    for await (const record of this.#runner.records(args, '\0')) {
      if (raw !== undefined) {
        open?.changes.push(readChange(raw, record));
        raw = undefined;
      } else if (record.startsWith('\x01')) {
        if (open !== undefined && open.changes.length > 0) yield { ...open, changes: open.changes.sort(byPath) };
        const [commit = '', ...parents] = record.slice(1).trim().split(' ');
        open = { commit: asObjectId(commit), changes: [] };
        // git shows no changes of merges; ours are those that came from no parent.
        if (parents.length > 1)
          open.changes = await changesBelow(this, await readCommitObject(this, open.commit), folder);
      } else if (record.includes(':')) raw = record.slice(record.indexOf(':'));
    }
    if (open !== undefined && open.changes.length > 0) yield { ...open, changes: open.changes.sort(byPath) };
  }

  async isAncestor(ancestor: ObjectId, descendant: ObjectId): Promise<boolean> {
    const args = ['merge-base', '--is-ancestor', ancestor, descendant];
    return (await this.#runner.run(args, { codes: [0, 1] })).code === 0;
  }

  async status(under?: string): Promise<WorkTreeStatus> {
    const ahead = this.#ahead;
    if (ahead === undefined) return this.#status(under, 5);
    this.#ahead = undefined;
    if (ahead.under === under) return ahead.status;
    ahead.stop();
    return this.#status(under, 5);
  }

  lookAhead(under?: string): void {
    this.#ahead?.stop();
    const stopped = new AbortController();
    const status = this.#status(under, 5, stopped.signal);
    status.catch(() => {}); // told to whoever asks for it
    this.#ahead = { under, status, stop: () => stopped.abort() };
  }

  async #status(under: string | undefined, attempts: number, signal?: AbortSignal): Promise<WorkTreeStatus> {
    // git is started before anything is waited for, so that it works while the caller does.
    const began = this.head();
    began.catch(() => {}); // awaited below; it must not be unhandled until then
    const headFile = async (path: string): Promise<{ id: ObjectId; mode: FileMode } | undefined> => {
      const { commit } = await began;
      return commit === undefined ? undefined : fileAt(this, (await this.readCommit(commit)).tree, path);
    };
    const stdout = await this.#statusOutput(plainFolder(under), signal);
    const { commit, entries } = await readStatus(this.#runner, stdout, headFile);
    const head = await began;
    // A commit made meanwhile: git has compared with another one than we read.
    const moved = commit !== head.commit || (await this.head()).commit !== head.commit;
    if (attempts > 1 && moved) return this.#status(under, attempts - 1, signal);
    return { head, entries, inProgress: await inProgress(this.repository) };
  }

  /** A process that asks often enough stays, and gets a way of asking that is started once. */
  async #statusOutput(under: string | undefined, signal: AbortSignal | undefined): Promise<Buffer> {
    const args = statusCommand(under);
    const key = under ?? '';
    const asked = this.#asked.get(key) ?? { times: 0, again: new RepeatedCommand(this.#runner, args) };
    this.#asked.set(key, asked);
    asked.times += 1;
    const output = asked.times > FEW_STATUSES ? await asked.again.run() : undefined;
    return output ?? (await this.#runner.run(args, { signal })).stdout;
  }

  protected settings(): Promise<ReadonlyMap<string, string>> {
    return this.#settings.values();
  }

  async setLocalConfig(key: string, value: string): Promise<void> {
    await this.#runner.run(['config', '--local', key, value]);
    this.#settings.forget();
  }

  protected commitTools(): Pick<CommitTools, 'settings' | 'sign'> {
    return {
      settings: async () => {
        const values = await this.#settings.values();
        this.#settings.forget();
        return {
          beginLogs: configBoolean(values.get('core.logallrefupdates'), true),
          sign: configBoolean(values.get('commit.gpgsign'), false),
        };
      },
      sign: (parts: CommitParts) => signCommit(this.#runner, parts),
    };
  }

  protected async entries(): Promise<EntryList & { readonly hasUnmerged: boolean }> {
    try {
      return (await this.index.read()).index;
    } catch (error) {
      if (!(error instanceof UnsupportedIndexError)) throw error;
      const entries = await listEntriesByCommand(this.#runner);
      return Object.assign(entries, { hasUnmerged: entries.some((entry) => entry.stage !== 0) });
    }
  }

  protected async updateIndex(updates: readonly IndexUpdate[]): Promise<boolean> {
    try {
      return await this.index.update(updates);
    } catch (error) {
      if (error instanceof UnsupportedIndexError) return updateIndexByCommand(this.#runner, updates);
      throw error;
    }
  }

  close(): Promise<void> {
    this.#ahead?.stop();
    this.#ahead = undefined;
    this.#packed.close();
    for (const { again } of this.#asked.values()) again.close();
    return this.#objects.close();
  }
}

async function headCommit(git: Git): Promise<ObjectId | undefined> {
  return (await git.head()).commit;
}

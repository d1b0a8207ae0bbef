import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type CommitTools, commitChanges } from '../commit.js';
import { configBoolean } from '../config/parse.js';
import { EMPTY_TREE } from '../hash.js';
import { readLog, type WalkedCommit } from '../history.js';
import { inProgress } from '../in-progress.js';
import { type IndexEntry, UnsupportedIndexError } from '../index-file/codec.js';
import type { IndexUpdate } from '../index-file/edit.js';
import { readIndex, updateIndex } from '../index-file/store.js';
import type { CommitParts } from '../objects/commit.js';
import { diffTreeFiles } from '../objects/diff-trees.js';
import { fileAt, readCommitObject } from '../objects/look-up.js';
import { LooseObjects } from '../objects/loose-objects.js';
import { MissingObjectError, type ObjectReader, readTyped } from '../objects/object.js';
import { ShallowCommits } from '../objects/shallow.js';
import { entryMode, fileMode, readRawTree, textOf } from '../objects/tree.js';
import { byPath, isUnder, plainFolder } from '../paths.js';
import { readAhead } from '../read-ahead.js';
import { refreshUpdates } from '../refresh.js';
import { fileRefStore } from '../refs/move.js';
import type { RefStore } from '../refs/read.js';
import type { Repository } from '../repository.js';
import {
  asObjectId,
  type Commit,
  type CommitReceipt,
  type CommitRequest,
  type FileEntry,
  type FileMode,
  type Git,
  type Head,
  type LogQuery,
  type ObjectId,
  type Person,
  type TreeChange,
  type TreeEntry,
  type WorkTreeStatus,
} from '../types.js';
import { CatFile } from './cat-file.js';
import { listEntriesByCommand, updateIndexByCommand } from './index-commands.js';
import { commandRefStore } from './refs.js';
import { type GitRunner, splitNul } from './run.js';
import { signCommit } from './sign.js';
import { systemStatus } from './status.js';

/** The engine that asks the git binary. Refs and index are written by our own code wherever they are plain files. */
export class SystemGit implements Git, ObjectReader {
  readonly engine = 'system';
  readonly workTree: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly shallow: ShallowCommits;
  readonly #repository: Repository;
  readonly #runner: GitRunner;
  readonly #objects: CatFile;
  readonly #loose: LooseObjects;
  readonly #refs: RefStore;
  #config: { stamp: string; values: Promise<ReadonlyMap<string, string>> } | undefined;

  constructor(repository: Repository, runner: GitRunner, refFormat: 'files' | 'other') {
    this.workTree = repository.workTree;
    this.gitDir = repository.gitDir;
    this.commonDir = repository.commonDir;
    this.shallow = new ShallowCommits(repository.commonDir);
    this.#repository = repository;
    this.#runner = runner;
    this.#objects = new CatFile(runner);
    this.#loose = new LooseObjects(repository.commonDir);
    this.#refs =
      refFormat === 'files' ? fileRefStore(repository, { now: () => runner.runtime.now() }) : commandRefStore(runner);
  }

  head(): Promise<Head> {
    return this.#refs.head();
  }

  async resolveCommit(revision: string): Promise<ObjectId | undefined> {
    const found = await this.#objects.find(`${revision}^{commit}`);
    return found?.type === 'commit' ? found.id : undefined;
  }

  async readObject(id: ObjectId): ReturnType<ObjectReader['readObject']> {
    return this.#loose.find(id) ?? this.#objects.read(id);
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

  async isAncestor(ancestor: ObjectId, descendant: ObjectId): Promise<boolean> {
    const args = ['merge-base', '--is-ancestor', ancestor, descendant];
    return (await this.#runner.run(args, { codes: [0, 1] })).code === 0;
  }

  async status(under?: string): Promise<WorkTreeStatus> {
    return this.#status(under, 5);
  }

  async #status(under: string | undefined, attempts: number): Promise<WorkTreeStatus> {
    // git is started before anything is waited for, so that it works while the caller does.
    const began = this.head();
    began.catch(() => {}); // awaited below; it must not be unhandled until then
    const headFile = async (path: string): Promise<{ id: ObjectId; mode: FileMode } | undefined> => {
      const { commit } = await began;
      return commit === undefined ? undefined : fileAt(this, (await this.readCommit(commit)).tree, path);
    };
    const entries = await systemStatus(this.#runner, plainFolder(under), headFile);
    const head = await began;
    // A commit made meanwhile: git may have compared with another one than we read.
    if (attempts > 1 && (await this.head()).commit !== head.commit) return this.#status(under, attempts - 1);
    return { head, entries, inProgress: await inProgress(this.#repository) };
  }

  async identity(): Promise<Person | undefined> {
    const values = await this.#settings();
    const name = values.get('user.name');
    const email = values.get('user.email');
    return name && email ? { name, email } : undefined;
  }

  async config(key: string): Promise<string | undefined> {
    return (await this.#settings()).get(canonicalKey(key));
  }

  async setLocalConfig(key: string, value: string): Promise<void> {
    await this.#runner.run(['config', '--local', key, value]);
    this.#config = undefined;
  }

  /**
   * Every key's last value (the one that counts). Each question is a process, and one command asks for identity, signing, reflog
   * and remote, so the answer is kept until a commit is made or one of the usual files of settings changes.
   */
  #settings(): Promise<ReadonlyMap<string, string>> {
    const { env, home } = this.#runner.runtime;
    const folder = env.XDG_CONFIG_HOME ?? join(home, '.config');
    const files = [
      join(this.commonDir, 'config'),
      env.GIT_CONFIG_GLOBAL,
      join(home, '.gitconfig'),
      join(folder, 'git', 'config'),
    ];
    const stamp = files.map((file) => stampOf(file)).join(' ');
    if (this.#config?.stamp !== stamp) this.#config = { stamp, values: this.#readConfig() };
    return this.#config.values;
  }

  async #readConfig(): Promise<ReadonlyMap<string, string>> {
    const { stdout } = await this.#runner.run(['config', '--null', '--list']);
    return new Map(
      splitNul(stdout).map((record) => {
        const end = record.indexOf('\n');
        return end < 0 ? [record, 'true'] : [record.slice(0, end), record.slice(end + 1)];
      }),
    );
  }

  commit(request: CommitRequest): Promise<CommitReceipt> {
    const tools: CommitTools = {
      repository: this.#repository,
      reader: this,
      refs: this.#refs,
      hasUnmerged: async () => (await this.#entries()).some((entry) => entry.stage !== 0),
      settings: async () => {
        const values = await this.#settings();
        this.#config = undefined;
        return {
          beginLogs: configBoolean(values.get('core.logallrefupdates'), true),
          sign: configBoolean(values.get('commit.gpgsign'), false),
        };
      },
      sign: (parts: CommitParts) => signCommit(this.#runner, parts),
      updateIndex: (updates) => this.#updateIndex(updates),
    };
    return commitChanges(tools, request);
  }

  async #entries(): Promise<IndexEntry[]> {
    try {
      return (await readIndex(this.#repository)).index.entries;
    } catch (error) {
      if (error instanceof UnsupportedIndexError) return listEntriesByCommand(this.#runner);
      throw error;
    }
  }

  async #updateIndex(updates: readonly IndexUpdate[]): Promise<boolean> {
    try {
      return await updateIndex(this.#repository, updates);
    } catch (error) {
      if (error instanceof UnsupportedIndexError) return updateIndexByCommand(this.#runner, updates);
      throw error;
    }
  }

  async refreshIndex(paths: readonly string[]): Promise<boolean> {
    return this.#updateIndex(await refreshUpdates(this, this, await this.#entries(), paths));
  }

  close(): Promise<void> {
    return this.#objects.close();
  }
}

function stampOf(file: string | undefined): string {
  const found = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '-' : `${found.ino}:${found.size}:${found.mtimeMs}`;
}

/** Section and name are the same in any case, what stands between them (a remote, a branch) is not. */
function canonicalKey(key: string): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
}

async function headCommit(git: Git): Promise<ObjectId | undefined> {
  return (await git.head()).commit;
}

/** One raw record of diff-tree: `:<mode> <mode> <id> <id> <letter>`. */
function readChange(record: string, path: string): TreeChange {
  const [modeBefore = '', modeAfter = '', idBefore = '', idAfter = ''] = record.slice(1).split(' ');
  const side = (mode: string, id: string): { mode: FileMode; id: ObjectId } | undefined =>
    /^0+$/.test(mode) ? undefined : { mode: fileMode(mode), id: asObjectId(id) };
  const before = side(modeBefore, idBefore);
  const after = side(modeAfter, idAfter);
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return { kind, path, before, after };
}

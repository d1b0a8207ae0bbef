/** 40 lower-case hex digits (sha1 repositories only). Made by {@link asObjectId}. */
export type ObjectId = string & { readonly __brand: 'ObjectId' };

/** @throws {TypeError} when `text` is not 40 lower-case hex digits. */
export function asObjectId(text: string): ObjectId {
  if (!/^[0-9a-f]{40}$/.test(text)) throw new TypeError(`not an object id: ${text}`);
  return text as ObjectId;
}

export interface Person {
  name: string;
  email: string;
}

/** `at` is kept to the second; `offset` is minutes east of UTC (+0200 is 120). */
export interface Signature extends Person {
  at: Date;
  offset: number;
}

export interface Commit {
  id: ObjectId;
  tree: ObjectId;
  parents: ObjectId[];
  author: Signature;
  committer: Signature;
  /** Whole message, subject first, trailers last. */
  message: string;
}

export type FileMode = '100644' | '100755' | '120000' | '160000';

export interface TreeEntry {
  mode: FileMode | '040000';
  name: string;
  id: ObjectId;
}

/** A file of a tree, `path` with `/`, relative to the work tree root. */
export interface FileEntry {
  path: string;
  mode: FileMode;
  id: ObjectId;
}

/** Two trees to be compared; `undefined` is the empty one. */
export interface TreePair {
  before: ObjectId | undefined;
  after: ObjectId | undefined;
}

export interface TreeChange {
  kind: 'added' | 'changed' | 'removed';
  path: string;
  before?: { mode: FileMode; id: ObjectId };
  after?: { mode: FileMode; id: ObjectId };
}

/** Where HEAD stands. `commit` is absent on an unborn branch. `ref` is a full name: `refs/heads/main`. */
export type Head = { kind: 'branch'; ref: string; commit?: ObjectId } | { kind: 'detached'; commit: ObjectId };

/**
 * A path whose work-tree file or index entry differs from HEAD. Ignored files never appear; untracked ones appear each,
 * not as a folder. `work` compares the file with HEAD; `staged` says that the index entry differs from HEAD.
 */
export interface UnsavedEntry {
  path: string;
  work: 'added' | 'changed' | 'removed' | 'same';
  staged: boolean;
  /** Unmerged in the index. */
  conflicted: boolean;
}

export interface WorkTreeStatus {
  head: Head;
  /** Sorted by path (code-unit order). */
  entries: UnsavedEntry[];
  /** A merge, rebase, cherry-pick, revert or bisect that a person began and has not finished. */
  inProgress?: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';
}

/** What a commit does to one path. */
export interface PathChange {
  path: string;
  /** New bytes of the file (stored exactly; no filter or line-ending conversion is ever applied); `null` removes it. */
  content: Buffer | null;
  /** Keep an existing mode when absent; a new file is 100644. */
  mode?: '100644' | '100755';
  /**
   * The blob that HEAD must hold at `path` (`null`: none) for this change to be right. Checked again on the newest HEAD
   * at every attempt; when it differs the whole commit is given up with {@link StaleChangeError}.
   */
  expect?: ObjectId | null;
}

export interface CommitRequest {
  changes: readonly PathChange[];
  message: string;
  author: Signature;
  committer: Signature;
  /** Reflog text; default `commit: <subject>`. */
  reflog?: string;
  /** Called before each of the named moments `objects`, `ref` and `index`. */
  onPhase?(phase: 'objects' | 'ref' | 'index'): void;
}

export interface CommitReceipt {
  commit: ObjectId;
  tree: ObjectId;
  /** The commit this one stands on; absent for the first. */
  parent?: ObjectId;
  /** Blob id of every written path. */
  blobs: ReadonlyMap<string, ObjectId>;
  /** False when `index.lock` stayed busy: the commit stands, plain `git status` shows the paths until the next refresh. */
  indexRefreshed: boolean;
}

export interface LogQuery {
  /** Start here; default HEAD. */
  from?: ObjectId;
  /** Only commits that change one of these paths (a folder counts for what is below it). */
  paths?: readonly string[];
  /** Committer date, half-open: `since <= date < before`. */
  since?: Date;
  before?: Date;
  /** Newest first; default no limit. */
  limit?: number;
}

/** What one commit did to the files asked for. */
export interface CommitChanges {
  commit: ObjectId;
  /** Against the first parent; for a merge only what differs from all parents. Sorted by path, never empty. */
  changes: TreeChange[];
}

/**
 * The one door to git. Two engines stand behind it, `system` (the git binary) and `isomorphic` (isomorphic-git), chosen
 * once by {@link GitChoice}; the same conformance tests run on both. Both read objects their own way; commits are
 * built by the same code (objects written to a temporary file and renamed, or one pack for many; the branch moved by
 * git's own ref-lock protocol; the index rewritten under `index.lock`).
 */
export interface Git {
  readonly engine: 'system' | 'isomorphic';
  /** Absolute paths. `gitDir` is per work tree, `commonDir` is shared by linked work trees. */
  readonly workTree: string;
  readonly gitDir: string;
  readonly commonDir: string;

  head(): Promise<Head>;
  /** A revision as git writes it (`main`, `HEAD~3`, `v1^{commit}`, 4+ hex digits, `@{1}` with system git) to a commit; undefined when there is none. */
  resolveCommit(revision: string): Promise<ObjectId | undefined>;
  readCommit(id: ObjectId): Promise<Commit>;
  /** Entries of one tree in git's order. */
  readTree(id: ObjectId): Promise<TreeEntry[]>;
  /** All files below `tree`, sorted by path; with `under`, only that folder (paths stay relative to the root). */
  listFiles(tree: ObjectId, under?: string): Promise<FileEntry[]>;
  /** Blob at `path` of `tree`, undefined when there is none (or a folder stands there). */
  blobAt(tree: ObjectId, path: string): Promise<{ id: ObjectId; mode: FileMode } | undefined>;
  /** @throws when the object is missing. */
  readBlob(id: ObjectId): Promise<Buffer>;
  /** Many blobs, yielded in the given order, with bounded memory. */
  readBlobs(ids: Iterable<ObjectId>): AsyncIterable<{ id: ObjectId; content: Buffer }>;
  /** Equal sub-trees are pruned; no rename detection. `undefined` is the empty tree. Sorted by path. */
  diffTrees(before: ObjectId | undefined, after: ObjectId | undefined, under?: string): Promise<TreeChange[]>;
  /** The same for many pairs of trees at once, in their order: with a git binary one process for all. */
  diffManyTrees(pairs: readonly TreePair[], under?: string): Promise<TreeChange[][]>;
  log(query: LogQuery): Promise<Commit[]>;
  /** What each commit reachable from `from` did below `under` (a folder or a file), newest first, in one walk. */
  walkChanges(from: ObjectId, under: string): AsyncIterable<CommitChanges>;
  /** Short names of branches, tags and remote branches, sorted; empty where refs are not kept in files. */
  refNames(): Promise<string[]>;
  isAncestor(ancestor: ObjectId, descendant: ObjectId): Promise<boolean>;
  /** Fresh each time. `under` limits it to one folder. */
  status(under?: string): Promise<WorkTreeStatus>;
  /**
   * Begins the status that the caller will ask for next, where that goes on by itself: who reads only, and has something to do
   * before, asks for it early. Ended by `close`.
   */
  lookAhead?(under?: string): void;
  /** user.name and user.email as git config gives them (repository, then user, then system); undefined when either is unset. */
  identity(): Promise<Person | undefined>;
  /** One value of git config, undefined when unset. */
  config(key: string): Promise<string | undefined>;
  setLocalConfig(key: string, value: string): Promise<void>;
  /**
   * A new commit on the branch that HEAD names, built on HEAD's tree from `changes` only: whatever else is staged or
   * edited stays as it is. The work tree is not touched (the caller wrote the files already); index entries of the paths
   * are refreshed. A branch that moves meanwhile is followed: the commit is rebuilt on the newest HEAD.
   * @throws {StaleChangeError} when an `expect` does not hold on the newest HEAD.
   * @throws PalaceError `detached-head`, `git-in-progress`, `unsupported-repository`.
   */
  commit(request: CommitRequest): Promise<CommitReceipt>;
  /** Bring index entries of `paths` up to HEAD and the work tree (after an interrupted or busy refresh). False when busy. */
  refreshIndex(paths: readonly string[]): Promise<boolean>;
  /** Does `work` without writing any file of ours beside the repository, for a run that only plans. */
  withoutCaching<T>(work: () => Promise<T>): Promise<T>;
  /** Ends helper processes and drops caches; safe to call twice. */
  close(): Promise<void>;
}

/** `auto`: system git where a usable binary is found (said once when it is not), else isomorphic-git. */
export type GitChoice = 'auto' | 'system' | 'isomorphic';

/** HEAD no longer holds what a change was computed from: recompute and try again. */
export class StaleChangeError extends Error {
  constructor(readonly paths: readonly string[]) {
    super(`changed meanwhile: ${paths.join(', ')}`);
    this.name = 'StaleChangeError';
  }
}

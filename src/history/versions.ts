import { ahead } from '../git/read-ahead.js';
import type { Commit, Git, ObjectId, TreeChange, TreePair } from '../git/types.js';

/** One version of a file; its bytes are read only when somebody asks. */
export interface FileVersion {
  blob: ObjectId;
  content(): Promise<Buffer>;
}

/** What one path became. At least one side is there. */
export interface FileChange {
  path: string;
  before?: FileVersion;
  after?: FileVersion;
}

/** The version of a file that git keeps as `blob`. */
export function storedVersion(git: Git, blob: ObjectId): FileVersion {
  let reading: Promise<Buffer> | undefined;
  return {
    blob,
    content: () => {
      reading ??= git.readBlob(blob);
      return reading;
    },
  };
}

/** The version of a file whose bytes are at hand. */
export function heldVersion(blob: ObjectId, content: Buffer): FileVersion {
  return { blob, content: async () => content };
}

type Dated = Pick<Commit, 'tree' | 'parents'>;

/** The changes that one commit made against its first parent (all files, for the first commit). */
export async function changesOfCommit(git: Git, commit: Dated, under?: string): Promise<FileChange[]> {
  return changesBetween(git, await treeBefore(git, commit), commit.tree, under);
}

/** The same for many commits, in their order; much quicker than one by one. */
export async function changesOfCommits(git: Git, commits: readonly Dated[], under?: string): Promise<FileChange[][]> {
  const trees = await Promise.all(commits.map((commit) => treeBefore(git, commit)));
  const pairs = commits.map((commit, index): TreePair => ({ before: trees[index], after: commit.tree }));
  return (await git.diffManyTrees(pairs, under)).map((changes) => fileChanges(git, changes));
}

/** The changes between two trees; `undefined` is the empty one. Sorted by path. */
export async function changesBetween(
  git: Git,
  before: ObjectId | undefined,
  after: ObjectId | undefined,
  under?: string,
): Promise<FileChange[]> {
  return fileChanges(git, await git.diffTrees(before, after, under));
}

async function treeBefore(git: Git, { parents: [first] }: Dated): Promise<ObjectId | undefined> {
  return first === undefined ? undefined : (await git.readCommit(first)).tree;
}

function fileChanges(git: Git, changes: readonly TreeChange[]): FileChange[] {
  return changes.map((change) => {
    const result: FileChange = { path: change.path };
    if (change.before) result.before = storedVersion(git, change.before.id);
    if (change.after) result.after = storedVersion(git, change.after.id);
    return result;
  });
}

/** The items in their order, the contents of the next ones being read already. */
export function withContents<T>(
  items: Iterable<T>,
  versionsOf: (item: T) => readonly (FileVersion | undefined)[],
): AsyncGenerator<T> {
  return ahead(items, (item) => {
    // Whoever uses it hears of a failure.
    for (const version of versionsOf(item)) version?.content().catch(() => {});
    return item;
  });
}

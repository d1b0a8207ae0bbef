import type { Git, ObjectId } from '../git/types.js';

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

/** The changes that one commit made against its first parent (all files, for the first commit). */
export async function changesOfCommit(
  git: Git,
  commit: { tree: ObjectId; parents: readonly ObjectId[] },
  under?: string,
): Promise<FileChange[]> {
  const [first] = commit.parents;
  const before = first === undefined ? undefined : (await git.readCommit(first)).tree;
  return changesBetween(git, before, commit.tree, under);
}

/** The changes between two trees; `undefined` is the empty one. Sorted by path. */
export async function changesBetween(
  git: Git,
  before: ObjectId | undefined,
  after: ObjectId | undefined,
  under?: string,
): Promise<FileChange[]> {
  const changes = await git.diffTrees(before, after, under);
  return changes.map((change) => {
    const result: FileChange = { path: change.path };
    if (change.before) result.before = storedVersion(git, change.before.id);
    if (change.after) result.after = storedVersion(git, change.after.id);
    return result;
  });
}

import { diffTreeFiles } from './objects/diff-trees.js';
import { entryAt, fileAt, readCommitObject } from './objects/look-up.js';
import type { ObjectReader } from './objects/object.js';
import { byPath, isUnder } from './paths.js';
import { ahead } from './read-ahead.js';
import type { Commit, LogQuery, ObjectId, TreeChange } from './types.js';

/** A commit as the walk gives it: newest first. `seconds` is its committer date. */
export interface WalkedCommit {
  id: ObjectId;
  seconds: number;
}

/**
 * The log that both engines give. `walk` yields, newest first, at least the commits that change one of the paths; merges
 * are looked at here: one counts only when it differs from all its parents (a conflict that somebody resolved).
 */
export async function readLog(
  reader: ObjectReader,
  walk: AsyncIterable<WalkedCommit>,
  query: Pick<LogQuery, 'paths' | 'since' | 'before' | 'limit'>,
): Promise<Commit[]> {
  const since = query.since === undefined ? -Infinity : query.since.getTime() / 1000;
  const before = query.before === undefined ? Infinity : query.before.getTime() / 1000;
  const limit = query.limit ?? Infinity;
  const commits: Commit[] = [];
  if (limit <= 0) return commits;
  const begin = ({ id, seconds }: WalkedCommit): Promise<Commit> | undefined => {
    if (seconds < since || seconds >= before) return undefined;
    const reading = readCommitObject(reader, id);
    reading.catch(() => {}); // whoever comes so far hears of it
    return reading;
  };
  for await (const reading of ahead(walk, begin, Math.min(128, 2 * limit))) {
    if (reading === undefined) continue;
    const commit = await reading;
    if (query.paths !== undefined && commit.parents.length > 1 && !(await changesAny(reader, commit, query.paths)))
      continue;
    commits.push(commit);
    if (commits.length >= limit) break;
  }
  return commits;
}

/** Whether some path differs between the commit and each of its parents (and from nothing, for the first commit). */
export async function changesAny(reader: ObjectReader, commit: Commit, paths: readonly string[]): Promise<boolean> {
  const parents: ObjectId[] = [];
  for (const parent of commit.parents) parents.push((await readCommitObject(reader, parent)).tree);
  for (const path of paths) {
    const here = await stamp(reader, commit.tree, path);
    let differs = parents.length > 0 || here !== '';
    for (const tree of parents) differs &&= (await stamp(reader, tree, path)) !== here;
    if (differs) return true;
  }
  return false;
}

async function stamp(reader: ObjectReader, tree: ObjectId, path: string): Promise<string> {
  const entry = await entryAt(reader, tree, path);
  return entry === undefined ? '' : `${entry.mode} ${entry.id}`;
}

/** What a commit did below `under`: against its first parent, and of a merge only where it differs from all of its parents. */
export async function changesBelow(reader: ObjectReader, commit: Commit, under?: string): Promise<TreeChange[]> {
  let changes: TreeChange[] | undefined;
  const trees: (ObjectId | undefined)[] = [];
  for (const parent of commit.parents) trees.push((await readCommitObject(reader, parent)).tree);
  for (const tree of trees.length === 0 ? [undefined] : trees) {
    if (tree === commit.tree) return [];
    const here = under?.endsWith('.md')
      ? await changeOfFile(reader, tree, commit.tree, under)
      : (await diffTreeFiles(reader, tree, commit.tree)).filter(({ path }) => isUnder(path, under));
    const paths = new Set(here.map(({ path }) => path));
    changes = changes === undefined ? here : changes.filter(({ path }) => paths.has(path));
    if (changes.length === 0) return [];
  }
  return (changes ?? []).sort(byPath);
}

/** The same of one file, without a look at the folders beside its own. */
async function changeOfFile(
  reader: ObjectReader,
  before: ObjectId | undefined,
  after: ObjectId,
  path: string,
): Promise<TreeChange[]> {
  const old = before === undefined ? undefined : await fileAt(reader, before, path);
  const fresh = await fileAt(reader, after, path);
  if (old?.id === fresh?.id && old?.mode === fresh?.mode) return [];
  const kind = old === undefined ? 'added' : fresh === undefined ? 'removed' : 'changed';
  return [{ kind, path, ...(old && { before: old }), ...(fresh && { after: fresh }) }];
}

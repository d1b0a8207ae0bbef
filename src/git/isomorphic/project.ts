import { diffTreeFiles } from '../objects/diff-trees.js';
import { readCommitObject } from '../objects/look-up.js';
import { countAuthors, isoSeconds, type Project, type ProjectAuthor } from '../project-contract.js';
import { readHead } from '../refs/read.js';
import type { Repository } from '../repository.js';
import type { Commit, ObjectId } from '../types.js';
import { IsomorphicObjects } from './objects.js';
import { walkCommits } from './walk.js';

/** See `openProject`. @throws when the repository cannot be read. */
export async function openIsomorphicProject(repository: Repository, remoteKey: string | undefined): Promise<Project> {
  const objects = new IsomorphicObjects(repository.commonDir);
  const head = (await readHead(repository)).commit;
  if (head !== undefined) await readCommitObject(objects, head);
  return {
    topLevel: repository.workTree,
    remoteKey,
    head,
    listFiles: async () => undefined,
    commitDates: async (paths) => (head === undefined ? new Map() : commitDates(objects, head, new Set(paths))),
    authors: async (limit) => (head === undefined ? [] : authors(objects, head, limit)),
    close: async () => objects.close(),
  };
}

async function authors(objects: IsomorphicObjects, head: ObjectId, limit: number): Promise<ProjectAuthor[]> {
  const found: { name: string; email: string }[] = [];
  for await (const { author } of walkCommits(objects, head)) {
    found.push({ name: author.name, email: author.email });
    if (found.length >= limit) break;
  }
  return countAuthors(found);
}

async function commitDates(
  objects: IsomorphicObjects,
  head: ObjectId,
  wanted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const dates = new Map<string, string>();
  const { tree } = await readCommitObject(objects, head);
  const standing = await diffTreeFiles(objects, undefined, tree);
  const missing = new Set(standing.map(({ path }) => path).filter((path) => wanted.has(path)));
  if (missing.size === 0) return dates;
  for await (const commit of walkCommits(objects, head)) {
    for (const path of await touchedPaths(objects, commit))
      if (missing.delete(path)) dates.set(path, isoSeconds(commit.author.at.getTime() / 1000));
    if (missing.size === 0) break;
  }
  return dates;
}

/** Paths that differ from every parent. */
async function touchedPaths(objects: IsomorphicObjects, commit: Commit): Promise<Set<string>> {
  const [first, ...others] = commit.parents;
  const changed = async (parent: ObjectId | undefined): Promise<Set<string>> => {
    const before = parent === undefined ? undefined : (await readCommitObject(objects, parent)).tree;
    return new Set((await diffTreeFiles(objects, before, commit.tree)).map(({ path }) => path));
  };
  let touched = await changed(first);
  for (const parent of others) {
    const here = await changed(parent);
    touched = new Set([...touched].filter((path) => here.has(path)));
  }
  return touched;
}

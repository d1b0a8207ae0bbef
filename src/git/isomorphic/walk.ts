import { changesAny, type WalkedCommit } from '../history.js';
import { readCommitObject } from '../objects/look-up.js';
import type { ObjectReader } from '../objects/object.js';
import type { Commit, ObjectId } from '../types.js';

/**
 * Every commit reachable from `from`, newest committer date first, in the order of `git rev-list`: of two commits of one
 * date the one that was met first.
 */
export async function* walkCommits(reader: ObjectReader, from: ObjectId): AsyncGenerator<Commit> {
  const met = new Set([from]);
  const queue = [await readCommitObject(reader, from)];
  for (let commit = queue.shift(); commit !== undefined; commit = queue.shift()) {
    yield commit;
    for (const parent of commit.parents) {
      if (met.has(parent)) continue;
      met.add(parent);
      enqueue(queue, await readCommitObject(reader, parent));
    }
  }
}

/** Newest first; after those of the same second. */
function enqueue(queue: Commit[], commit: Commit): void {
  let at = queue.length;
  while (at > 0 && (queue[at - 1]?.committer.at ?? commit.committer.at) < commit.committer.at) at--;
  queue.splice(at, 0, commit);
}

/** The walk that {@link readLog} asks for: with `paths`, ordinary commits only where one of them changes. */
export async function* walkLog(
  reader: ObjectReader,
  from: ObjectId,
  paths: readonly string[] | undefined,
): AsyncGenerator<WalkedCommit> {
  for await (const commit of walkCommits(reader, from)) {
    if (paths !== undefined && commit.parents.length < 2 && !(await changesAny(reader, commit, paths))) continue;
    yield { id: commit.id, seconds: commit.committer.at.getTime() / 1000 };
  }
}

/** Whether `ancestor` is `descendant` or reachable from it. */
export async function reaches(reader: ObjectReader, ancestor: ObjectId, descendant: ObjectId): Promise<boolean> {
  for await (const commit of walkCommits(reader, descendant)) if (commit.id === ancestor) return true;
  return false;
}

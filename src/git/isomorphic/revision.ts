import { readCommitObject } from '../objects/look-up.js';
import { MissingObjectError } from '../objects/object.js';
import { readRef } from '../refs/read.js';
import type { Repository } from '../repository.js';
import { asObjectId, type ObjectId } from '../types.js';
import type { IsomorphicObjects } from './objects.js';

/** Where git looks for a short ref name, in this order. */
const PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];

/**
 * The commit that a revision names: `HEAD`, `@`, a branch, a tag, a full or abbreviated id (4 digits or more), each with any
 * number of `~`, `~n`, `^`, `^n`, `^{commit}`, `^{}`, `^0`. Undefined for everything else; reflog and text searches need
 * the git binary.
 */
export async function resolveRevision(
  repository: Repository,
  objects: IsomorphicObjects,
  revision: string,
): Promise<ObjectId | undefined> {
  const [, base = '', steps = ''] = /^([^~^]+)((?:~\d*|\^(?:\d+|\{(?:commit)?\})?)*)$/.exec(revision) ?? [];
  if (base === '') return undefined;
  let commit = await resolveBase(repository, objects, base === '@' ? 'HEAD' : base);
  for (const [step] of steps.matchAll(/~\d*|\^(?:\d+|\{(?:commit)?\})?/g)) {
    if (commit === undefined) return undefined;
    commit = await takeStep(objects, commit, step);
  }
  return commit;
}

async function takeStep(objects: IsomorphicObjects, commit: ObjectId, step: string): Promise<ObjectId | undefined> {
  if (step.startsWith('^{')) return commit;
  const count = step.length === 1 ? 1 : Number(step.slice(1));
  if (step.startsWith('^')) return count === 0 ? commit : (await parentsOf(objects, commit))[count - 1];
  let current: ObjectId | undefined = commit;
  for (let left = count; left > 0 && current !== undefined; left--) current = (await parentsOf(objects, current))[0];
  return current;
}

async function parentsOf(objects: IsomorphicObjects, commit: ObjectId): Promise<ObjectId[]> {
  return (await readCommitObject(objects, commit)).parents;
}

async function resolveBase(
  repository: Repository,
  objects: IsomorphicObjects,
  base: string,
): Promise<ObjectId | undefined> {
  if (/^[0-9a-f]{40}$/i.test(base)) return peel(objects, asObjectId(base.toLowerCase()));
  if (isRefName(base))
    for (const place of [...PLACES.map((start) => start + base), `refs/remotes/${base}/HEAD`]) {
      // Outside of refs/ only the names of git's own: HEAD, ORIG_HEAD, FETCH_HEAD.
      if (!place.startsWith('refs/') && !/^[A-Z_]+$/.test(place)) continue;
      const id = await readRef(repository, place);
      if (id !== undefined) return peel(objects, id);
    }
  if (!/^[0-9a-f]{4,39}$/i.test(base)) return undefined;
  const commits = new Set<ObjectId>();
  for (const id of await objects.expand(base.toLowerCase())) {
    const commit = await peel(objects, id);
    if (commit !== undefined) commits.add(commit);
  }
  const [only, another] = commits;
  return another === undefined ? only : undefined;
}

/** What git allows in a ref name, so that no text reaches a file outside of the repository's folder. */
function isRefName(name: string): boolean {
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$|^\/|^-/.test(name)) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

/** The commit itself, or what an annotated tag leads to. */
async function peel(objects: IsomorphicObjects, id: ObjectId): Promise<ObjectId | undefined> {
  let current = id;
  for (;;) {
    try {
      const { type, content } = await objects.readObject(current);
      if (type === 'commit') return current;
      const target = type === 'tag' ? /^object ([0-9a-f]{40})$/m.exec(content.toString('latin1'))?.[1] : undefined;
      if (target === undefined) return undefined;
      current = asObjectId(target);
    } catch (error) {
      if (error instanceof MissingObjectError) return undefined;
      throw error;
    }
  }
}

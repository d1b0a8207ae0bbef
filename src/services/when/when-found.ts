import { EXIT, PalaceError } from '../../base/errors.js';
import type { Commit, ObjectId } from '../../git/types.js';
import { findIn, findRemoved, readWanted } from '../../history/find.js';
import { nameMemory } from '../../history/memory.js';
import { subjectOf } from '../../history/operations.js';
import { snapshotOfHead } from '../../history/snapshots.js';
import { type Who, whoOf } from '../../history/stretch.js';
import type { Palace } from '../../palace/types.js';
import type { SearchHit, SearchMode } from '../../search/types.js';
import { findMemories } from '../find/find.js';

export interface WhenFoundRequest {
  query: string;
  /** The drawer that is the answer (id, prefix, path); default the best hit of now. */
  answer?: string;
  wing?: string;
  mode?: SearchMode;
  /** The answer counts as found among this many hits; default 5. */
  limit?: number;
}

/** The first commit at which the search finds its answer, or no longer does. */
export interface FoundChange extends Who {
  commit: ObjectId;
  subject: string;
  /** Rank of the answer at this commit, and at the one before; null where it is not among the hits. */
  rank: number | null;
  rank_before: number | null;
}

export interface WhenFoundResult {
  query: string;
  answer: { id: string; path: string; title: string };
  /** Whether the last commit finds it. */
  found_now: boolean;
  change: (FoundChange & { kind: 'found' | 'lost' }) | null;
  /** How many moments were searched. */
  searches: number;
}

/**
 * Looks for the commit that changed the answer of a search, by halving the history of this branch (first parents), as
 * `git bisect` does: right where the answer was found once and for all, or lost so. Where it is not found now, the newest moment
 * that had it is looked for first.
 * @throws PalaceError `not-found` (exit 4) when nothing is found and no answer is named, and those of a search.
 */
export async function whenFound(palace: Palace, request: WhenFoundRequest): Promise<WhenFoundResult> {
  const line = await firstParents(palace);
  const [last] = line;
  if (!last) throw nothingFound(request.query);
  const limit = Math.min(100, Math.max(1, Math.trunc(request.limit ?? 5)));
  const ranks = new Map<number, SearchHit[]>();
  const hitsAt = async (at: number): Promise<SearchHit[]> => {
    const known = ranks.get(at);
    if (known) return known;
    const { query, wing, mode } = request;
    const asOf = line[at]?.id;
    const { hits } = await findMemories(palace, {
      query,
      limit,
      context: 0,
      ...(asOf && { asOf }),
      ...(wing && { wing }),
      ...(mode && { mode }),
    });
    ranks.set(at, hits);
    return hits;
  };
  const answer = await answerOf(palace, request, await hitsAt(0));
  const rankAt = async (at: number) => (await hitsAt(at)).find((hit) => hit.id === answer.id)?.rank ?? null;

  const foundNow = (await rankAt(0)) !== null;
  const edge = foundNow
    ? await oldestLike(line.length, async (at) => (await rankAt(at)) !== null)
    : await lostAt(line.length, rankAt);
  const commit = edge === undefined ? undefined : line[edge];
  const change =
    edge === undefined || !commit
      ? null
      : {
          kind: foundNow ? ('found' as const) : ('lost' as const),
          commit: commit.id,
          ...whoOf(commit),
          subject: subjectOf(commit.message),
          rank: await rankAt(edge),
          rank_before: edge + 1 < line.length ? await rankAt(edge + 1) : null,
        };
  return { query: request.query, answer, found_now: foundNow, change, searches: ranks.size };
}

/** Commits from HEAD back along first parents, newest first. */
async function firstParents(palace: Palace): Promise<Commit[]> {
  const head = (await palace.git.head()).commit;
  if (head === undefined) return [];
  const known = new Map((await palace.git.log({ from: head })).map((commit) => [commit.id, commit]));
  const line: Commit[] = [];
  for (let next = known.get(head); next; next = next.parents[0] === undefined ? undefined : known.get(next.parents[0]))
    line.push(next);
  return line;
}

/** The largest `at` such that `holds` is true from 0 to it, by halving; `holds(0)` is known to be true. */
async function oldestLike(length: number, holds: (at: number) => Promise<boolean>): Promise<number> {
  let yes = 0;
  let no = length;
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (await holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/** The first commit at which it is no longer found; undefined when no moment that was looked at had it. */
async function lostAt(length: number, rankAt: (at: number) => Promise<number | null>): Promise<number | undefined> {
  let missing = 0;
  for (let step = 1; missing + 1 < length; step *= 2) {
    const at = Math.min(length - 1, missing + step);
    if ((await rankAt(at)) !== null)
      return missing + (await oldestLike(at - missing, async (offset) => (await rankAt(missing + offset)) === null));
    missing = at;
  }
  return undefined;
}

async function answerOf(
  palace: Palace,
  { query, answer }: WhenFoundRequest,
  hits: readonly SearchHit[],
): Promise<WhenFoundResult['answer']> {
  if (answer === undefined) {
    const [best] = hits;
    if (best) return { id: best.id, path: best.path, title: best.title };
    throw nothingFound(query);
  }
  const wanted = readWanted(palace, answer);
  const standing = await findIn(palace, await snapshotOfHead(palace), wanted);
  const [one, ...others] = standing.length > 0 ? standing : await findRemoved(palace, wanted);
  if (!one)
    throw new PalaceError('not-found', `no drawer "${answer}" stands in this palace or ever stood in it`, {
      exit: EXIT.notFound,
      next: ['palace search …', 'palace list'],
    });
  const { id, path, title } = nameMemory(one.path, await one.version.content());
  if (standing.length > 0 && others.length > 0)
    throw new PalaceError('ambiguous-id', `"${answer}" names ${standing.length} drawers`, {
      exit: EXIT.usage,
      next: standing.slice(0, 5).map((each) => each.path),
    });
  return { id, path, title };
}

function nothingFound(query: string): PalaceError {
  return new PalaceError('not-found', `"${query}" finds nothing now: say which drawer is the answer`, {
    exit: EXIT.notFound,
    next: [`palace when --query ${JSON.stringify(query)} --answer ID`],
  });
}

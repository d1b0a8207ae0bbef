import { EXIT, PalaceError } from '../base/errors.js';
import type { Commit, ObjectId } from '../git/types.js';
import { PATHS } from '../palace/layout.js';
import { wingName } from '../palace/names.js';
import { parseTrailers } from '../palace/trailers.js';
import type { Palace } from '../palace/types.js';
import { findIn, findRemoved, readWanted } from './find.js';
import { followDrawer, type Touch } from './follow.js';
import { type ChangeCounts, type CommitPatch, detailsOf, type OperationDetails } from './log-details.js';
import { assertOperation, groupOperations, type Operation, subjectOf } from './operations.js';
import { snapshotOfHead } from './snapshots.js';
import { whoOf, withinStretch } from './stretch.js';

export interface LogRequest {
  /** Only what touched this drawer (id, prefix, path), across its moves. */
  drawer?: string;
  wing?: string;
  /** An agent (`Palace-By`) or a part of an author's name or address. */
  by?: string;
  /** `add`, `mine`, …; `commit` for commits made outside palace. */
  op?: string;
  /** Only of this agent session: `Palace-Session`, or its beginning. */
  session?: string;
  /** Committer date, half-open; `since` may also be a revision: what came after it. */
  since?: string;
  before?: string;
  /** Also what changed, word by word. */
  patch?: boolean;
  /** Also what changed by wing. */
  graph?: boolean;
  /** Entries at most, newest first; default 20, between 1 and 1,000. */
  limit?: number;
}

export interface LogEntry {
  /** The newest commit of the operation. */
  commit: ObjectId;
  /** All of them, newest first. */
  commits: ObjectId[];
  date: string;
  author: string;
  by: string | null;
  op: string;
  op_id: string | null;
  source: string | null;
  subject: string;
  session: string | null;
  changes: ChangeCounts;
  /** With `graph`: the same by wing. */
  wings?: Record<string, ChangeCounts>;
  /** With `patch`: what each of its commits did, word by word, newest first. */
  patch?: CommitPatch[];
  /** Only when the log of one drawer was asked for: what became of it, and where it stood after. */
  drawer?: { change: Touch['kind']; path: string; from?: string };
}

export interface LogResult {
  entries: LogEntry[];
  /** Operations that fit, also those beyond `limit`. */
  total: number;
  /** The drawer asked for, where it stands now or stood last. */
  path: string | null;
}

/**
 * The history of the palace or of one drawer, newest first, as operations: the batches of one mine are one entry. Commits
 * that people made with plain git are entries like any other.
 * @throws PalaceError `not-found` (exit 4), `ambiguous-id`, `bad-date`, `bad-name`, `bad-op` (exit 2).
 */
export async function readLog(palace: Palace, request: LogRequest): Promise<LogResult> {
  const head = await palace.git.head();
  const isWithin = await withinStretch(palace, request);
  const folder = request.wing === undefined ? undefined : `${PATHS.wings}/${wingName(request.wing)}`;
  if (head.commit === undefined) {
    if (request.op !== undefined) assertOperation(request.op, []);
    return { entries: [], total: 0, path: null };
  }

  let touches: Map<ObjectId, Touch> | undefined;
  let path: string | null = null;
  let commits: Commit[];
  if (request.drawer !== undefined) {
    path = await drawerPath(palace, request.drawer);
    const past = await followDrawer(palace.git, path, head.commit);
    touches = new Map(past.map((touch) => [touch.commit.id, touch]));
    commits = past.map((touch) => touch.commit);
  } else commits = await palace.git.log(folder === undefined ? {} : { paths: [folder] });

  const all = groupOperations(commits.filter(isWithin), (commit) => parseTrailers(commit.message));
  if (request.op !== undefined) assertOperation(request.op, all);
  const operations = all.filter(({ op }) => request.op === undefined || op === request.op);
  const limit = Math.min(1000, Math.max(1, Math.trunc(request.limit ?? 20)));
  const shown = operations.slice(0, limit);
  const details = await detailsOf(palace, shown, { folder, touches, patch: request.patch, graph: request.graph });
  const entries: LogEntry[] = [];
  for (const [index, operation] of shown.entries()) {
    const detail = details[index];
    const entry = detail && toEntry(operation, detail);
    const touch = entry && touches?.get(entry.commit);
    if (touch)
      entry.drawer = { change: touch.kind, path: touch.path, ...(touch.from !== undefined && { from: touch.from }) };
    if (entry) entries.push(entry);
  }
  return { entries, total: operations.length, path };
}

function toEntry(operation: Operation, details: OperationDetails): LogEntry | undefined {
  const [newest] = operation.commits;
  if (!newest) return undefined;
  const { date, author, by, session } = whoOf(newest);
  return {
    commit: newest.id,
    commits: operation.commits.map((commit) => commit.id),
    date,
    author,
    by: operation.by ?? by,
    op: operation.op,
    op_id: operation.opId ?? null,
    source: operation.source ?? null,
    session,
    subject: subjectOf(newest.message),
    ...details,
  };
}

/** Where the drawer stands in the last commit, else where it stood before it was removed. */
async function drawerPath(palace: Palace, text: string): Promise<string> {
  const wanted = readWanted(palace, text);
  const standing = (await findIn(palace, await snapshotOfHead(palace), wanted)).map(({ path }) => path);
  const paths = standing.length > 0 ? standing : (await findRemoved(palace, wanted)).map((last) => last.path);
  const [path, ...others] = [...new Set(paths)];
  if (path === undefined)
    throw new PalaceError('not-found', `no drawer "${text}" stands in this palace or ever stood in it`, {
      exit: EXIT.notFound,
      next: ['palace list', 'palace save (a file that was never saved has no history yet)'],
    });
  if (others.length > 0)
    throw new PalaceError('ambiguous-id', `"${text}" names ${others.length + 1} drawers`, {
      exit: EXIT.usage,
      next: [path, ...others].slice(0, 5).map((each) => `palace log ${each}`),
      details: { paths: [path, ...others] },
    });
  return path;
}

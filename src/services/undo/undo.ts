import { EXIT, PalaceError } from '../../base/errors.js';
import type { Commit, ObjectId } from '../../git/types.js';
import { groupOperations, type Operation, subjectOf } from '../../history/operations.js';
import { Standing } from '../../history/standing.js';
import { type Overlap, takeBack } from '../../history/take-back.js';
import { changesOfCommit } from '../../history/versions.js';
import { changeLocked } from '../../palace/change.js';
import { withLock } from '../../palace/lock.js';
import { parseTrailers } from '../../palace/trailers.js';
import type { FileWrite, Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { type EventLog, logOfPath, revokeWrite } from '../source-log/events.js';
import { type WrittenChange, writesOf } from './writes.js';

export interface UndoRequest {
  /** A revision, or an operation's id (or the beginning of one); default the last operation. */
  revision?: string;
  by?: string;
}

export interface UndoResult {
  undone: { op: string; op_id: string | null; subject: string; commits: ObjectId[] };
  /** Null when it was taken back already. */
  commit: ObjectId | null;
  changes: WrittenChange[];
  /** Events of logs that were revoked. */
  revoked: number;
}

/**
 * A new commit that takes one operation back (all batches of a bulk write), with later edits kept. When a later edit
 * overlaps, nothing is changed.
 * @throws PalaceError `nothing-to-undo`, `unknown-revision` (exit 4), `first-commit` (exit 2), `undo-overlaps` (exit 5).
 */
export async function undoOperation(palace: Palace, request: UndoRequest): Promise<UndoResult> {
  const actor = actorOf(request.by);
  return withLock(palace, 'undo', async () => {
    const head = await palace.git.head();
    if (head.commit === undefined)
      throw new PalaceError('nothing-to-undo', 'there is no commit yet', { exit: EXIT.notFound });
    const operation = await findOperation(palace, request.revision);
    const subject = subjectOf(operation.commits[0]?.message ?? '');
    if (operation.commits.some((commit) => commit.parents.length === 0))
      throw new PalaceError('first-commit', `"${subject}" is what made this palace; there is nothing before it`, {
        exit: EXIT.usage,
        next: ['palace log'],
      });

    const standing = new Standing(palace.git, (await palace.git.readCommit(head.commit)).tree);
    const overlaps: Overlap[] = [];
    const revoked = new Map<EventLog, string[]>();
    for (const commit of operation.commits) {
      const changes = await changesOfCommit(palace.git, commit);
      const taken = await takeBack(standing, changes, (path) => logOfPath(path) !== undefined);
      overlaps.push(...taken.overlaps);
      for (const { path, event } of taken.revoked) {
        const log = logOfPath(path);
        if (log) revoked.set(log, [...(revoked.get(log) ?? []), event]);
      }
    }
    if (overlaps.length > 0) throw overlapping(subject, overlaps);

    const { writes, changes } = writesOf(await standing.differences());
    const logs: FileWrite[] = [];
    for (const [log, events] of revoked) {
      const write = await revokeWrite(palace, log, events, actor);
      if (write) logs.push(write);
    }
    const receipt = await changeLocked(palace, {
      op: 'undo',
      subject: undoSubject(operation.op, subject),
      body: `Takes back ${operation.commits.map((commit) => commit.id).join(' ')}`,
      writes: [...writes, ...logs],
      fromHistory: true,
      by: actor,
    });
    return {
      undone: {
        op: operation.op,
        op_id: operation.opId ?? null,
        subject,
        commits: operation.commits.map((commit) => commit.id),
      },
      commit: receipt?.commit ?? null,
      changes,
      revoked: [...revoked.values()].reduce((sum, events) => sum + events.length, 0),
    };
  });
}

/** Taking back what was taken back reads as doing it again, however often. */
function undoSubject(op: string, subject: string): string {
  const [, word, of] = (op === 'undo' && /^(undo|redo) "(.*)"$/.exec(subject)) || [];
  return of === undefined ? `undo "${subject}"` : `${word === 'undo' ? 'redo' : 'undo'} "${of}"`;
}

async function findOperation(palace: Palace, revision: string | undefined): Promise<Operation> {
  const commits = await palace.git.log({});
  const operations = groupOperations(commits, (commit: Commit) => parseTrailers(commit.message));
  if (revision === undefined) {
    const [last] = operations;
    if (last) return last;
  } else {
    const byId = operations.filter((operation) => operation.opId?.startsWith(revision) === true);
    if (revision.length >= 4 && byId.length === 1 && byId[0]) return byId[0];
    const id = await palace.git.resolveCommit(revision);
    const found = operations.find((operation) => operation.commits.some((commit) => commit.id === id));
    if (found) return found;
  }
  throw new PalaceError('unknown-revision', `"${revision}" is neither a commit of this branch nor an operation`, {
    exit: EXIT.notFound,
    next: ['palace log'],
  });
}

function overlapping(subject: string, overlaps: readonly Overlap[]): PalaceError {
  const shown = overlaps.slice(0, 5).map(({ id, path, reason }) => `${id ?? path} (${reason})`);
  const more = overlaps.length > shown.length ? ` and ${overlaps.length - shown.length} more` : '';
  return new PalaceError(
    'undo-overlaps',
    `"${subject}" cannot be taken back as a whole: ${shown.join(', ')}${more}; nothing was changed`,
    {
      exit: EXIT.conflict,
      next: overlaps
        .slice(0, 3)
        .map(({ id, path }) => `palace log ${id ?? path}`)
        .concat('palace restore ID --at REV (one drawer as it was)'),
      details: { overlaps: [...overlaps] },
    },
  );
}

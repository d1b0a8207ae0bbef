import { EXIT, PalaceError } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { type Operation, subjectOf } from '../../history/operations.js';
import { Standing } from '../../history/standing.js';
import type { Stretch } from '../../history/stretch.js';
import { type Overlap, takeBack } from '../../history/take-back.js';
import { changesOfCommit } from '../../history/versions.js';
import { changeLocked } from '../../palace/change.js';
import { withLock } from '../../palace/lock.js';
import type { FileWrite, Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { type EventLog, logOfPath, revokeWrite } from '../source-log/events.js';
import { oneOperation, operationsOf, wordsOf } from './choose.js';
import { type WrittenChange, writesOf } from './writes.js';

export interface UndoRequest {
  /** A revision, or an operation's id (or the beginning of one); default the last operation. */
  revision?: string;
  /** Instead: everything of a session, an agent or person, a stretch of time. */
  all?: Stretch;
  /** With overlaps: take the rest back, and leave the drawers that overlap as they are. */
  partly?: boolean;
  /** Say what would be done; write nothing. */
  dry_run?: boolean;
  /** On whose behalf this is written. */
  by?: string;
}

export interface UndoneOperation {
  op: string;
  op_id: string | null;
  subject: string;
  commits: ObjectId[];
}

export interface UndoResult {
  /** The newest of `operations`. */
  undone: UndoneOperation;
  /** All that was taken back, newest first. */
  operations: UndoneOperation[];
  /** Null when it was taken back already, and for a dry run. */
  commit: ObjectId | null;
  dry_run: boolean;
  changes: WrittenChange[];
  /** Events of logs that were revoked. */
  revoked: number;
  /** With `partly`: what was left as it is, and why. */
  overlaps: Overlap[];
}

/**
 * A new commit that takes operations back (all batches of a bulk write), with later edits kept. When a later edit overlaps,
 * nothing is changed, unless `partly` says to leave just these drawers alone.
 * @throws PalaceError `nothing-to-undo`, `unknown-revision` (exit 4), `first-commit`, `bad-usage`, `bad-date` (exit 2),
 * `undo-overlaps` (exit 5).
 */
export async function undoOperation(palace: Palace, request: UndoRequest): Promise<UndoResult> {
  const actor = actorOf(request.by);
  const all = Object.values(request.all ?? {}).some((value) => value !== undefined) ? request.all : undefined;
  if (all && request.revision !== undefined)
    throw new PalaceError('bad-usage', 'give either a commit, or whose work of when; not both', { exit: EXIT.usage });
  return withLock(palace, 'undo', async () => {
    const head = await palace.git.head();
    if (head.commit === undefined)
      throw new PalaceError('nothing-to-undo', 'there is no commit yet', { exit: EXIT.notFound });
    const { tree } = await palace.git.readCommit(head.commit);
    const operations = all ? await operationsOf(palace, all) : [await oneOperation(palace, request.revision)];
    const [newest] = operations;
    if (!newest) throw new Error('an empty choice of operations was not refused');
    const name = all ? `all ${wordsOf(all)}` : subjectOf(newest.commits[0]?.message ?? '');

    const taken = await takeAllBack(palace, tree, operations);
    if (taken.overlaps.length > 0 && request.partly !== true) throw overlapping(name, taken.overlaps);
    const { standing, overlaps, revoked } =
      taken.overlaps.length === 0 ? taken : await takeRestBack(palace, tree, operations, taken.overlaps);

    const { writes, changes } = writesOf(await standing.differences());
    const done = operations.map(toUndone);
    const result = {
      undone: toUndone(newest),
      operations: done,
      dry_run: request.dry_run === true,
      changes,
      revoked: [...revoked.values()].reduce((sum, events) => sum + events.length, 0),
      overlaps,
    };
    if (result.dry_run) return { ...result, commit: null };
    const logs: FileWrite[] = [];
    for (const [log, events] of revoked) {
      const write = await revokeWrite(palace, log, events, actor);
      if (write) logs.push(write);
    }
    const receipt = await changeLocked(palace, {
      op: 'undo',
      subject: all ? `undo ${name} (${done.length})` : undoSubject(newest.op, name),
      body: `Takes back ${done.flatMap(({ commits }) => commits).join(' ')}`,
      writes: [...writes, ...logs],
      fromHistory: true,
      by: actor,
    });
    return { ...result, commit: receipt?.commit ?? null };
  });
}

interface Taken {
  standing: Standing;
  overlaps: Overlap[];
  revoked: Map<EventLog, string[]>;
}

/** `spared`: paths and ids of drawers that are left as they are. */
async function takeAllBack(
  palace: Palace,
  tree: ObjectId,
  operations: readonly Operation[],
  spared: ReadonlySet<string> = new Set(),
): Promise<Taken> {
  const taken: Taken = { standing: new Standing(palace.git, tree), overlaps: [], revoked: new Map() };
  for (const { commits } of operations)
    for (const commit of commits) {
      const changes = await changesOfCommit(palace.git, commit);
      const { overlaps, revoked } = await takeBack(
        taken.standing,
        changes,
        (path) => logOfPath(path) !== undefined,
        spared,
      );
      taken.overlaps.push(...overlaps);
      for (const { path, event } of revoked) {
        const log = logOfPath(path);
        if (log) taken.revoked.set(log, [...(taken.revoked.get(log) ?? []), event]);
      }
    }
  return taken;
}

/** Once more without the drawers that overlap, and without those that overlap then. */
async function takeRestBack(
  palace: Palace,
  tree: ObjectId,
  operations: readonly Operation[],
  overlaps: readonly Overlap[],
): Promise<Taken> {
  const left = [...overlaps];
  for (;;) {
    const spared = new Set(left.map(({ id, path }) => id ?? path));
    const taken = await takeAllBack(palace, tree, operations, spared);
    if (taken.overlaps.length === 0) return { ...taken, overlaps: left };
    left.push(...taken.overlaps);
  }
}

function toUndone({ op, opId, commits }: Operation): UndoneOperation {
  return {
    op,
    op_id: opId ?? null,
    subject: subjectOf(commits[0]?.message ?? ''),
    commits: commits.map((commit) => commit.id),
  };
}

/** Taking back what was taken back reads as doing it again, however often. */
function undoSubject(op: string, subject: string): string {
  const [, word, of] = (op === 'undo' && /^(undo|redo) "(.*)"$/.exec(subject)) || [];
  return of === undefined ? `undo "${subject}"` : `${word === 'undo' ? 'redo' : 'undo'} "${of}"`;
}

function overlapping(name: string, overlaps: readonly Overlap[]): PalaceError {
  const shown = overlaps.slice(0, 5).map(({ id, path, reason }) => `${id ?? path} (${reason})`);
  const more = overlaps.length > shown.length ? ` and ${overlaps.length - shown.length} more` : '';
  return new PalaceError(
    'undo-overlaps',
    `"${name}" cannot be taken back as a whole: ${shown.join(', ')}${more}; nothing was changed`,
    {
      exit: EXIT.conflict,
      next: [
        ...overlaps.slice(0, 3).map(({ id, path }) => `palace log ${id ?? path}`),
        'palace restore ID --at REV (one drawer as it was)',
        'palace undo … --partly (all but these drawers)',
      ],
      details: { overlaps: [...overlaps] },
    },
  );
}

import { EXIT, PalaceError } from '../base/errors.js';
import { didYouMean } from '../base/near.js';
import type { Commit } from '../git/types.js';

/** The trailers that matter for grouping; made by `parseTrailers` of palace/trailers.ts. */
export interface CommitFacts {
  op?: string;
  opId?: string;
  batch?: { number: number; total: number };
  by?: string;
  source?: string;
}

/** One thing that somebody did: a commit, or all batches of a bulk write. */
export interface Operation {
  /** `commit` for a commit made outside palace. */
  op: string;
  /** `Palace-Op-Id`, absent for a commit made outside palace. */
  opId?: string;
  by?: string;
  source?: string;
  /** Newest first; never empty. */
  commits: Commit[];
  /** False while batches are known to be missing from `commits`. */
  complete: boolean;
}

/** What the commands of palace call what they do; `commit` is anything that was committed without them. */
export const OPERATIONS = [
  'add',
  'agent',
  'commit',
  'config',
  'diary',
  'doctor',
  'edit',
  'entities',
  'import',
  'init',
  'kg',
  'mine',
  'move',
  'redact',
  'release',
  'remove',
  'restore',
  'rooms',
  'save',
  'tunnel',
  'undo',
] as const;

/**
 * Refuses the name of an operation that neither we nor this history (of a newer program) know.
 * @throws PalaceError `bad-op` (exit 2).
 */
export function assertOperation(op: string, history: readonly Operation[]): void {
  const known = [...new Set([...OPERATIONS, ...history.map((operation) => operation.op)])].sort();
  if (known.includes(op)) return;
  const near = didYouMean(op, known);
  throw new PalaceError('bad-op', `there is no operation "${op}"${near === '' ? '' : `; ${near}`}`, {
    exit: EXIT.usage,
    next: [`give one of ${known.join(', ')}`],
    details: { op, known },
  });
}

/**
 * Commits (newest first) grouped to operations: commits that share a `Palace-Op-Id` are one, at the place of the newest of
 * them, even when somebody else committed in between.
 */
export function groupOperations(commits: readonly Commit[], factsOf: (commit: Commit) => CommitFacts): Operation[] {
  const operations: Operation[] = [];
  const byOpId = new Map<string, Operation>();
  for (const commit of commits) {
    const facts = factsOf(commit);
    const known = facts.opId === undefined ? undefined : byOpId.get(facts.opId);
    if (known) {
      known.commits.push(commit);
      known.complete = isComplete(known, facts);
      continue;
    }
    const operation: Operation = { op: facts.op ?? 'commit', commits: [commit], complete: true };
    if (facts.by !== undefined) operation.by = facts.by;
    if (facts.source !== undefined) operation.source = facts.source;
    if (facts.opId !== undefined) {
      operation.opId = facts.opId;
      byOpId.set(facts.opId, operation);
      operation.complete = isComplete(operation, facts);
    }
    operations.push(operation);
  }
  return operations;
}

/** The first batch is the oldest: once it is there, nothing older belongs to the operation. */
function isComplete(operation: Operation, newest: CommitFacts): boolean {
  if (!newest.batch || newest.batch.number === 1) return true;
  return operation.commits.length >= newest.batch.total;
}

/** Subject line of a commit message. */
export function subjectOf(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

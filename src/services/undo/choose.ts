import { EXIT, PalaceError } from '../../base/errors.js';
import type { Commit } from '../../git/types.js';
import { groupOperations, type Operation, subjectOf } from '../../history/operations.js';
import { type Stretch, withinStretch } from '../../history/stretch.js';
import { parseTrailers } from '../../palace/trailers.js';
import type { Palace } from '../../palace/types.js';

/** The operation that `revision` names: a commit of it, its id or the beginning of that; the last one by default. */
export async function oneOperation(palace: Palace, revision: string | undefined): Promise<Operation> {
  const operations = groupOperations(await palace.git.log({}), (commit) => parseTrailers(commit.message));
  const operation = await named(palace, operations, revision);
  if (operation.commits.some((commit) => commit.parents.length === 0)) {
    const subject = subjectOf(operation.commits[0]?.message ?? '');
    throw new PalaceError('first-commit', `"${subject}" is what made this palace; there is nothing before it`, {
      exit: EXIT.usage,
      next: ['palace log'],
    });
  }
  return operation;
}

async function named(
  palace: Palace,
  operations: readonly Operation[],
  revision: string | undefined,
): Promise<Operation> {
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

/**
 * All that a session, an agent or person, or a stretch of time did, newest first. What made the palace stays, and so do
 * merges: whose work they brought is said by the commits that they joined.
 * @throws PalaceError `nothing-to-undo` (exit 4), `bad-date` (exit 2).
 */
export async function operationsOf(palace: Palace, stretch: Stretch): Promise<Operation[]> {
  const isWithin = await withinStretch(palace, stretch);
  const isOrdinary = (commit: Commit) => commit.parents.length === 1;
  const commits = (await palace.git.log({})).filter((commit) => isOrdinary(commit) && isWithin(commit));
  const operations = groupOperations(commits, (commit) => parseTrailers(commit.message));
  if (operations.length > 0) return operations;
  throw new PalaceError('nothing-to-undo', `nothing in the history of this branch is ${wordsOf(stretch)}`, {
    exit: EXIT.notFound,
    next: ['palace log', 'palace log --by NAME', 'palace log --session ID'],
  });
}

/** `of session s1, by codex, since yesterday`. */
export function wordsOf({ session, by, since, before }: Stretch): string {
  return [
    session === undefined ? '' : `of session ${session}`,
    by === undefined ? '' : `by ${by}`,
    since === undefined ? '' : `since ${since}`,
    before === undefined ? '' : `before ${before}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

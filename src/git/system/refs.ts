import { renderOffset } from '../objects/commit.js';
import { lockedError, untilFree } from '../refs/lock.js';
import { oneLine } from '../refs/move.js';
import type { BranchMove, RefStore } from '../refs/read.js';
import { asObjectId, type Head, type ObjectId, type Signature } from '../types.js';
import { GitCommandError, type GitRunner } from './run.js';

const LOCK_WAIT_MS = 5000;
const ZERO = '0'.repeat(40);

/** Refs by git's own commands: for repositories whose refs are not files (reftable). */
export function commandRefStore(runner: GitRunner): RefStore {
  const read = async (name: string): Promise<ObjectId | undefined> => {
    const { code, stdout } = await runner.run(['rev-parse', '--quiet', '--verify', name], { codes: [0, 1] });
    return code === 0 ? asObjectId(stdout.toString('utf8').trim()) : undefined;
  };
  const head = async (): Promise<Head> => {
    const { code, stdout } = await runner.run(['symbolic-ref', '--quiet', 'HEAD'], { codes: [0, 1] });
    const commit = await read(code === 0 ? stdout.toString('utf8').trim() : 'HEAD');
    if (code === 0) return { kind: 'branch', ref: stdout.toString('utf8').trim(), commit };
    if (commit === undefined) throw new Error(`HEAD of ${runner.workTree} is damaged`);
    return { kind: 'detached', commit };
  };
  return { head, read, move: (move) => moveByCommand(runner, head, move) };
}

async function moveByCommand(runner: GitRunner, head: () => Promise<Head>, move: BranchMove): Promise<boolean> {
  const args = ['update-ref', ...(move.beginLogs ? ['--create-reflog'] : []), '-m', oneLine(move.message) || 'commit'];
  const env = signatureEnvironment('COMMITTER', move.who);
  let problem: GitCommandError | undefined;
  const moved = await untilFree(LOCK_WAIT_MS, async () => {
    const now = await head();
    if (now.kind !== 'branch' || now.ref !== move.ref || now.commit !== move.before) return { outcome: false };
    try {
      await runner.run([...args, move.ref, move.after, move.before ?? ZERO], { env });
      return { outcome: true };
    } catch (error) {
      if (!(error instanceof GitCommandError)) throw error;
      problem = error; // locked, or the branch moved between our look and the command: look again
      return undefined;
    }
  });
  if (moved !== undefined) return moved.outcome;
  const lock = /'([^']+\.lock)'/.exec(problem?.stderr ?? '')?.[1];
  throw lock === undefined
    ? (problem ?? new Error('git update-ref failed'))
    : await lockedError(lock, runner.runtime.now());
}

/** `GIT_AUTHOR_*` or `GIT_COMMITTER_*` for a command that makes a signature. */
export function signatureEnvironment(role: 'AUTHOR' | 'COMMITTER', who: Signature): Record<string, string> {
  return {
    [`GIT_${role}_NAME`]: who.name,
    [`GIT_${role}_EMAIL`]: who.email,
    [`GIT_${role}_DATE`]: `@${Math.floor(who.at.getTime() / 1000)} ${renderOffset(who.offset)}`,
  };
}

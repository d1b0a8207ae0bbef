import { EXIT, PalaceError } from '../../base/errors.js';
import type { CommitParts } from '../objects/commit.js';
import { asObjectId, type ObjectId } from '../types.js';
import { signatureEnvironment } from './refs.js';
import { GitCommandError, type GitRunner } from './run.js';

/**
 * A commit signed as the user's git config says (OpenPGP, SSH, X.509), made by `git commit-tree`; its tree must be stored.
 * @throws PalaceError `signing-failed`.
 */
export async function signCommit(runner: GitRunner, commit: CommitParts): Promise<ObjectId> {
  const parents = commit.parents.flatMap((parent) => ['-p', parent]);
  const env = {
    ...signatureEnvironment('AUTHOR', commit.author),
    ...signatureEnvironment('COMMITTER', commit.committer),
  };
  const args = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', '-S', ...parents, '-F', '-', commit.tree];
  try {
    return asObjectId(await runner.text(args, { input: commit.message, env }));
  } catch (error) {
    if (!(error instanceof GitCommandError)) throw error;
    throw new PalaceError('signing-failed', `the commit could not be signed: ${error.stderr.trim()}`, {
      exit: EXIT.failed,
      next: ['git config commit.gpgsign false', 'git config user.signingKey KEY'],
      cause: error,
    });
  }
}

import { EXIT, PalaceError } from '../base/errors.js';

/** The error for a repository in a form that only the git binary handles, or, with another `remedy`, none of our engines. */
export function unsupported(root: string, what: string, remedy = 'install git'): PalaceError {
  const why =
    remedy === 'install git' ? 'that needs the git binary (not found, or switched off by PALACE_GIT)' : remedy;
  return new PalaceError('unsupported-repository', `${root} uses ${what}: ${why}`, {
    exit: EXIT.failed,
    next: [remedy],
    details: { feature: what },
  });
}

import { EXIT, PalaceError } from '../base/errors.js';

/** Why a form of repository cannot be used, and what to do. Default: only the git binary handles it. */
export interface Remedy {
  why: string;
  next: string;
}

const NEEDS_GIT: Remedy = {
  why: 'that needs the git binary (not found, or switched off by PALACE_GIT)',
  next: 'install git',
};

/** The error for a repository in a form that only the git binary handles, or, with another `remedy`, none of our engines. */
export function unsupported(root: string, what: string, { why, next }: Remedy = NEEDS_GIT): PalaceError {
  return new PalaceError('unsupported-repository', `${root} uses ${what}: ${why}`, {
    exit: EXIT.failed,
    next: [next],
    details: { feature: what },
  });
}

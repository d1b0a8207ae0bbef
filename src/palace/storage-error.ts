import { EXIT, PalaceError, systemCode } from '../base/errors.js';

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FORBIDDEN = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * A failed write as a person can act on it: `disk-full` or `read-only` with the path; any other error comes back as it is.
 * @param path what was being written, when the system error does not name it.
 */
export function storageError(error: unknown, path: string): unknown {
  if (error instanceof PalaceError) return error;
  const code = systemCode(error);
  const at = pathOf(error) ?? path;
  if (code !== undefined && FULL.has(code))
    return new PalaceError('disk-full', `no space left to write ${at}; nothing was changed`, {
      exit: EXIT.failed,
      next: ['free some space, then run the command again'],
      details: { path: at, system_code: code },
      cause: error,
    });
  if (code !== undefined && FORBIDDEN.has(code))
    return new PalaceError('read-only', `not allowed to write ${at} (${code}); nothing was changed`, {
      exit: EXIT.failed,
      next: [`make ${at} writable, then run the command again`],
      details: { path: at, system_code: code },
      cause: error,
    });
  return error;
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
}

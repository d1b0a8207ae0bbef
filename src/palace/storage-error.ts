import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../base/errors.js';

const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** Larger than the file system, or a limit of the user (`ulimit -f`), lets a file be. */
const TOO_BIG = 'EFBIG';
const FORBIDDEN = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * A failed write as a person can act on it: `disk-full` or `read-only` with the path; any other error comes back as it is.
 * @param path what was being written, when the system error does not name it.
 */
export function storageError(error: unknown, path: string): unknown {
  if (error instanceof PalaceError) return error;
  const code = systemCode(error);
  const named = pathOf(error) ?? path;
  // The name of a temporary file that could not be made tells a person nothing: its folder is what to look at.
  const at = existsSync(named) ? named : dirname(named);
  if (code !== undefined && FULL.has(code))
    return new PalaceError(
      'disk-full',
      `${code === 'EDQUOT' ? 'your quota is used up' : 'no space left to write'} in ${at}; nothing was changed`,
      {
        exit: EXIT.failed,
        next: ['free some space, then run the command again'],
        details: { path: at, system_code: code },
        cause: error,
      },
    );
  if (code === TOO_BIG)
    return new PalaceError(
      'file-too-big',
      `a file in ${at} would be larger than is allowed there; nothing was changed`,
      {
        exit: EXIT.failed,
        next: ['ulimit -f says what is allowed; raise it, or move the palace to another file system'],
        details: { path: at, system_code: code },
        cause: error,
      },
    );
  if (code !== undefined && FORBIDDEN.has(code))
    return new PalaceError('read-only', `not allowed to write in ${at} (${code}); nothing was changed`, {
      exit: EXIT.failed,
      next: [`make ${code === 'EROFS' ? 'the disk of ' : ''}${at} writable, then run the command again`],
      details: { path: at, system_code: code },
      cause: error,
    });
  return error;
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
}

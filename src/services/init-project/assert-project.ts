import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import { shellQuoted } from '../../palace/paths.js';

/**
 * Before a palace is made for a project: who names a folder that is not there most likely wants the palace in it.
 * @throws PalaceError `no-such-source` (exit 4).
 */
export function assertProject(path: string, runtime: Pick<Runtime, 'cwd'>): void {
  const asked = resolve(runtime.cwd, path);
  if (existsSync(asked)) return;
  throw new PalaceError('no-such-source', `there is no project ${path}; nothing was made`, {
    exit: EXIT.notFound,
    next: [`palace init --palace ${shellQuoted(path)} (makes a palace there)`, `check the path: ${asked}`],
  });
}

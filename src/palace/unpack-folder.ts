import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from '../base/runtime.js';
import { PATHS } from './layout.js';
import { storageError } from './storage-error.js';

const PREFIX = 'unpacked-';
/** Nobody reads an archive for longer; what is older was left by a process that was killed. Milliseconds. */
const LEFT_OVER = 24 * 60 * 60 * 1000;

/**
 * A new folder of our own below `.palace/tmp` to unpack an archive into; no lock is held while it is read. What killed
 * processes left there goes. @throws PalaceError `read-only`, `disk-full`.
 */
export function makeUnpackFolder(root: string, runtime: Runtime): string {
  const base = join(root, PATHS.temporary);
  const folder = join(base, `${PREFIX}${runtime.pid}-${runtime.randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(base, { recursive: true });
    for (const name of readdirSync(base))
      if (name.startsWith(PREFIX) && !isUnpackFolderInUse(root, name, runtime))
        rmSync(join(base, name), { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw storageError(error, folder);
  }
  return folder;
}

/** Whether an entry of `.palace/tmp` is an archive that somebody may be reading now. */
export function isUnpackFolderInUse(root: string, name: string, runtime: Runtime): boolean {
  if (!name.startsWith(PREFIX)) return false;
  const stat = statSync(join(root, PATHS.temporary, name), { throwIfNoEntry: false });
  return stat !== undefined && runtime.now().getTime() - stat.mtimeMs < LEFT_OVER;
}

import { chmodSync, linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { makeFolder } from './make-folder.js';
import { storageError } from './storage-error.js';

/** Where local state lives that cannot be derived: `<git-common-dir>/palace`, shared by linked work trees. */
export function stateDirOf(commonDir: string): string {
  return join(commonDir, 'palace');
}

/** Makes the state folder, readable by its owner only. @throws PalaceError `read-only`, `disk-full`. */
export function ensureStateDir(stateDir: string): void {
  try {
    if (makeFolder(stateDir, 0o700) !== undefined) chmodSync(stateDir, 0o700);
  } catch (error) {
    throw storageError(error, stateDir);
  }
}

/** Text of a state file, undefined when there is none. */
export function readState(stateDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(stateDir, name), 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined;
    throw storageError(error, join(stateDir, name));
  }
}

/** Writes a state file whole: a reader sees the old or the new text, never half of one. */
export function writeState(stateDir: string, name: string, text: string, runtime: Runtime): void {
  const temp = stageState(stateDir, name, text, runtime);
  try {
    renameSync(temp, join(stateDir, name));
  } catch (error) {
    unlinkQuietly(temp);
    throw storageError(error, join(stateDir, name));
  }
}

/**
 * Writes a state file only if there is none: exactly one of several processes succeeds.
 * @returns false when it stands already.
 */
export function createState(stateDir: string, name: string, text: string, runtime: Runtime): boolean {
  const temp = stageState(stateDir, name, text, runtime);
  const target = join(stateDir, name);
  try {
    // A link appears with its whole content at once, which O_EXCL and a later write would not.
    linkSync(temp, target);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    return createWithoutLink(target, text);
  } finally {
    unlinkQuietly(temp);
  }
}

/** For file systems without hard links (FAT, some network shares). */
function createWithoutLink(target: string, text: string): boolean {
  try {
    writeFileSync(target, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw storageError(error, target);
  }
}

function stageState(stateDir: string, name: string, text: string, runtime: Runtime): string {
  ensureStateDir(stateDir);
  const temp = join(stateDir, `${name}.${runtime.pid}.${runtime.randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(temp, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    unlinkQuietly(temp);
    throw storageError(error, temp);
  }
  return temp;
}

/** Removes a file that may be gone already. */
export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone, or a leftover that the next writer sweeps.
  }
}

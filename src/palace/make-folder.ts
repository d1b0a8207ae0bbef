import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../base/errors.js';

/**
 * Makes a folder and its parents. @returns the first folder that was made, undefined when all were there.
 * @throws the system error that stood in the way; Node itself says ENOENT when the disk is read-only.
 */
export function makeFolder(path: string, mode = 0o777): string | undefined {
  try {
    return mkdirSync(path, { recursive: true, mode });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    let missing = path;
    while (!existsSync(dirname(missing)) && dirname(missing) !== missing) missing = dirname(missing);
    mkdirSync(missing, { mode });
    return mkdirSync(path, { recursive: true, mode }) ?? missing;
  }
}

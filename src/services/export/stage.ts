import { mkdirSync } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import { isInside } from '../../base/files.js';
import { makeFolder } from '../../palace/make-folder.js';
import { storageError } from '../../palace/storage-error.js';
import type { Palace } from '../../palace/types.js';

/** What an export puts into its folder; nothing else there is ever touched. */
export const EXPORTED = { wings: 'wings', lines: 'drawers.jsonl', marker: 'palace-export.json' } as const;

/**
 * A folder inside the destination in which an export is made; {@link settle} moves it to its place. Until then the destination
 * is as it was.
 */
export interface Stage {
  folder: string;
  /** Puts what was made where it belongs, the marker last, and takes away what an earlier export left. */
  settle(): Promise<void>;
  /** Takes the stage away, and the destination when it was made for it. Safe after `settle`. */
  discard(): Promise<void>;
}

/**
 * Makes the destination ready. Without `force` it must be missing or empty; with it, an earlier export there is replaced.
 * @throws PalaceError `inside-palace`, `not-empty`, `not-an-export` (exit 2), `not-a-folder`, `read-only`, `disk-full`.
 */
export async function openStage(palace: Palace, destination: string, force: boolean): Promise<Stage> {
  await assertApart(palace, destination);
  const found = await namesIn(destination);
  if (found.length > 0) assertReplaceable(destination, found, force);
  let made: string | undefined;
  const folder = join(destination, `.palace-export-${palace.runtime.randomBytes(6).toString('hex')}`);
  try {
    made = makeFolder(destination);
    mkdirSync(folder);
  } catch (error) {
    throw storageError(error, destination);
  }
  return {
    folder,
    settle: () => settle(destination, folder),
    discard: async () => {
      await rm(folder, { recursive: true, force: true });
      if (made === undefined) return;
      // Only while it is empty, upwards to the first folder that was not there.
      for (let at = destination; isInside(made, at); at = dirname(at))
        try {
          await rmdir(at);
        } catch {
          return;
        }
    },
  };
}

/** @throws PalaceError `inside-palace` (exit 2). */
export async function assertApart(palace: Pick<Palace, 'root'>, path: string): Promise<void> {
  const root = await realpath(palace.root);
  if (!isInside(root, await resolved(path))) return;
  throw new PalaceError('inside-palace', `${path} is inside this palace`, {
    exit: EXIT.usage,
    next: ['give a path outside of the palace'],
    details: { path },
  });
}

/** The path without symbolic links, as far as it exists. */
async function resolved(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await resolved(above), basename(path));
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR')
      throw new PalaceError('not-a-folder', `${folder} is no folder`, {
        exit: EXIT.usage,
        next: ['give a folder that does not exist yet'],
        details: { path: folder },
      });
    throw storageError(error, folder);
  }
}

function assertReplaceable(destination: string, found: readonly string[], force: boolean): void {
  if (!force)
    throw new PalaceError('not-empty', `${destination} is not empty; nothing was exported`, {
      exit: EXIT.usage,
      next: ['give another folder', '--force: replace an earlier export there and leave all other files'],
      details: { path: destination },
    });
  // Without our marker, a folder named wings is somebody's own: a palace most of all.
  if (found.includes(EXPORTED.marker) && !found.includes('palace.yaml')) return;
  const own = [EXPORTED.wings, EXPORTED.lines, 'palace.yaml'].find((name) => found.includes(name));
  if (own === undefined) return;
  throw new PalaceError('not-an-export', `${join(destination, own)} was not made by an export and is not replaced`, {
    exit: EXIT.usage,
    next: ['give another folder'],
    details: { path: join(destination, own) },
  });
}

async function settle(destination: string, folder: string): Promise<void> {
  const before = join(folder, '.before');
  const moved: { from: string; to: string }[] = [];
  const move = async (from: string, to: string): Promise<void> => {
    if (!(await stands(from))) return;
    await rename(from, to);
    moved.push({ from, to });
  };
  try {
    await mkdir(before);
    // The marker goes first and comes last: without it, nobody takes half an export for a whole one.
    for (const name of [EXPORTED.marker, EXPORTED.wings, EXPORTED.lines])
      await move(join(destination, name), join(before, name));
    for (const name of [EXPORTED.wings, EXPORTED.lines, EXPORTED.marker])
      await move(join(folder, name), join(destination, name));
  } catch (error) {
    for (const { from, to } of moved.reverse()) await rename(to, from);
    throw storageError(error, destination);
  }
}

async function stands(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

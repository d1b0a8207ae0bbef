import { link, mkdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { systemCode } from '../../base/errors.js';
import { removeIfExists, writeNewFile } from '../../base/files.js';
import type { PendingObject } from './object.js';

const deflateAsync = promisify(deflate);
/** Above this many bytes compression goes to a worker thread so that it does not hold up the event loop. */
const ASYNC_FROM = 64 * 1024;

/** For small objects: less memory to set up, the same result. */
const SMALL = { memLevel: 4, chunkSize: 2048 } as const;
const SMALL_UP_TO = 4096;

export async function deflated(bytes: Buffer): Promise<Buffer> {
  if (bytes.length >= ASYNC_FROM) return deflateAsync(bytes);
  return bytes.length <= SMALL_UP_TO ? deflateSync(bytes, SMALL) : deflateSync(bytes);
}

/**
 * Writes one object as git does: temporary file beside its place, on disk before it is named, read-only. An object that is
 * there already is only made young again, so that a `git gc` in another process does not prune it.
 */
export async function writeLoose(objectsDir: string, object: PendingObject): Promise<void> {
  const folder = join(objectsDir, object.id.slice(0, 2));
  const path = join(folder, object.id.slice(2));
  if (await freshen(path)) return;
  await mkdir(folder, { recursive: true });
  const bytes = await deflated(
    Buffer.concat([Buffer.from(`${object.type} ${object.content.length}\0`), object.content]),
  );
  // `git prune` sweeps left-over files of this prefix.
  const temporary = await writeNewFile(folder, 'tmp_obj_', bytes, { mode: 0o444, sync: true });
  await publish(temporary, path);
}

/** Gives a finished temporary file its name; a file of that name that another process made meanwhile is left. */
export async function publish(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    // No hard links on this file system (or an empty ruin of a crash stands there): a rename is as good, the bytes are equal.
    if (systemCode(error) !== 'EEXIST' || !(await freshen(path))) {
      await rename(temporary, path);
      return;
    }
  }
  await removeIfExists(temporary);
}

/** True when `path` is a file with bytes in it; its age is set back to now. */
async function freshen(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.size === 0) return false;
    const now = new Date(performance.timeOrigin + performance.now());
    await utimes(path, now, now).catch(() => {}); // someone else's file in a shared repository: age cannot be set
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

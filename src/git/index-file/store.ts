import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { readIfExists } from '../../base/files.js';
import { prepareLock, untilFree } from '../refs/lock.js';
import type { Repository } from '../repository.js';
import { decodeIndex, encodeIndex, type IndexFile } from './codec.js';
import { editIndex, type IndexUpdate } from './edit.js';

/** How long to wait for another git process that holds `index.lock`. */
export const INDEX_WAIT_MS = 2000;

export interface ReadIndex {
  index: IndexFile;
  /** Changes whenever the file is replaced. */
  stamp: string;
  /** mtime of the file in nanoseconds: an entry as young as this may have changed since, unseen. */
  writtenNs: bigint;
}

/** Git's index as it stands; an empty one when there is no file. @throws as {@link decodeIndex}. */
export async function readIndex(repository: Repository): Promise<ReadIndex> {
  const path = join(repository.gitDir, 'index');
  for (;;) {
    const stamp = await stampOf(path);
    const bytes = await readIfExists(path);
    if ((await stampOf(path)).text !== stamp.text) continue; // replaced while we read
    const index: IndexFile = bytes === undefined ? { version: 2, entries: [] } : decodeIndex(bytes);
    return { index, stamp: stamp.text, writtenNs: stamp.mtimeNs };
  }
}

async function stampOf(path: string): Promise<{ text: string; mtimeNs: bigint }> {
  try {
    const found = await stat(path, { bigint: true });
    return { text: `${found.ino}:${found.size}:${found.mtimeNs}`, mtimeNs: found.mtimeNs };
  } catch {
    return { text: 'none', mtimeNs: 0n };
  }
}

/**
 * Makes the updates in git's index file, under git's own lock, computed on the newest index. False when the lock stayed
 * busy. @throws as {@link decodeIndex}.
 */
export async function updateIndex(
  repository: Repository,
  updates: readonly IndexUpdate[],
  waitMs = INDEX_WAIT_MS,
): Promise<boolean> {
  const path = join(repository.gitDir, 'index');
  const done = await untilFree(waitMs, async () => {
    const { index, stamp } = await readIndex(repository);
    const edited = editIndex(index, updates);
    if (edited === undefined) return true;
    await breathe();
    const prepared = await prepareLock(encodeIndex(edited), { tmpDir: join(repository.commonDir, 'objects') });
    try {
      const lock = await prepared.take(path);
      if (lock === undefined) return undefined;
      if ((await stampOf(path)).text !== stamp) {
        await lock.release();
        return undefined;
      }
      await lock.commit();
      return true;
    } finally {
      await prepared.discard();
    }
  });
  return done === true;
}

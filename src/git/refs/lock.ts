import { link, open, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import { removeIfExists, writeNewFile } from '../../base/files.js';

/**
 * Git's lock of a file is a new file `<file>.lock`. We prepare the new content elsewhere and give it the lock's name only
 * when it is complete and on disk, so that a lock is held for less than a millisecond (a person's `git commit` waits for a
 * ref lock no longer than 100 ms) and a killed process hardly ever leaves one behind.
 */
export interface HeldLock {
  /** The prepared content becomes the file; the lock is gone. */
  commit(): Promise<void>;
  /** Lets go without a change. */
  release(): Promise<void>;
}

/** New content, on disk under a temporary name, that can become a lock in one step. */
export interface PreparedLock {
  /** Takes `<target>.lock`, holding the content. Undefined when somebody else holds it. */
  take(target: string): Promise<HeldLock | undefined>;
  /** Removes the temporary file; call it in any case. */
  discard(): Promise<void>;
}

/** `tmpDir` is on the same file system as the file to be locked. `mode` before the umask, default 0o666. */
export async function prepareLock(content: Buffer, options: { tmpDir: string; mode?: number }): Promise<PreparedLock> {
  // `git prune` sweeps left-over files of this prefix in the objects folder, where our callers put them.
  const prepared = await writeNewFile(options.tmpDir, 'tmp_lock_', content, { mode: options.mode, sync: true });
  return {
    take: async (target) => {
      const lock = `${target}.lock`;
      if (!(await linkOrCopy(prepared, lock, content, options.mode))) return undefined;
      return { commit: () => rename(lock, target), release: async () => void (await removeIfExists(lock)) };
    },
    discard: async () => void (await removeIfExists(prepared)),
  };
}

/**
 * Puts `content` in the place of `target` under git's lock. Undefined, and nothing done, when somebody holds the lock or, asked
 * under it, `unchanged` says that the file is no longer the one from which the content was made.
 */
export async function replaceLocked(
  target: string,
  content: Buffer,
  options: { tmpDir: string; unchanged: () => Promise<boolean> },
): Promise<true | undefined> {
  const prepared = await prepareLock(content, options);
  try {
    const lock = await prepared.take(target);
    if (lock === undefined) return undefined;
    if (!(await options.unchanged())) {
      await lock.release();
      return undefined;
    }
    await lock.commit();
    return true;
  } finally {
    await prepared.discard();
  }
}

/** Takes `<target>.lock` without content, only to keep others out. */
export async function takeEmptyLock(target: string): Promise<{ release(): Promise<void> } | undefined> {
  const lock = `${target}.lock`;
  try {
    await (await open(lock, 'wx')).close();
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return undefined;
    throw error;
  }
  return { release: async () => void (await removeIfExists(lock)) };
}

/** False when `lock` exists. */
async function linkOrCopy(prepared: string, lock: string, content: Buffer, mode = 0o666): Promise<boolean> {
  try {
    await link(prepared, lock);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT' || code === 'ENOSPC' || code === 'EROFS') throw error;
  }
  // No hard links on this file system.
  try {
    const file = await open(lock, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    await removeIfExists(lock);
    throw error;
  }
}

/**
 * Calls `attempt` until it gives something, waiting a little longer each time, at most `timeoutMs` in all.
 * Undefined when the time is up.
 */
export async function untilFree<T>(timeoutMs: number, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = performance.now() + timeoutMs;
  for (let wait = 2; ; wait = Math.min(wait * 2, 100)) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (performance.now() >= end) return undefined;
    // Spread out, so that two waiting writers do not meet at every attempt.
    await delay(wait * (0.5 + Math.random()));
  }
}

/** The error for a lock that stayed. We never remove it: only a person can know that no git process works there. */
export async function lockedError(lock: string, now: Date): Promise<PalaceError> {
  let age = '';
  try {
    const seconds = Math.round((now.getTime() - (await stat(lock)).mtimeMs) / 1000);
    if (seconds > 0) age = ` (it has been there for ${seconds} s)`;
  } catch {
    // gone this very moment: the message stands without its age
  }
  return new PalaceError('ref-locked', `another git process holds ${lock}${age}`, {
    exit: EXIT.locked,
    next: ['try again when the other git process has ended', `if none is running, remove ${lock}`],
    details: { lock },
  });
}

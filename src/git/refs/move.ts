import { appendFile, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { renderSignature } from '../objects/commit.js';
import type { Repository } from '../repository.js';
import { lockedError, type PreparedLock, prepareLock, takeEmptyLock, untilFree } from './lock.js';
import { type BranchMove, type RefStore, readHead, readRef } from './read.js';

const ZERO = '0'.repeat(40);
/** How long to wait for other git processes, which hold these locks for moments only. */
const LOCK_WAIT_MS = 5000;

export interface MoveOptions {
  now(): Date;
  /** Default 5000. */
  lockWaitMs?: number;
}

/** Refs as files, moved by git's own protocol: HEAD.lock, then the branch's lock, compare, reflogs, rename. */
export function fileRefStore(repository: Repository, options: MoveOptions): RefStore {
  return {
    head: () => readHead(repository),
    read: (name) => readRef(repository, name),
    move: (move) => moveBranch(repository, move, options),
  };
}

async function moveBranch(repository: Repository, move: BranchMove, options: MoveOptions): Promise<boolean> {
  const prepared = await prepareLock(Buffer.from(`${move.after}\n`), { tmpDir: join(repository.commonDir, 'objects') });
  try {
    let busy = '';
    const moved = await untilFree(options.lockWaitMs ?? LOCK_WAIT_MS, async () => {
      const outcome = await tryMove(repository, move, prepared);
      if (typeof outcome === 'boolean') return { outcome };
      busy = outcome.busy;
      return undefined;
    });
    if (moved === undefined) throw await lockedError(busy, options.now());
    return moved.outcome;
  } finally {
    await prepared.discard();
  }
}

/** True: moved. False: the branch or HEAD is not what was expected. `busy`: the lock that somebody holds. */
async function tryMove(
  repository: Repository,
  move: BranchMove,
  prepared: PreparedLock,
): Promise<boolean | { busy: string }> {
  const headFile = join(repository.gitDir, 'HEAD');
  const refFile = join(repository.commonDir, move.ref);
  await mkdir(dirname(refFile), { recursive: true });
  // Git locks HEAD too when it moves the branch that HEAD names: it keeps `git switch` and the log of HEAD apart from us.
  const headLock = await takeEmptyLock(headFile);
  if (headLock === undefined) return { busy: `${headFile}.lock` };
  try {
    const refLock = await prepared.take(refFile);
    if (refLock === undefined) return { busy: `${refFile}.lock` };
    try {
      const head = await readHead(repository);
      if (head.kind !== 'branch' || head.ref !== move.ref || head.commit !== move.before) {
        await refLock.release();
        return false;
      }
      await appendReflogs(repository, move);
      await refLock.commit();
      return true;
    } catch (error) {
      await refLock.release();
      throw error;
    }
  } finally {
    await headLock.release();
  }
}

async function appendReflogs(repository: Repository, move: BranchMove): Promise<void> {
  const line = `${move.before ?? ZERO} ${move.after} ${renderSignature(move.who)}\t${oneLine(move.message)}\n`;
  for (const path of [join(repository.commonDir, 'logs', move.ref), join(repository.gitDir, 'logs', 'HEAD')]) {
    if (!move.beginLogs && !(await isThere(path))) continue;
    await mkdir(dirname(path), { recursive: true });
    await appendFile(path, line);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Reflog text as git writes it: white space runs as one blank. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

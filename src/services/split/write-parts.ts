import { createHash } from 'node:crypto';
import { constants, copyFile, link, open, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PalaceError, systemCode } from '../../base/errors.js';
import { ensureDir, removeIfExists } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { storageError } from '../../palace/storage-error.js';
import { chunksOf, type ReadParts } from './read-parts.js';

/** What is to be written where. */
interface Job extends ReadParts {
  path: string;
  folder: string;
  /** One for each part. */
  names: readonly string[];
}

/** A part as it was written beside its place. */
interface Staged {
  temporary: string;
  sha256: string;
  bytes: number;
}

/** Names that are tried for a part when other files have the first ones. */
const MOST_NAMES = 1000;

/**
 * Writes every part beside its place, compares the whole with the source, and only then gives the parts their names. A name
 * that another file has is left to it; a file with the same bytes is the part, so that a second run writes nothing.
 * @throws PalaceError `source-changed` when the file is no longer what was looked through; `disk-full`, `read-only`.
 */
export async function writeParts(
  job: Job,
  runtime: Runtime,
): Promise<{ path: string; status: 'written' | 'exists' }[]> {
  const staged: Staged[] = [];
  try {
    await ensureDir(job.folder);
    const whole = createHash('sha256');
    for (const { start, bytes } of job.parts) {
      const temporary = join(job.folder, `.palace-split-${runtime.randomBytes(8).toString('hex')}`);
      const own: Staged = { temporary, sha256: '', bytes: 0 };
      staged.push(own);
      await stage(job.path, start, bytes, own, (chunk) => whole.update(chunk));
    }
    if (whole.digest('hex') !== job.sha256)
      throw new PalaceError('source-changed', `${job.path} changed while it was split; nothing was written`, {
        next: ['run the same command again'],
      });
    const done: { path: string; status: 'written' | 'exists' }[] = [];
    for (const [at, part] of staged.entries()) done.push(await settle(part, job.folder, job.names[at] ?? ''));
    return done;
  } catch (error) {
    throw error instanceof PalaceError ? error : storageError(error, job.folder);
  } finally {
    for (const { temporary } of staged) await removeIfExists(temporary);
  }
}

async function stage(
  source: string,
  start: number,
  length: number,
  own: Staged,
  seen: (chunk: Buffer) => void,
): Promise<void> {
  const hash = createHash('sha256');
  const file = await open(own.temporary, 'wx');
  try {
    for await (const chunk of chunksOf(source, start, length)) {
      await file.writeFile(chunk);
      hash.update(chunk);
      seen(chunk);
      own.bytes += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  own.sha256 = hash.digest('hex');
}

async function settle(
  part: Staged,
  folder: string,
  name: string,
): Promise<{ path: string; status: 'written' | 'exists' }> {
  const extension = extname(name);
  const base = name.slice(0, name.length - extension.length);
  for (let count = 1; count <= MOST_NAMES; count++) {
    const path = join(folder, count === 1 ? name : `${base}~${count}${extension}`);
    if (await place(part.temporary, path)) return { path, status: 'written' };
    if (await holds(path, part)) return { path, status: 'exists' };
  }
  throw new PalaceError('no-free-name', `${join(folder, name)} and ${MOST_NAMES - 1} names after it are taken`, {
    next: ['choose another folder with --output-dir'],
  });
}

/** Gives the file its name unless another one has it: false then. */
async function place(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
  }
  // A file system without hard links.
  try {
    await copyFile(temporary, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function holds(path: string, part: Staged): Promise<boolean> {
  const found = await stat(path);
  if (!found.isFile() || found.size !== part.bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(path, 0)) hash.update(chunk);
  return hash.digest('hex') === part.sha256;
}

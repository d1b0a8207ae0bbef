import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import { SkipSource } from './skip.js';
import { type StatKey, statKey } from './stat-key.js';
import type { Candidate, Place, SkippedSource, SkipReason, SourceRoot } from './types.js';

/** Bytes of a file that adapters may look at to know whether it is theirs. */
export const HEAD_BYTES = 64 * 1024;

/**
 * Never follows a link put in place after the check, never waits for a writer of a pipe. Windows has neither flag.
 */
const SAFE_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

const NOTHING = Buffer.alloc(0);

export type Opened = { candidate: Candidate } | { skipped: SkippedSource };

/**
 * One file of a root as a candidate, or why it is none: link, pipe, socket or device, larger than `maxBytes`, unreadable,
 * gone. `heads: false` leaves `head` empty (the file is then not even opened): for listing many files first and opening
 * each with another call later; a function says it for each file by its `statKey`. Synchronous: the walk asks this for every file, and small files are several times faster so.
 */
export function openCandidate(
  root: SourceRoot,
  relative: string,
  options: { maxBytes: number; place?: Place; heads?: boolean | ((relative: string, stat: StatKey) => boolean) },
): Opened {
  const path = join(root.path, relative);
  const skip = (reason: SkipReason, detail: string): Opened => ({ skipped: { path: relative, reason, detail } });
  let file: number | undefined;
  try {
    let stat = lstatSync(path);
    const irregular = refusal(stat, options.maxBytes);
    if (irregular !== undefined) return skip(...irregular);
    let head: Buffer = NOTHING;
    // Of the first look: whoever changes the file after it is noticed the next time.
    const key = statKey(stat);
    const { heads = true } = options;
    if (typeof heads === 'function' ? heads(relative, key) : heads) {
      file = openSync(path, SAFE_READ);
      stat = fstatSync(file);
      const changed = refusal(stat, options.maxBytes);
      if (changed !== undefined) return skip(...changed);
      head = readHead(file, stat.size);
    }
    return {
      candidate: {
        path,
        relative,
        size: stat.size,
        head,
        modified: stat.mtime,
        place: options.place ?? root.place,
        stat: key,
      },
    };
  } catch (error) {
    return skip(...failure(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readHead(file: number, size: number): Buffer {
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
  let filled = 0;
  while (filled < head.length) {
    const read = readSync(file, head, filled, head.length - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return filled === head.length ? head : head.subarray(0, filled);
}

function refusal(stat: Stats, maxBytes: number): [SkipReason, string] | undefined {
  if (stat.isSymbolicLink()) return ['symlink', 'symbolic links are not followed'];
  if (!stat.isFile()) return ['not-a-regular-file', `it is ${irregularKind(stat)}`];
  if (stat.size > maxBytes) return ['too-large', `${stat.size} bytes, the limit is ${maxBytes}`];
  return undefined;
}

function irregularKind(stat: Stats): string {
  if (stat.isFIFO()) return 'a named pipe';
  if (stat.isSocket()) return 'a socket';
  if (stat.isDirectory()) return 'a folder';
  return 'a device';
}

/** The reason and the sentence for a file that could not be read. */
export function failure(error: unknown): [SkipReason, string] {
  const code = systemCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return ['vanished', 'it is no longer there'];
  if (code === 'ELOOP') return ['symlink', 'symbolic links are not followed'];
  if (code === 'EACCES' || code === 'EPERM') return ['unreadable', 'no permission to read it'];
  return ['unreadable', error instanceof Error ? error.message : String(error)];
}

/**
 * All bytes of a candidate. A small file was already read whole by the walk. A file that grew past `maxBytes`, vanished or
 * became something else since then throws SkipSource.
 */
export async function readCandidate(candidate: Candidate, maxBytes: number): Promise<Buffer> {
  if (candidate.head.length === candidate.size && candidate.size < HEAD_BYTES) return candidate.head;
  return withFile(candidate, maxBytes, (handle) => handle.readFile());
}

/** Runs `use` with the candidate opened as safely as the walk does it. Errors become SkipSource. */
export async function withFile<T>(
  candidate: Candidate,
  maxBytes: number,
  use: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await openSafely(candidate, maxBytes);
  try {
    return await use(handle);
  } catch (error) {
    if (error instanceof SkipSource || systemCode(error) === undefined) throw error;
    throw new SkipSource(...failure(error));
  } finally {
    await handle.close();
  }
}

/** The candidate opened as safely as the walk does it; close it. @throws SkipSource when it is no longer what it was. */
export async function openSafely(candidate: Candidate, maxBytes: number): Promise<FileHandle> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(candidate.path, SAFE_READ);
    const changed = refusal(await handle.stat(), maxBytes);
    if (changed !== undefined) throw new SkipSource(...changed);
    return handle;
  } catch (error) {
    await handle?.close();
    if (error instanceof SkipSource || systemCode(error) === undefined) throw error;
    throw new SkipSource(...failure(error));
  }
}

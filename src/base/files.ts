import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { PalaceError, systemCode } from './errors.js';

export interface WriteOptions {
  /** Where the temporary file is made (created when missing). Same file system as `path`. */
  tmpDir: string;
  /** Permission bits before the umask; default 0o666. */
  mode?: number;
  /** Wait until the bytes are on the disk; default false. */
  sync?: boolean;
}

/**
 * Writes a file so that a reader, or a crash, sees either the old bytes or the new ones: a new temporary file, then a
 * rename. The folder of `path` must exist. On failure the temporary file is removed and the system error is thrown.
 */
export async function writeFileAtomic(
  path: string,
  bytes: Buffer | readonly Buffer[],
  options: WriteOptions,
): Promise<void> {
  await ensureDir(options.tmpDir);
  const temporary = await writeNewFile(options.tmpDir, 'write-', bytes, options);
  try {
    await rename(temporary, path);
  } catch (error) {
    await removeIfExists(temporary);
    throw error;
  }
}

/**
 * A new file of a random name in `dir`, never an existing one, holding `bytes`. Gives its path. Nothing is left behind
 * when the write fails (a full disk).
 */
export async function writeNewFile(
  dir: string,
  prefix: string,
  bytes: Buffer | readonly Buffer[],
  options: { mode?: number; sync?: boolean } = {},
): Promise<string> {
  const path = join(dir, `${prefix}${process.pid}-${randomBytes(8).toString('hex')}`);
  const file = await open(path, 'wx', options.mode ?? 0o666);
  try {
    await writeAll(file, Buffer.isBuffer(bytes) ? [bytes] : bytes);
    if (options.sync) await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await removeIfExists(path);
    throw error;
  }
  return path;
}

/** Bytes handed to the system at a time. */
const WRITE_SIZE = 4 * 1024 * 1024;

/** Small parts are put together first: ten thousand calls cost more than the copies. */
async function writeAll(file: FileHandle, parts: readonly Buffer[]): Promise<void> {
  let gathered: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const [only] = gathered;
    await writeWhole(file, gathered.length === 1 && only !== undefined ? only : Buffer.concat(gathered));
    gathered = [];
    size = 0;
  };
  for (const part of parts) {
    const isLarge = part.length > WRITE_SIZE / 4;
    if (isLarge && size > 0) await flush();
    gathered.push(part);
    size += part.length;
    if (isLarge || size >= WRITE_SIZE) await flush();
  }
  if (size > 0) await flush();
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  let offset = 0;
  while (offset < bytes.length) offset += (await file.write(bytes, offset)).bytesWritten;
}

/**
 * The bytes of a file. A pipe in its place would hold the program for ever, a device fill its memory.
 * @throws PalaceError `not-a-file`; the system's error when it is missing or cannot be read.
 */
export async function readRegularFile(path: string): Promise<Buffer> {
  const stats = await stat(path);
  if (!stats.isFile() && !stats.isDirectory())
    throw new PalaceError('not-a-file', `${path} is no regular file (a pipe or a device)`, {
      next: [`put a file in the place of ${path}`],
      details: { path },
    });
  return readFile(path);
}

/** Bytes of a file; undefined when there is none (nor a folder on the way to it). Other errors are thrown. */
export async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readRegularFile(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether something stands at a path that can be looked at; a link counts for what it leads to. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}

/** Makes a folder and its parents; no error when it is there. */
export async function ensureDir(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
}

/** Removes a file; true when there was one. */
export async function removeIfExists(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Whether `path` is `root` or lies below it, judged by the text of the two absolute paths (symbolic links are not followed). */
export function isInside(root: string, path: string): boolean {
  const step = relative(root, path);
  return step === '' || (step !== '..' && !step.startsWith(`..${sep}`) && !isAbsolute(step));
}

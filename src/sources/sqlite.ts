import { constants } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { temporaryFolder } from '../base/temporary-folder.js';
import { failure } from './candidate.js';
import { SkipSource } from './skip.js';
import type { Candidate } from './types.js';

/** Text, number, bytes or null by the name of the column. */
export type Row = Readonly<Record<string, unknown>>;

/** Questions to a database that is only read. */
export interface ReadOnlyDatabase {
  all(sql: string, values?: readonly (string | number)[]): Row[];
}

/** True for the beginning of a SQLite file. */
export function isSqlite({ head }: Pick<Candidate, 'head'>): boolean {
  return head.subarray(0, 16).toString('latin1') === 'SQLite format 3\0';
}

/**
 * What `use` gives of a database, one after the other. Opens a copy of it, with what its program has not yet written into it
 * (`-wal`, `-journal`), and removes the copy afterwards: the program may be running, and nothing must be written or locked
 * beside its file.
 * @throws SkipSource `damaged` when it is no readable database, and what copying can meet.
 */
export async function* fromDatabase<T>(
  candidate: Candidate,
  runtime: Runtime,
  use: (database: ReadOnlyDatabase) => Iterable<T>,
): AsyncGenerator<T> {
  const folder = await mkdtemp(join(temporaryFolder(runtime), 'palace-sqlite-'));
  try {
    const path = join(folder, 'copy.db');
    await copyDatabase(candidate, path);
    const { default: sqlite } = await import('node-sqlite3-wasm');
    const database = new sqlite.Database(path, { fileMustExist: true });
    try {
      // Without shared memory a write-ahead log can only be read by one alone.
      database.exec('PRAGMA locking_mode = EXCLUSIVE');
      yield* use({ all: (sql, values) => database.all(sql, [...(values ?? [])]) });
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'SQLite3Error')
      throw new SkipSource('damaged', `SQLite: ${error.message}`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyDatabase(candidate: Candidate, path: string): Promise<void> {
  try {
    await copyFile(candidate.path, path, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new SkipSource(...failure(error));
  }
  for (const suffix of ['-wal', '-journal']) {
    candidate.trace?.file(`${candidate.path}${suffix}`);
    try {
      await copyFile(`${candidate.path}${suffix}`, `${path}${suffix}`, constants.COPYFILE_FICLONE);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
}

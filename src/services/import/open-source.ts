import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import { EXPORTED } from '../export/stage.js';
import { readLines } from './read-lines.js';
import { readTree } from './read-tree.js';
import type { ImportFormat, Reading } from './types.js';

export interface OpenedSource {
  format: ImportFormat;
  reading: Reading;
  notes: string[];
  /** Lets go of what was made to read it. */
  close?(): Promise<void>;
}

/**
 * Finds out what `path` (absolute) is, and opens it.
 * @throws PalaceError `not-found` (exit 4), `no-export` (exit 2).
 */
export async function openSource(path: string): Promise<OpenedSource> {
  const stats = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === undefined) throw error;
    throw new PalaceError('not-found', `there is nothing to read at ${path} (${systemCode(error)})`, {
      exit: EXIT.notFound,
      details: { path },
    });
  });
  if (stats.isDirectory()) return openFolder(path);
  if (!stats.isFile()) throw noExport(path);
  const first = await firstBytes(path);
  if (/^\s*\{/.test(first.replace(/^\uFEFF/, ''))) return { format: 'jsonl', reading: readLines(path), notes: [] };
  throw noExport(path);
}

async function openFolder(path: string): Promise<OpenedSource> {
  const names = await readdir(path);
  if (names.includes(EXPORTED.lines))
    return { format: 'jsonl', reading: readLines(join(path, EXPORTED.lines)), notes: [] };
  if (!names.includes(EXPORTED.wings)) throw noExport(path);
  return { format: 'markdown', reading: readTree(path), notes: [] };
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function noExport(path: string): PalaceError {
  return new PalaceError('no-export', `${path} is no export of a palace`, {
    exit: EXIT.usage,
    next: [
      'give a folder that palace export made (with wings/ or drawers.jsonl in it), or a .jsonl file',
      'palace mine PATH: reads notes, projects and conversations of every other kind',
    ],
    details: { path },
  });
}

import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashBlob } from '../git/hash.js';
import type { ObjectId, UnsavedEntry } from '../git/types.js';
import { PATHS, parseDrawerPath } from '../palace/layout.js';
import { LARGEST_INDEXED } from './document.js';
import type { ViewRow } from './view.js';

/** How the work tree differs from HEAD, as far as drawers go. */
export interface Unsaved {
  /** Paths of drawers that differ: added, changed or removed. */
  paths: ReadonlySet<string>;
  /** Drawers as they stand now, in order of path. */
  rows: ViewRow[];
  /** Sizes of files too large to read, by the stand-in id they are listed under. */
  tooLarge: ReadonlyMap<ObjectId, number>;
  /** Markdown files below `wings/` that stand where no drawer can. */
  strays: string[];
}

export const NOTHING_UNSAVED: Unsaved = { paths: new Set(), rows: [], tooLarge: new Map(), strays: [] };

/** Reads and hashes every unsaved drawer. A file that is gone, or no regular file, counts as removed. */
export function readUnsaved(root: string, entries: readonly UnsavedEntry[]): Unsaved {
  const paths = new Set<string>();
  const rows: ViewRow[] = [];
  const tooLarge = new Map<ObjectId, number>();
  const strays: string[] = [];
  for (const { path, work } of entries) {
    if (work === 'same' || !path.startsWith(`${PATHS.wings}/`) || !path.endsWith('.md')) continue;
    if (parseDrawerPath(path) === undefined) {
      if (work !== 'removed') strays.push(path);
      continue;
    }
    paths.add(path);
    if (work === 'removed') continue;
    const file = join(root, path);
    const status = lstatSync(file, { throwIfNoEntry: false });
    if (status === undefined || !status.isFile()) continue;
    if (status.size > LARGEST_INDEXED) {
      const blob = hashBlob(Buffer.from(`too large\0${path}\0${status.size}\0${status.mtimeMs}`));
      tooLarge.set(blob, status.size);
      rows.push({ path, blob });
      continue;
    }
    const content = readQuietly(file);
    if (content !== undefined) rows.push({ path, blob: hashBlob(content) });
  }
  rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { paths, rows, tooLarge, strays };
}

/** Bytes of a file, undefined when it cannot be read (gone since it was listed, no permission). */
export function readQuietly(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

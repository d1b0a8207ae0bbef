import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { hashBlob } from '../../git/hash.js';
import type { ObjectId } from '../../git/types.js';
import type { SourcesState } from '../../palace/sources-log.js';
import type { BodyHash, Palace } from '../../palace/types.js';
import type { Catalog, Entry } from './catalog.js';
import { DrawerHistory } from './history.js';

/** What planning needs to know of the palace; it writes nothing. */
export interface PlanContext {
  palace: Palace;
  catalog: Catalog;
  history: DrawerHistory;
  sources: SourcesState;
  /** Whether a purged text may not come back. */
  isForgotten(hash: BodyHash): boolean;
  /** Move standing drawers to the room that routing gives today. */
  reroute: boolean;
}

export function planContext(
  palace: Palace,
  catalog: Catalog,
  sources: SourcesState,
  options: { reroute: boolean; isForgotten(hash: BodyHash): boolean },
): PlanContext {
  return { palace, catalog, history: new DrawerHistory(palace.git, catalog.commit), sources, ...options };
}

/** Bytes of a drawer as HEAD has them; the work tree is read where it is the same, which is quicker. */
export async function headBytes(context: PlanContext, entry: Entry): Promise<Buffer> {
  if (entry.state === 'clean') {
    const bytes = await workBytes(context, entry.path);
    if (bytes && hashBlob(bytes) === entry.blob) return bytes;
    // Changed since the catalog was read.
    entry.state = bytes ? 'edited' : 'removed';
  }
  return context.palace.git.readBlob(entry.blob);
}

/** Bytes of a file of the work tree, undefined when there is none. */
export async function workBytes(context: PlanContext, path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(join(context.palace.root, path));
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

export function blobReader(context: PlanContext): (id: ObjectId) => Promise<Buffer> {
  return (id) => context.palace.git.readBlob(id);
}

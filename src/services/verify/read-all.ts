import { EXIT, PalaceError } from '../../base/errors.js';
import { readDrawer } from '../../palace/drawers.js';
import type { Drawer, Palace } from '../../palace/types.js';

/** A drawer, or why the file at its place cannot be read as one. */
export type Reading = { path: string; drawer: Drawer } | { path: string; failure: string };

/** Files read at once: enough to keep a disk busy, few enough to hold in memory. */
const AT_ONCE = 16;

/**
 * The drawers at these paths, in the order of the paths. One that vanishes meanwhile or cannot be read is a `failure`.
 * @throws PalaceError `interrupted` when the runtime's signal is aborted.
 */
export async function* readAll(palace: Palace, paths: readonly string[]): AsyncGenerator<Reading> {
  const { runtime } = palace;
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    if (runtime.signal?.aborted)
      throw new PalaceError('interrupted', 'interrupted; nothing was changed', { exit: EXIT.interrupted });
    runtime.onProgress?.({ phase: 'scan', done: from, total: paths.length, label: 'drawers' });
    yield* await Promise.all(paths.slice(from, from + AT_ONCE).map((path) => readOne(palace, path)));
  }
}

async function readOne(palace: Palace, path: string): Promise<Reading> {
  try {
    return { path, drawer: await readDrawer(palace, path) };
  } catch (error) {
    if (error instanceof PalaceError) return { path, failure: error.message };
    throw error;
  }
}

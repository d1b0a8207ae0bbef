import { type LiveIndex, type OpenOptions, openLiveIndex } from '../../index/live.js';
import type { DrawerRow } from '../../index/types.js';
import type { Palace } from '../../palace/types.js';

/** Opens the index of the work tree for one piece of work and lets go of its files afterwards. */
export async function withLiveIndex<T>(
  palace: Palace,
  work: (index: LiveIndex) => Promise<T> | T,
  options: OpenOptions = {},
): Promise<T> {
  const index = await openLiveIndex(palace, options);
  try {
    return await work(index);
  } finally {
    index.close();
  }
}

/** All drawers of the work tree, by path: what they are, not their words. */
export function liveRows(palace: Palace): Promise<readonly DrawerRow[]> {
  return withLiveIndex(palace, (index) => index.rows);
}

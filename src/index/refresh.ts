import { catchUp } from '../palace/lagging.js';
import type { Palace } from '../palace/types.js';
import { openLive } from './live.js';
import type { IndexState } from './types.js';

/** State of the index after a refresh, and what the refresh did. */
export interface RefreshResult extends IndexState {
  /** Versions of drawers read and tokenised now. */
  added: number;
  /** Drawers whose path is gone since the last refresh. */
  removed: number;
}

/**
 * Brings the cached index up to the work tree and compacts it, and git's index up to a commit that it was not told of. `rebuild`: from nothing, whatever the cache holds.
 * Services call it after a bulk write; a search does the same (without large compactions) for itself.
 */
export async function refreshIndex(palace: Palace, options: { rebuild?: boolean } = {}): Promise<RefreshResult> {
  // Git's own index, which is another one: a write that found it busy leaves it behind.
  await catchUp(palace.git);
  const { index, indexed, removed } = await openLive(palace, {
    refresh: true,
    thorough: true,
    rebuild: options.rebuild ?? false,
  });
  try {
    return { ...index.state(), added: indexed, removed: removed() };
  } finally {
    index.close();
  }
}

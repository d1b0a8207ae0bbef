import type { ObjectId } from '../../git/types.js';
import { CacheStore } from '../../index/cache-store.js';
import { DamagedCacheError } from '../../index/container.js';
import type { Palace } from '../../palace/types.js';

/** The search cache as it lies on the disk. `search` brings it up to date by itself; nothing here starts that. */
export interface IndexGlance {
  /** `behind`: it was last brought up to date at another commit. `missing`: there is none, or none that can be read. */
  state: 'missing' | 'fresh' | 'behind';
  commit: string | null;
  /** Null when missing. */
  drawers: number | null;
  bytes: number;
}

/** Reads a few bytes of the cache; never writes. `head`: absent before the first commit. */
export function readIndexGlance(palace: Palace, head: ObjectId | undefined): IndexGlance {
  const store = new CacheStore(palace.cacheDir, palace.runtime);
  try {
    const { manifest, set } = store.load();
    try {
      if (!manifest.live) return { state: 'missing', commit: null, drawers: null, bytes: store.bytes() };
      const { commit, view } = manifest.live;
      const state = commit === (head ?? null) ? 'fresh' : 'behind';
      return { state, commit, drawers: store.view(view).count, bytes: store.bytes() };
    } finally {
      set.close();
    }
  } catch (error) {
    if (!(error instanceof DamagedCacheError)) throw error;
    return { state: 'missing', commit: null, drawers: null, bytes: 0 };
  }
}

import type { ObjectId } from '../../git/types.js';
import { CacheStore } from '../../index/cache-store.js';
import { DamagedCacheError } from '../../index/container.js';
import type { View } from '../../index/view.js';
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
  return readIndexPaths(palace, head).glance;
}

/** The same, with `saved`: the drawers of `head`, where the cache knows them (git needs two processes for it). */
export function readIndexPaths(palace: Palace, head: ObjectId | undefined): { glance: IndexGlance; saved?: View } {
  const store = new CacheStore(palace.cacheDir, palace.runtime);
  try {
    const { manifest, set } = store.load();
    try {
      const bytes = store.bytes();
      if (!manifest.live) return { glance: { state: 'missing', commit: null, drawers: null, bytes } };
      const { commit } = manifest.live;
      const view = store.view(manifest.live.view);
      const fresh = commit === (head ?? null);
      return {
        glance: { state: fresh ? 'fresh' : 'behind', commit, drawers: view.count, bytes },
        ...(fresh && { saved: view }),
      };
    } finally {
      set.close();
    }
  } catch (error) {
    if (!(error instanceof DamagedCacheError)) throw error;
    return { glance: { state: 'missing', commit: null, drawers: null, bytes: 0 } };
  }
}

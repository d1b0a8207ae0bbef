import { openLiveIndex } from '../../index/live.js';
import type { IndexState } from '../../index/types.js';
import type { Palace } from '../../palace/types.js';
import { readIndexGlance } from '../status/index-glance.js';

/** The search index as it lies in the cache, and whether the next search has work to do first. */
export interface IndexStatus extends IndexState {
  /** `behind`: HEAD has moved since; `missing`: the next search builds it. Unsaved edits are looked at in any case. */
  state: 'missing' | 'fresh' | 'behind';
}

/** Looks only: nothing is indexed and nothing is written. */
export async function readIndexStatus(palace: Palace): Promise<IndexStatus> {
  const head = await palace.git.head();
  const glance = readIndexGlance(palace, head.commit);
  if (glance.state === 'missing')
    return { state: 'missing', commit: null, drawers: 0, passages: 0, segments: 0, bytes: glance.bytes, problems: [] };
  const index = await openLiveIndex(palace, { refresh: false });
  try {
    return { state: glance.state, ...index.state() };
  } finally {
    index.close();
  }
}

import { join } from 'node:path';
import type { Palace } from '../../palace/types.js';
import type { EmbedderSource } from '../embedding/types.js';
import type { View } from '../view.js';
import { FinishedSets, fingerprintOf } from './finished.js';
import { SIZES, vectorsFolder } from './meaning.js';
import { VectorFolder } from './store/vector-folder.js';

/** The vectors of a model as they lie on the disk. */
export interface MeaningGlance {
  vectors: number;
  /** True when every drawer of `saved` has its vectors; false when some wait; null when that is not known. */
  complete: boolean | null;
}

/** Reads the lists of the vectors, never the vectors. @param saved the drawers of HEAD, where the cache knows them. */
export function readMeaningGlance(palace: Palace, source: EmbedderSource, saved: View | undefined): MeaningGlance {
  const folder = vectorsFolder(palace, source);
  let vectors = 0;
  for (const size of SIZES) {
    const { manifest } = new VectorFolder(join(folder, size), palace.runtime).manifest();
    if (manifest?.model !== source.id) continue;
    for (const { rows, dead } of manifest.shards) vectors += rows - dead.size;
  }
  const finished = new FinishedSets(join(folder, 'finished'), palace.runtime);
  const complete =
    saved === undefined
      ? null
      : saved.count === 0 || finished.has(fingerprintOf(saved.blobIds), Number.POSITIVE_INFINITY);
  return { vectors, complete };
}

import type { Runtime } from '../../../base/runtime.js';
import type { VectorStore } from './types.js';
import { VectraVectorStore } from './vectra-store.js';

/** Up to here every vector is looked at; a scan of so many takes about 60 ms. */
const EXACT_UP_TO = 100_000;

export interface OpenVectorStore {
  dimensions: number;
  /** Name of the model that the vectors are of, with whatever makes its vectors differ (version, settings). */
  model: string;
  runtime: Runtime;
  /** Write nothing: what is added stays in memory. Default false. */
  readOnly?: boolean;
  /** For a process that stays: holds vectors in memory once they were looked at, up to 384 MB. Default false. */
  resident?: boolean;
  /** Most vectors of which a query looks at all; above, at the signs of all and at the vectors of the closest. Default 100,000. */
  exactUpTo?: number;
}

/**
 * The vectors in a folder (made by the first writing). Never fails for what it finds there: damaged files are left out with one
 * warning (`lost`), a folder that cannot be written leaves new vectors in memory with one warning, and one that holds vectors of another
 * model or other dimensions is told of (warning, `health`), gives none of them, and is not changed: `upsert` throws.
 */
export async function openVectorStore(
  folder: string,
  { dimensions, model, runtime, readOnly = false, resident = false, exactUpTo = EXACT_UP_TO }: OpenVectorStore,
): Promise<VectorStore> {
  return VectraVectorStore.open(folder, { dimensions, model, signsAbove: exactUpTo }, runtime, { readOnly, resident });
}

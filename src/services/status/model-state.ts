import { PalaceError } from '../../base/errors.js';
import { resolveModel } from '../../index/embedding/resolve.js';
import { readMeaningGlance } from '../../index/vectors/glance.js';
import type { View } from '../../index/view.js';
import type { Palace } from '../../palace/types.js';

/** The embedding model that this user chose, and how far the vectors of this palace are. */
export interface ModelState {
  /** Null when vectors are turned off. */
  name: string | null;
  /** Identity of its vectors; null without a model, or when it cannot be used. */
  id: string | null;
  /** How a search is done by default. */
  search: 'hybrid' | 'keyword';
  vectors: number;
  /** Whether every saved drawer has its vectors; null when that is not known without reading the index. */
  complete: boolean | null;
  /** What is wrong with the model, and what to do. */
  problem: string | null;
}

/** Looks at the model's files and the lists of its vectors; loads neither. @param saved the drawers of HEAD, where they are known. */
export async function readModelState(palace: Palace, saved: View | undefined): Promise<ModelState> {
  const { model: name } = palace.settings;
  const none = { id: null, search: 'keyword' as const, vectors: 0, complete: null };
  try {
    const source = await resolveModel(palace.runtime, palace.settings);
    if (source === undefined) return { name: null, ...none, problem: null };
    const glance = readMeaningGlance(palace, source, saved);
    return { name: source.name, id: source.id, search: 'hybrid', ...glance, problem: null };
  } catch (error) {
    if (!(error instanceof PalaceError)) throw error;
    return { name, ...none, problem: [error.message, ...error.next].join('; ') };
  }
}

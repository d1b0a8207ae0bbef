import { PalaceError } from '../../base/errors.js';
import type { Palace } from '../../palace/types.js';
import type { KeptIndexes } from '../../search/kept.js';
import type { SearchModel } from '../../search/meaning-arm.js';
import { search } from '../../search/search.js';
import type { SearchRequest, SearchResult } from '../../search/types.js';

/**
 * A search as a person or agent asks for it: with the model that this user chose, as far as it can be used. A model that is missing or
 * damaged costs the part by meaning, and a note.
 * @param given the model of a process that stays, or one that is being loaded.
 * @param kept the indexes of a process that stays.
 * @throws PalaceError those of {@link search}; in mode `vector` also what is wrong with the model.
 */
export async function findMemories(
  palace: Palace,
  request: SearchRequest,
  given?: SearchModel,
  kept?: KeptIndexes,
): Promise<SearchResult> {
  const options = kept === undefined ? {} : { kept };
  if (request.mode === 'keyword') return search(palace, request, options);
  if (given !== undefined) return search(palace, request, { ...options, model: given });
  const { resolveModel } = await import('../../index/embedding/resolve.js');
  try {
    const source = await resolveModel(palace.runtime, palace.settings);
    return await search(palace, request, source === undefined ? options : { ...options, model: { source } });
  } catch (error) {
    if (!(error instanceof PalaceError) || !error.code.startsWith('model-') || request.mode === 'vector') throw error;
    const result = await search(palace, { ...request, mode: 'keyword' }, options);
    const [cure] = error.next;
    const note = `found by words only: ${error.message}${cure === undefined ? '' : `; ${cure}`}`;
    return { ...result, notes: [...result.notes, note] };
  }
}

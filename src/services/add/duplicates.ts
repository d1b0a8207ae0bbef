import { PalaceError } from '../../base/errors.js';
import { readDrawer } from '../../palace/drawers.js';
import { GENERAL, wingName } from '../../palace/names.js';
import type { Drawer, Palace } from '../../palace/types.js';
import type { SearchModel } from '../../search/meaning-arm.js';
import { type ContentInput, readContent } from '../content/content.js';
import { mustStand } from '../select/filters.js';
import { withLiveIndex } from '../select/live-rows.js';
import { type Twin, telling, twinsAmong } from './twins.js';

/** Candidates of each wing that are compared word by word. */
const CANDIDATES = 5;

export interface DuplicateRequest {
  content: ContentInput;
  /** Default: all wings. */
  wing?: string;
}

/** Drawers that say the same as a text. */
export interface Duplicates {
  /** By their words: `similarity` 1 is the same bytes, from 0.9 on nearly the same. */
  twins: Twin[];
  /** By meaning, as far as a loaded model can tell; `similarity` is the cosine, from 0.9 on. */
  related: Twin[];
}

/**
 * What stands in the palace that says the same as a text which is not filed.
 * @throws PalaceError `not-found` for a wing that is not there, and what {@link readContent} throws.
 */
export async function findDuplicates(
  palace: Palace,
  request: DuplicateRequest,
  model?: SearchModel,
): Promise<Duplicates> {
  const { body } = await readContent(palace, request.content);
  const only = request.wing === undefined ? undefined : wingName(request.wing);
  const words = telling(body);
  const { wings, candidates } = await withLiveIndex(palace, async (index) => {
    const all = [...index.places().keys()];
    if (only !== undefined) mustStand('wing', only, all);
    const looked = only === undefined ? all : [only];
    const paths = words === undefined ? [] : looked.flatMap((wing) => index.nearest(words, wing, CANDIDATES));
    return { wings: looked, candidates: await standing(palace, paths) };
  });
  const twins = twinsAmong(candidates, body, GENERAL);
  const { source, warm } = model ?? {};
  if (source === undefined || warm === undefined) return { twins, related: [] };
  const { nearByMeaning } = await import('./near-meaning.js');
  const named = new Set(twins.map(({ id }) => id));
  const near = await Promise.all(wings.map((wing) => nearByMeaning(palace, { source, warm }, { wing, body })));
  return { twins, related: near.flat().filter(({ id }) => !named.has(id)) };
}

/** Those that can be read now. */
async function standing(palace: Palace, paths: readonly string[]): Promise<Drawer[]> {
  const drawers: Drawer[] = [];
  for (const path of paths) {
    try {
      drawers.push(await readDrawer(palace, path));
    } catch (error) {
      if (!(error instanceof PalaceError)) throw error;
    }
  }
  return drawers;
}

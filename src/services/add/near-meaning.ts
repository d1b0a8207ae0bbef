import { Meaning } from '../../index/vectors/meaning.js';
import { readDrawer } from '../../palace/drawers.js';
import type { Palace, WingName } from '../../palace/types.js';
import type { SearchModel } from '../../search/meaning-arm.js';
import { withLiveIndex } from '../select/live-rows.js';
import { type Twin, toTwin } from './twins.js';

/** From this cosine on two texts say the same, as far as the model can tell. */
const NEAR = 0.9;
/** Most drawers named. */
const MOST = 5;

/**
 * Drawers of a wing with a passage that says what a new text says, by a model that is loaded already. It cannot tell a statement from
 * its denial, so it is advice: nothing is kept from being filed because of it. `similarity` is the cosine.
 */
export async function nearByMeaning(
  palace: Palace,
  { source, warm }: Required<SearchModel>,
  { wing, body }: { wing: WingName; body: Buffer },
): Promise<Twin[]> {
  const [embedding] = await warm.embed([body.toString('utf8')]);
  // Of a longer text the model has read the beginning only.
  if (embedding?.vector === undefined || embedding.clipped) return [];
  const { vector } = embedding;
  const meaning = await Meaning.open(palace, source);
  try {
    const near = await withLiveIndex(palace, async (index) => {
      const hits = await meaning.find(index.versions(), { vector, pool: 50, accepts: (row) => row.wing === wing });
      const best = new Map<string, number>();
      for (const { row, score } of hits)
        if (score >= NEAR) best.set(row.path, Math.max(score, best.get(row.path) ?? 0));
      return [...best].sort(([, a], [, b]) => b - a).slice(0, MOST);
    });
    return await Promise.all(near.map(async ([path, score]) => toTwin(await readDrawer(palace, path), score)));
  } finally {
    meaning.close();
  }
}

/**
 * Every weight of ranking, in one place. Measured with `npm run bench:retrieval`: LoCoMo and devmem move by less than a point around
 * these.
 */
export interface SearchPolicy {
  /**
   * Passages kept for ranking, best first. Independent of `limit`, so that the first 5 of `--limit 20` are the 5 of
   * `--limit 5`.
   */
  pool: number;
  /** Weights of the fields of a passage. */
  boosts: { text: number; title: number; speaker: number };
  /** Raise for a passage with a name that hardly any other has, so that it is not drowned by common words. */
  rareName: number;
  /** Weight of a name as a whole (`getUserName`, `v2.3.1`). */
  identifier: number;
  /** Weight of the pieces of such a name. */
  part: number;
  /** What each further passage of a drawer adds to its best one: `spread`, then `spread * decay`, … of its score. */
  spread: number;
  decay: number;
  /** Raise for a drawer that holds all words of the query (nothing for one that holds no more than its best passage does). */
  coverage: number;
  /** Raise for a passage that holds every quoted phrase as it stands. */
  phrase: number;
  /** Drawers whose text is looked at for quoted phrases. */
  phrasePool: number;
  /** Units of each size that the vectors give, best first; independent of `limit` like `pool`. */
  unitPool: number;
  /** Where vectors alone are asked: what each further unit of a drawer adds to its nearest one, falling by `decay`. */
  unitSpread: number;
  /** Weights of the vectors beside the words; see `fuse`. */
  window: number;
  sentence: number;
  undecided: number;
  /** Weight of sentences beside windows where vectors alone are asked. */
  sentenceAlone: number;
  /** A drawer without any of the words is shown from this cosine on. */
  leastCosine: number;
  /** Near drawers whose words are weighed although they are not among the best by words. */
  rescored: number;
  /** Most texts that a search embeds for drawers that wait, and most drawers that it reads for that. */
  fillTexts: number;
  fillDrawers: number;
  /** Raise, by rank, for the drawers whose closets fit the query best; none where all are 0. See `raiseByStructure`. */
  closets: readonly number[];
  /** Best drawers whose closets and halls are looked at. */
  closetPool: number;
  /** Raise for a drawer whose best passage is of the hall that the question asks for. */
  hall: number;
}

export const POLICY: SearchPolicy = {
  pool: 300,
  boosts: { text: 1, title: 1, speaker: 1 },
  rareName: 1,
  identifier: 1.2,
  part: 0.5,
  spread: 0.2,
  decay: 0.7,
  coverage: 0.6,
  phrase: 1,
  phrasePool: 100,
  unitPool: 1_000,
  unitSpread: 0.2,
  window: 0.17,
  sentence: 0.01,
  undecided: 0.2,
  sentenceAlone: 0.7,
  leastCosine: 0.15,
  rescored: 100,
  fillTexts: 64,
  fillDrawers: 64,
  closets: [],
  closetPool: 20,
  hall: 0,
};

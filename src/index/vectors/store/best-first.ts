import type { VectorHit, VectorQuery } from './types.js';

/** Candidates by number: their scores, and the ids that break ties. */
export interface Scored {
  /** Numbers of the candidates that count. Taken over: it is reordered. */
  rows: Uint32Array;
  /** By row. */
  scores: Float64Array;
  id(row: number): string;
}

/**
 * The best hits, best first, equal scores by id. A heap gives one candidate after the other, so that nothing is sorted that is not
 * looked at and a filter is asked no more often than needed. `above`: only scores above this.
 */
export function bestFirst(
  { rows, scores, id }: Scored,
  { count, accepts, above = Number.NEGATIVE_INFINITY }: VectorQuery & { above?: number },
): VectorHit[] {
  let size = rows.length;
  const before = (a: number, b: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0);
    return difference > 0 || (difference === 0 && id(a) < id(b));
  };
  const sink = (from: number): void => {
    const row = rows[from] ?? 0;
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      const right = child + 1;
      if (right < size && before(rows[right] ?? 0, rows[child] ?? 0)) child = right;
      const below = rows[child] ?? 0;
      if (!before(below, row)) break;
      rows[at] = below;
      at = child;
    }
    rows[at] = row;
  };
  for (let at = (size >> 1) - 1; at >= 0; at--) sink(at);
  const hits: VectorHit[] = [];
  while (size > 0 && hits.length < count) {
    const best = rows[0] ?? 0;
    if (!((scores[best] ?? 0) > above)) break;
    size--;
    rows[0] = rows[size] ?? 0;
    sink(0);
    const name = id(best);
    if (accepts === undefined || accepts(name)) hits.push({ id: name, score: scores[best] ?? 0 });
  }
  return hits;
}

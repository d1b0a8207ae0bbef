import type { VectorHit, VectorQuery } from './types.js';

/** Candidates by number: their scores, and the ids that break ties. */
export interface Scored {
  /** Numbers of the candidates that count. */
  rows: Uint32Array;
  /** By row. */
  scores: Float64Array;
  id(row: number): string;
}

/** Candidates for each hit that are looked at before all are put in order: few for a filter that takes most, more for another. */
const LEADING_A_HIT = [1.25, 4];

/**
 * The best hits, best first, equal scores by id. `above`: only scores above this. Candidates are found in order as they are needed, so
 * that nothing is sorted that is not looked at and a filter is asked no more often than it must be.
 */
export function bestFirst(
  { rows, scores, id }: Scored,
  { count, accepts, above = Number.NEGATIVE_INFINITY }: VectorQuery & { above?: number },
): VectorHit[] {
  const before = (a: number, b: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0);
    return difference > 0 || (difference === 0 && id(a) < id(b));
  };
  const hits: VectorHit[] = [];
  /** False when no later candidate can be a hit. */
  const take = (row: number): boolean => {
    const score = scores[row] ?? 0;
    if (!(score > above)) return false;
    const name = id(row);
    if (accepts === undefined || accepts(name)) hits.push({ id: name, score });
    return hits.length < count;
  };
  if (count <= 0) return hits;
  let seen = new Set<number>();
  for (const share of accepts === undefined ? [1] : LEADING_A_HIT) {
    const most = Math.ceil(share * count);
    const leading = leadingOf(rows, most, before, scores);
    // The first ones are those of the round before.
    if (!leading.slice(seen.size).every(take) || leading.length < most) return hits;
    seen = new Set(leading);
  }
  for (const row of inOrder(
    rows.filter((other) => !seen.has(other)),
    before,
  ))
    if (!take(row)) break;
  return hits;
}

/** Steps between the lowest and the highest score by which candidates are told apart before any two are compared. */
const STEPS = 2048;

/** The first `most` rows in order: those on the highest steps that hold so many are compared, the others never. */
function leadingOf(
  rows: Uint32Array,
  most: number,
  before: (a: number, b: number) => boolean,
  scores: Float64Array,
): number[] {
  const inFront = rows.length <= most ? Array.from(rows) : rowsOnTop(rows, most, scores);
  return inFront.sort((a, b) => (before(a, b) ? -1 : 1)).slice(0, most);
}

function rowsOnTop(rows: Uint32Array, most: number, scores: Float64Array): number[] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < rows.length; at++) {
    const score = scores[rows[at] ?? 0] ?? 0;
    if (score < lowest) lowest = score;
    if (score > highest) highest = score;
  }
  const scale = highest > lowest ? (STEPS - 1) / (highest - lowest) : 0;
  const counts = new Uint32Array(STEPS);
  for (let at = 0; at < rows.length; at++) {
    const step = Math.floor(((scores[rows[at] ?? 0] ?? 0) - lowest) * scale);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let least = STEPS;
  for (let held = 0; held < most && least > 0; ) held += counts[--least] ?? 0;
  const top: number[] = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    if (Math.floor(((scores[row] ?? 0) - lowest) * scale) >= least) top.push(row);
  }
  return top;
}

/** One row after the other, in order, from a heap. */
function* inOrder(rows: Uint32Array, before: (a: number, b: number) => boolean): Generator<number> {
  let size = rows.length;
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
  while (size > 0) {
    yield rows[0] ?? 0;
    size--;
    rows[0] = rows[size] ?? 0;
    sink(0);
  }
}

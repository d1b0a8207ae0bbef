import { pieceRows } from './roll.js';
import type { Shard } from './shard.js';
import { encodeShard } from './shard-file.js';

/** Rows of an open shard that are to go on. */
export interface Taken {
  shard: Shard;
  rows: readonly number[];
}

/**
 * New shards of full size at most, holding the rows taken and the vectors given (no id twice). Matrices are read row by row, so that
 * only the shard being written is in memory. @throws DamagedCacheError (check the shards first).
 */
export function* gather(
  dimensions: number,
  taken: readonly Taken[],
  given: ReadonlyMap<string, Float32Array>,
): Generator<{ bytes: Buffer; rows: number }> {
  const all: { id: string; shard?: Shard; row: number; vector?: Float32Array }[] = [];
  for (const { shard, rows } of taken) for (const row of rows) all.push({ id: shard.id(row), shard, row });
  for (const [id, vector] of given) all.push({ id, row: 0, vector });
  all.sort((a, b) => (a.id < b.id ? -1 : 1));
  const size = pieceRows(all.length);
  const buffer = new Float32Array(dimensions);
  for (let start = 0; start < all.length; start += size) {
    const piece = all.slice(start, start + size);
    const row = (at: number): Float32Array => {
      const { shard, row: place = 0, vector } = piece[at] ?? {};
      if (vector !== undefined) return vector;
      shard?.read(place, buffer);
      return buffer;
    };
    const bytes = encodeShard({ dimensions, ids: piece.map(({ id }) => id), row });
    yield { bytes, rows: piece.length };
  }
}

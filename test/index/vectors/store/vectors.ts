import type { VectorItem } from '../../../../src/index/vectors/store/types.js';

export const DIMENSIONS = 24;

/** Id of the `at`th text. */
export function idOf(at: number): string {
  // Spread, so that ids do not come in the order of their making.
  return ((BigInt(at) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn).toString(16).padStart(16, '0');
}

/** A repeatable vector of length one. */
export function vectorOf(seed: number, dimensions = DIMENSIONS): Float32Array {
  let state = (seed * 2654435761 + 12345) >>> 0 || 1;
  const vector = Float32Array.from({ length: dimensions }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  });
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}

export const item = (at: number, seed = at, dimensions = DIMENSIONS): VectorItem => ({
  id: idOf(at),
  vector: vectorOf(seed, dimensions),
});

import { PalaceError } from '../../../base/errors.js';
import type { VectorItem } from './types.js';

/** Single precision and quantised models leave vectors a little off; more than this is a vector that nobody normalised. */
const LENGTH_TOLERANCE = 0.01;

/** @throws PalaceError `vector-invalid`, `vector-dimensions`; nothing is to be kept of a call with one bad item. */
export function checkItems(items: readonly VectorItem[], dimensions: number): void {
  for (const { id, vector } of items) {
    if (!/^[0-9a-f]{16}$/.test(id)) throw invalid(`the vector id ${JSON.stringify(id)} is not 16 hex digits`);
    const length = lengthOf(vector, dimensions);
    if (Math.abs(length - 1) > LENGTH_TOLERANCE)
      throw invalid(`the vector of ${id} has length ${length.toPrecision(4)} instead of 1`);
  }
}

/**
 * The direction of what is asked for, of length one in double precision: scores are cosines whatever its length.
 * @throws PalaceError like checkItems.
 */
export function directionOf(vector: Float32Array, dimensions: number): Float64Array {
  const length = lengthOf(vector, dimensions);
  if (length === 0) throw invalid('the vector to look for is all zeros');
  return Float64Array.from(vector, (number) => number / length);
}

function lengthOf(vector: Float32Array, dimensions: number): number {
  if (vector.length !== dimensions)
    throw new PalaceError(
      'vector-dimensions',
      `a vector of ${vector.length} numbers was given to a store of ${dimensions}: another embedding model made it`,
      { next: ['palace index rebuild'], details: { dimensions, given: vector.length } },
    );
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] ?? 0) ** 2;
  if (!Number.isFinite(squares)) throw invalid('a vector holds NaN or an infinite number');
  return Math.sqrt(squares);
}

function invalid(message: string): PalaceError {
  return new PalaceError('vector-invalid', message, { next: ['palace model list'] });
}

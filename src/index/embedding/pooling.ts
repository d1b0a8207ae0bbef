/** What a model gives for a batch: `[batch, size]`, or `[batch, rows, size]` in row order. */
export interface ModelOutput {
  dims: readonly number[];
  data: Float32Array;
}

/** How rows become one vector: their mean over the pieces of the text, or the first of them. */
export type Pooling = 'mean' | 'first';

/**
 * The vector of each text of a batch, L2-normalised; undefined where it is not finite or has no length.
 * @param lengths pieces of each text, without padding. One row for the whole text needs no pooling.
 */
export function poolOutput(
  output: ModelOutput,
  lengths: readonly number[],
  pooling: Pooling,
): (Float32Array | undefined)[] {
  const size = output.dims.at(-1) ?? 0;
  const rows = output.dims.length === 3 ? (output.dims[1] ?? 0) : 1;
  return lengths.map((length, at) => {
    const from = at * rows * size;
    const used = pooling === 'first' ? 1 : Math.min(length, rows);
    const vector = output.data.slice(from, from + size);
    for (let row = 1; row < used; row++)
      for (let i = 0; i < size; i++) vector[i] = (vector[i] ?? 0) + (output.data[from + row * size + i] ?? 0);
    return normalise(vector);
  });
}

/** Brings a vector to length 1 in place; undefined when that cannot be done. The mean and the sum point the same way. */
function normalise(vector: Float32Array): Float32Array | undefined {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length < 1e-12) return undefined;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}

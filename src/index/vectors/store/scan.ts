/**
 * Dot products of one vector with every row of a matrix (rows one after another), into `scores` from `start` on. Four rows at a
 * time share the reading of the vector; each row is summed in the same order wherever it stands, so that equal vectors score equal.
 */
export function scanMatrix(
  matrix: Float32Array,
  query: Float64Array,
  rows: number,
  scores: Float64Array,
  start: number,
): void {
  const dimensions = query.length;
  let row = 0;
  for (; row + 4 <= rows; row += 4) {
    const a = row * dimensions;
    const b = a + dimensions;
    const c = b + dimensions;
    const d = c + dimensions;
    let sumA = 0;
    let sumB = 0;
    let sumC = 0;
    let sumD = 0;
    for (let at = 0; at < dimensions; at++) {
      const number = query[at] ?? 0;
      sumA += number * (matrix[a + at] ?? 0);
      sumB += number * (matrix[b + at] ?? 0);
      sumC += number * (matrix[c + at] ?? 0);
      sumD += number * (matrix[d + at] ?? 0);
    }
    scores[start + row] = sumA;
    scores[start + row + 1] = sumB;
    scores[start + row + 2] = sumC;
    scores[start + row + 3] = sumD;
  }
  for (; row < rows; row++) scores[start + row] = dot(matrix, row * dimensions, query);
}

/** The dot product with the numbers of `matrix` from `offset` on, summed as scanMatrix sums. */
export function dot(matrix: Float32Array, offset: number, query: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < query.length; at++) sum += (query[at] ?? 0) * (matrix[offset + at] ?? 0);
  return sum;
}

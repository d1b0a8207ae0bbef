import { dotModule } from './dot-module.js';

/** Bytes of a matrix that are looked at at a time: they stay in the processor's own memory. */
const PIECE = 128 * 1024;

/**
 * Dot products of one vector with the rows of a piece of a matrix. The piece is one small memory that is filled again and again, since
 * a fresh process pays more for new memory than for reading a file into old (20 MB: 90 ms and 5 ms of processor).
 */
export interface Scanner {
  /** Rows that the piece has room for. */
  readonly capacity: number;
  /** To be filled with rows, one after another. */
  readonly piece: Float32Array;
  /** What the rows are multiplied with from now on. */
  ask(direction: Float64Array): void;
  /** Puts the products of the first `rows` rows of the piece into `scores` from `start` on. Equal rows give equal products. */
  scan(rows: number, scores: Float64Array, start: number): void;
}

/**
 * The fastest scanner that works here.
 * @param capacity rows of the piece; default as many as the processor's own memory holds.
 */
export function createScanner(dimensions: number, capacity = capacityOf(dimensions)): Scanner {
  if (dimensions % 4 !== 0) return plainScanner(dimensions, capacity);
  try {
    return compiledScanner(dimensions, capacity);
  } catch {
    // No WebAssembly, or none with vectors, on this machine: slower, and the same.
    return plainScanner(dimensions, capacity);
  }
}

function capacityOf(dimensions: number): number {
  return Math.max(4, Math.floor(PIECE / (4 * dimensions)));
}

/** @throws where WebAssembly is missing or knows no vectors */
export function compiledScanner(dimensions: number, capacity = capacityOf(dimensions)): Scanner {
  const rowBytes = 4 * dimensions;
  // The vector asked for, the sums, the piece.
  const sums = 8 * dimensions;
  const start = sums + 8 * capacity;
  const pages = Math.ceil((start + capacity * rowBytes) / 65_536);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(dotModule()), { m: { m: memory } });
  const { s: run } = exports;
  if (typeof run !== 'function') throw new TypeError('the module has no function');
  const asked = new Float64Array(memory.buffer, 0, dimensions);
  const products = new Float64Array(memory.buffer, sums, capacity);
  return {
    capacity,
    piece: new Float32Array(memory.buffer, start, capacity * dimensions),
    ask: (direction) => asked.set(direction),
    scan(rows, scores, at) {
      if (rows === 0) return;
      run(start, start + rows * rowBytes, rowBytes, 0, sums);
      scores.set(rows === capacity ? products : products.subarray(0, rows), at);
    },
  };
}

export function plainScanner(dimensions: number, capacity = capacityOf(dimensions)): Scanner {
  const piece = new Float32Array(capacity * dimensions);
  const asked = new Float64Array(dimensions);
  return {
    capacity,
    piece,
    ask: (direction) => asked.set(direction),
    scan(rows, scores, at) {
      for (let row = 0; row < rows; row++) scores[at + row] = dot(piece, row * dimensions, asked);
    },
  };
}

/** The dot product with the numbers of `matrix` from `offset` on. */
export function dot(matrix: Float32Array, offset: number, query: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < query.length; at++) sum += (query[at] ?? 0) * (matrix[offset + at] ?? 0);
  return sum;
}

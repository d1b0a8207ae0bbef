import { type ByteSource, bytesOf, Container, DamagedCacheError, writeContainer } from '../../container.js';

/**
 * The signs of a shard's vectors: one bit a dimension, whether the number is above the mean of all vectors. The share of bits in
 * which two vectors differ follows their angle, so counting bits finds the few vectors that are worth reading. A file of signs is a
 * container of two sections: a head in JSON and the bits of each row, one after another, as little-endian u32.
 */
const MAGIC = 'PLVB';
const VERSION = 1;

/** Words of 32 bits in a row. Even, because bits are counted in pairs of words. */
export function signWords(dimensions: number): number {
  return 2 * Math.ceil(dimensions / 64);
}

/** Writes the signs of the vector that begins at `offset` of `numbers` to `bits` from `at` on. */
export function putSigns(
  numbers: ArrayLike<number>,
  offset: number,
  mean: Float32Array,
  bits: Uint32Array,
  at: number,
): void {
  for (let dimension = 0; dimension < mean.length; dimension += 32) {
    const end = Math.min(32, mean.length - dimension);
    let word = 0;
    for (let bit = 0; bit < end; bit++)
      if ((numbers[offset + dimension + bit] ?? 0) > (mean[dimension + bit] ?? 0)) word |= 1 << bit;
    bits[at + (dimension >>> 5)] = word;
  }
}

export function encodeSigns(bits: Uint32Array, rows: number): Buffer {
  return writeContainer(MAGIC, VERSION, [Buffer.from(JSON.stringify({ rows }), 'utf8'), bytesOf(bits)]);
}

/** The bits of a file. @throws DamagedCacheError */
export function readSigns(source: ByteSource, rows: number, dimensions: number): Uint32Array {
  const bits = Container.open(source, MAGIC, VERSION).numbers(1);
  if (bits.length !== rows * signWords(dimensions)) throw new DamagedCacheError('signs of another shard');
  return bits;
}

/**
 * In how many bits each row differs from `query`, into `distances` from `start` on. Bits of a pair of words are counted together: first
 * in each pair of bits, then in each four, then the fours of both words are added to bytes, which hold the sum of all words.
 */
export function scanSigns(bits: Uint32Array, query: Uint32Array, distances: Uint16Array, start: number): void {
  const words = query.length;
  const rows = bits.length / words;
  for (let row = 0, at = 0; row < rows; row++) {
    let bytes = 0;
    let sum = 0;
    for (let word = 0; word < words; word += 2, at += 2) {
      let a = (bits[at] ?? 0) ^ (query[word] ?? 0);
      let b = (bits[at + 1] ?? 0) ^ (query[word + 1] ?? 0);
      // `| 0` keeps all of it in 32-bit integers.
      a = (a - ((a >>> 1) & 0x55555555)) | 0;
      b = (b - ((b >>> 1) & 0x55555555)) | 0;
      a = ((a & 0x33333333) + ((a >>> 2) & 0x33333333)) | 0;
      b = ((b & 0x33333333) + ((b >>> 2) & 0x33333333)) | 0;
      a = (a + b) | 0;
      bytes = (bytes + (a & 0x0f0f0f0f) + ((a >>> 4) & 0x0f0f0f0f)) | 0;
      // A byte holds 255, a pair of words adds at most 16 to it.
      if ((word & 15) === 14) {
        sum += total(bytes);
        bytes = 0;
      }
    }
    distances[start + row] = sum + total(bytes);
  }
}

/** The four bytes of a word added up. */
function total(bytes: number): number {
  return (bytes & 0xff) + ((bytes >>> 8) & 0xff) + ((bytes >>> 16) & 0xff) + (bytes >>> 24);
}

/**
 * Rows in bands of rising distance, the first of at least `block` rows, each other of at least twice as
 * many as the one before (but the last), rows rising within a band. A distance
 * over `most` leaves a row out.
 */
export function* bands(distances: Uint16Array, most: number, block: number): Generator<number[]> {
  const counts = new Uint32Array(most + 1);
  for (const distance of distances) if (distance <= most) counts[distance] = (counts[distance] ?? 0) + 1;
  for (let from = 0, least = block; from <= most; least *= 2) {
    let to = from;
    let size = counts[from] ?? 0;
    while (size < least && to < most) size += counts[++to] ?? 0;
    const rows: number[] = [];
    if (size > 0)
      for (let row = 0; row < distances.length; row++) {
        const distance = distances[row] ?? 0;
        if (distance >= from && distance <= to) rows.push(row);
      }
    if (rows.length > 0) yield rows;
    from = to + 1;
  }
}

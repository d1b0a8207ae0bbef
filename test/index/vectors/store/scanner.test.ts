import { describe, expect, it } from 'vitest';
import { compiledScanner, createScanner, dot, plainScanner } from '../../../../src/index/vectors/store/scanner.js';
import { vectorOf } from './vectors.js';

describe('a scanner', () => {
  it.each([
    ['compiled', compiledScanner, 4],
    ['compiled', compiledScanner, 384],
    ['compiled', compiledScanner, 512],
    ['compiled', compiledScanner, 4096],
    ['plain', plainScanner, 3],
    ['plain', plainScanner, 512],
    ['chosen', createScanner, 101],
    ['chosen', createScanner, 768],
  ])('(%s, %#) gives the products of all rows, equal for equal rows', (_, create, dimensions) => {
    const scanner = create(dimensions);
    expect(scanner.capacity).toBeGreaterThanOrEqual(4);
    const rows = Math.min(scanner.capacity, 50);
    for (let at = 0; at < rows; at++) scanner.piece.set(vectorOf(at % 7, dimensions), at * dimensions);
    for (const seed of [100, 101]) {
      const query = Float64Array.from(vectorOf(seed, dimensions));
      scanner.ask(query);
      const scores = new Float64Array(rows + 4).fill(9);
      scanner.scan(rows, scores, 2);
      scanner.scan(0, scores, 0);
      expect([...scores.subarray(0, 2), ...scores.subarray(rows + 2)]).toEqual([9, 9, 9, 9]);
      for (let at = 0; at < rows; at++) {
        expect(scores[at + 2]).toBeCloseTo(dot(vectorOf(at % 7, dimensions), 0, query), 12);
        if (at >= 7) expect(scores[at + 2]).toBe(scores[at - 5]);
      }
    }
  });

  it('fills its whole memory', () => {
    const scanner = compiledScanner(512);
    scanner.piece.fill(1);
    scanner.ask(new Float64Array(512).fill(0.5));
    const scores = new Float64Array(scanner.capacity);
    scanner.scan(scanner.capacity, scores, 0);
    expect(new Set(scores)).toEqual(new Set([256]));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance, nearest } from '../../src/base/near.js';

describe('near names', () => {
  it.each([
    ['drifwood', ['driftwood', 'general', 'palace'], ['driftwood']],
    ['serch', ['search', 'status', 'show'], ['search']],
    ['staus', ['search', 'status', 'show'], ['status']],
    ['DRIFTWOOD', ['driftwood'], ['driftwood']],
    ['drift', ['driftwood', 'other'], ['driftwood']],
    ['mien', ['mine', 'move'], ['mine']],
    ['zzz', ['search', 'mine'], []],
    ['', ['search'], []],
  ])('given %s among %j, it finds %j', (word, candidates, expected) => {
    expect(nearest(word, candidates)).toEqual(expected);
  });

  it('puts the nearest first and gives at most three', () => {
    expect(nearest('cat', ['cats', 'cut', 'cast', 'cat', 'coat'])).toEqual(['cat', 'cast', 'cats']);
  });

  it('says nothing rather than something far-fetched', () => {
    expect(didYouMean('qqqqq', ['search'])).toBe('');
    expect(didYouMean('serch', ['search'])).toBe('did you mean "search"?');
  });

  it('is a distance: zero only for equal words, symmetric, at most the longer length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        (a, b) => {
          const distance = editDistance(a, b);
          expect(distance).toBe(editDistance(b, a));
          expect(distance === 0).toBe(a === b);
          expect(distance).toBeLessThanOrEqual(Math.max(Array.from(a).length, Array.from(b).length));
        },
      ),
    );
  });

  it('counts one edit and one swap of neighbours as one', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 2, maxLength: 12 }), fc.nat(), (word, seed) => {
        const at = seed % (word.length - 1);
        const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
        expect(editDistance(word, swapped)).toBeLessThanOrEqual(1);
        expect(editDistance(word, word.slice(0, at) + word.slice(at + 1))).toBe(1);
      }),
    );
  });
});

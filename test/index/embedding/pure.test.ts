import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownCharacters } from '../../../src/index/embedding/known-characters.js';
import { poolOutput } from '../../../src/index/embedding/pooling.js';
import { prepareText } from '../../../src/index/embedding/prepare.js';
import { packEmbeddings, unpackEmbeddings } from '../../../src/index/embedding/worker-messages.js';

describe('prepareText', () => {
  it('gives a bounded text without runs of white space, and says when it cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 4, max: 40 }), (words, pieces) => {
        const text = words.join(' \n ');
        const prepared = prepareText(text, pieces);
        expect(prepared.text.length).toBeLessThanOrEqual(pieces * 8);
        expect(prepared.text).not.toMatch(/^\s|\s\s|\n/);
        const whole = text.replace(/\s+/g, ' ').trim();
        if (prepared.clipped) expect(whole.startsWith(prepared.text.trimEnd())).toBe(true);
        else expect(prepared.text).toBe(whole);
      }),
    );
  });

  it('never ends in half a character', () => {
    for (let before = 0; before < 4; before++) {
      const { text } = prepareText(`${'a'.repeat(before)}${'😀'.repeat(100)}`, 10);
      expect(text).not.toMatch(/[\ud800-\udbff]$/);
    }
  });

  it('takes the beginning of 10 MB of one line, and of a text after 10 MB of blanks', () => {
    expect(prepareText('word '.repeat(2_000_000), 128)).toEqual({
      text: 'word '.repeat(205).slice(0, 1024),
      clipped: true,
    });
    expect(prepareText(`${' '.repeat(10_000_000)}Hello  there\n`, 128)).toEqual({
      text: 'Hello there',
      clipped: false,
    });
  });
});

describe('KnownCharacters', () => {
  const english = KnownCharacters.of({
    vocab: [
      ['▁the', -1],
      ['▁a', -2],
      ['b', -2],
      ['é', -3],
    ],
    bytes: false,
  });

  it('weighs a text by its letters and digits', () => {
    expect(english.share('ab!')).toBe(1);
    expect(english.share('abxy')).toBe(0.5);
    expect(english.share('为什么 ab')).toBeCloseTo(2 / 5);
    expect(english.share('  !? ,')).toBe(0);
    expect(english.share('')).toBe(0);
  });

  it('takes capitals and accents for their letters where a model folds them', () => {
    expect(english.share('ÀB')).toBe(1);
    expect(english.share('É')).toBe(1);
  });

  it('reads the vocabularies of WordPiece and of byte models', () => {
    expect(KnownCharacters.of({ vocab: { '##x': 0, '[UNK]': 1 }, bytes: false }).share('xy')).toBe(0.5);
    expect(KnownCharacters.of({ vocab: { Ġthe: 0 }, bytes: true }).share('语言')).toBe(1);
  });

  it('survives the way to another process', () => {
    const again = KnownCharacters.from(structuredClone(english.toJSON()));
    expect(again.share('为什么 ab')).toBe(english.share('为什么 ab'));
  });
});

describe('poolOutput', () => {
  const finite = fc.float({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 });

  it('gives vectors of length 1 that point where the rows of the text point on average', () => {
    const shape = fc.record({ rows: fc.integer({ min: 1, max: 5 }), size: fc.integer({ min: 1, max: 6 }) });
    fc.assert(
      fc.property(
        shape,
        fc.array(finite, { minLength: 60, maxLength: 60 }),
        fc.nat(4),
        ({ rows, size }, values, used) => {
          const length = Math.min(rows, used + 1);
          const data = Float32Array.from(values.slice(0, 2 * rows * size));
          const [, second] = poolOutput({ dims: [2, rows, size], data }, [1, length], 'mean');
          const mean = Array.from({ length: size }, (_, i) => {
            let sum = 0;
            for (let row = 0; row < length; row++) sum += data[(rows + row) * size + i] ?? 0;
            return sum;
          });
          const norm = Math.hypot(...mean);
          if (second === undefined) expect(norm).toBeLessThan(1e-3);
          else second.forEach((value, i) => void expect(value * norm).toBeCloseTo(mean[i] ?? 0, 2));
        },
      ),
    );
  });

  it('takes the first row where the model says so, and one row for the whole text as it is', () => {
    const data = Float32Array.of(3, 4, 100, 100);
    expect(poolOutput({ dims: [1, 2, 2], data }, [2], 'first')[0]).toEqual(Float32Array.of(0.6, 0.8));
    expect(poolOutput({ dims: [1, 1, 2], data: data.slice(0, 2) }, [7], 'mean')[0]).toEqual(Float32Array.of(0.6, 0.8));
    expect(poolOutput({ dims: [1, 2], data: data.slice(0, 2) }, [7], 'mean')[0]).toEqual(Float32Array.of(0.6, 0.8));
  });

  it('gives nothing for what is not finite or has no length', () => {
    const data = Float32Array.of(Number.NaN, 1, Number.POSITIVE_INFINITY, 1, 0, 0, 1, 0);
    const vectors = poolOutput({ dims: [4, 2], data }, [1, 1, 1, 1], 'mean');
    expect(vectors).toEqual([undefined, undefined, undefined, Float32Array.of(1, 0)]);
  });
});

it('embeddings come out of their buffers as they went in', () => {
  const embedding = fc.record({
    vector: fc.option(fc.float32Array({ minLength: 3, maxLength: 3, noNaN: true }), { nil: undefined }),
    coverage: fc.double({ min: 0, max: 1, noNaN: true }),
    clipped: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(embedding), (embeddings) => {
      expect(unpackEmbeddings(packEmbeddings(embeddings, 3), 3)).toEqual(embeddings);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanQuery, quotedPhrases } from '../../src/search/clean-query.js';

const prompt = 'You are a careful assistant. Always answer in full sentences and cite your sources. '.repeat(6);

describe('cleanQuery', () => {
  it('leaves a query of 200 characters untouched', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        if ([...text].length <= 200) expect(cleanQuery(text)).toEqual({ text, method: 'as-given' });
      }),
    );
    expect(cleanQuery('x'.repeat(200)).text).toBe('x'.repeat(200));
  });

  it.each([
    [`${prompt}\nWhy did we switch to GraphQL?`, 'Why did we switch to GraphQL?', 'question'],
    [`${prompt}Why did we switch? Answer briefly.`, 'Why did we switch?', 'question'],
    [`${prompt}\n为什么切换到 GraphQL?\n`, '为什么切换到 GraphQL?', 'question'],
    [`${prompt}\nthe switch to GraphQL\nok`, 'the switch to GraphQL', 'last-segment'],
  ])('reduces a long text to what it asks', (given, text, method) => {
    expect(cleanQuery(given)).toEqual({ text, method });
  });

  it('never keeps more than 250 characters of a longer text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 201, maxLength: 2000 }), (text) => {
        expect([...cleanQuery(text).text].length).toBeLessThanOrEqual(250);
      }),
    );
  });
});

it('quotedPhrases finds straight, curly and corner quotes', () => {
  expect(quotedPhrases('say "token bucket" and “rate limit” or 「切换」 not "x"')).toEqual([
    'token bucket',
    'rate limit',
    '切换',
  ]);
});

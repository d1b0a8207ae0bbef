import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchRanges } from '../../src/text/match-ranges.js';
import { createAnalyzer, searchable } from '../../src/text/tokens.js';

function marked(text: string, query: string): string[] {
  const terms = searchable(createAnalyzer().query(query)).map((term) => term.term);
  return matchRanges(text, terms).map(([from, to]) => text.slice(from, to));
}

describe('matchRanges', () => {
  it.each([
    ['We Switched to GraphQL.', 'switch graphql', ['Switched', 'GraphQL']],
    ['the café by the sea', 'Cafe', ['café']],
    ['in src/auth/login.ts there', 'login', ['login']],
    ['in src/auth/login.ts there', 'src/auth/login.ts', ['src/auth/login.ts']],
    ['call getUserName()', 'user', ['getUserName']],
    ['我们切换到GraphQL了', '切换', ['切换']],
    ['我们切换到了', '切换到', ['切换到']],
    ['nothing here', 'absent', []],
  ])('in %j for %j marks %j', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });

  it('given any plain word, all its index forms begin as it does, and it is marked for each', () => {
    const word = fc.stringMatching(/^[A-Za-z][a-z]{0,11}$/);
    fc.assert(
      fc.property(word, (plain) => {
        for (const term of createAnalyzer().terms(plain)) {
          expect(term[0]).toBe(plain[0]?.toLowerCase());
          expect(matchRanges(`so ${plain}, `, [term]).at(-1)).toEqual([3, 3 + plain.length]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('given any ASCII text, marks the same as in the midst of other characters', () => {
    const text = fc.stringMatching(/^[ A-Za-z0-9._:/@'+#()-]{0,60}$/);
    fc.assert(
      fc.property(text, fc.nat(20), (ascii, at) => {
        const terms = createAnalyzer().terms(ascii);
        const wanted = terms.length === 0 ? ['x'] : [terms[at % terms.length] ?? 'x'];
        const moved = matchRanges(`† ${ascii}`, wanted).map(([from, to]) => [from - 2, to - 2]);
        expect(matchRanges(ascii, wanted)).toEqual(moved);
      }),
    );
  });
});

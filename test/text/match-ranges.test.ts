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
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnalyzer, searchable } from '../../src/text/tokens.js';
import { longRun } from '../support/counts.js';

const { terms, query } = createAnalyzer();
const queried = (text: string): string[] => searchable(query(text)).map((term) => term.term);
const finds = (text: string, asked: string): boolean => {
  const have = new Set(createAnalyzer().terms(text));
  return queried(asked).some((term) => have.has(term));
};

describe('terms', () => {
  it('stems English words and folds case and accents', () => {
    expect(terms('Switching switched SWITCHES')).toEqual(['switch', 'switch', 'switch']);
    expect(terms('Café déjà')).toEqual(terms('cafe deja'));
  });

  it('gives identifiers whole and in parts', () => {
    expect(terms('getUserName')).toEqual(expect.arrayContaining(['get', 'user', 'name', ...terms('getusername')]));
    expect(terms('user_name_id')).toEqual(expect.arrayContaining(['user_name_id', 'user', 'name', 'id']));
    expect(terms('auth-migration')).toEqual(expect.arrayContaining(['auth-migration', 'auth', ...terms('migration')]));
    expect(terms('os.path.join')).toEqual(expect.arrayContaining(['os.path.join', 'path', 'join']));
    expect(terms('see src/auth/login.ts!')).toEqual(
      expect.arrayContaining(['src/auth/login.ts', 'login.ts', 'src', 'auth', 'login', 'ts']),
    );
    expect(terms('HTTPServer')).toEqual(expect.arrayContaining(['http', ...terms('server')]));
  });

  it.each([
    ['we run v2.3.1 now', 'v2.3.1'],
    ['we run v2.3.1 now', '2.3.1'],
    ['in 2026-03 we met', '2026-03'],
    ['written in C++ and C#', 'C++'],
    ['written in C++ and C#', 'c#'],
    ["Alice's plan", 'alice'],
    ['ping ops@example.org', 'example'],
  ])('%j is found by %j', (text, asked) => {
    expect(finds(text, asked)).toBe(true);
  });

  it('finds words of Chinese, Japanese, Korean and Thai text', () => {
    expect(finds('我们决定切换到GraphQL,因为REST太慢', '为什么切换到 GraphQL')).toBe(true);
    expect(finds('データベースを移行した', 'データベース')).toBe(true);
    expect(finds('데이터베이스를 옮겼다', '데이터베이스')).toBe(true);
    expect(finds('ฐานข้อมูลใหม่', 'ฐานข้อมูล')).toBe(true);
    expect(finds('一只猫', '猫')).toBe(true);
  });

  it('property: any piece of two or more characters of an unspaced text finds it', () => {
    const characters = fc.constantFrom(...'记忆宫殿切换到数据库为什么的了在用户認証かなカナ데이');
    fc.assert(
      fc.property(fc.array(characters, { minLength: 2, maxLength: 30 }), fc.nat(), fc.nat(), (text, from, size) => {
        const at = from % (text.length - 1);
        const piece = text.slice(at, at + 2 + (size % text.length)).join('');
        const have = new Set(createAnalyzer().terms(text.join('')));
        expect(queried(piece).some((term) => have.has(term))).toBe(true);
      }),
      { numRuns: longRun(200, 2000) },
    );
  });

  it('property: a text of any characters never throws, gives no empty term, and is found by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const found = createAnalyzer().terms(text);
        expect(found.every((term) => term.length > 0)).toBe(true);
        const have = new Set(found);
        for (const asked of query(text)) expect(have.has(asked.term), `${asked.term} of ${text}`).toBe(true);
      }),
      { numRuns: longRun(500, 5000) },
    );
  });

  it('a long run of data costs no long term', () => {
    const longest = Math.max(...terms(`${'a'.repeat(100_000)} ${'ab.'.repeat(10_000)}x`).map((term) => term.length));
    expect(longest).toBeLessThanOrEqual(64);
  });
});

describe('query', () => {
  it('leaves out stop words unless there is nothing else', () => {
    expect(queried('why did we switch to GraphQL')).toEqual(['switch', ...terms('GraphQL')]);
    expect(queried('who are you')).toEqual(
      ['who', 'ar', 'you'].map((word) => (word === 'ar' ? terms('are')[0] : word)),
    );
    expect(queried('the')).toEqual(['the']);
    expect(queried('')).toEqual([]);
    expect(queried('?!')).toEqual([]);
  });

  it('tells names from words', () => {
    const kinds = new Map(query('where is getUserName in auth_service.py').map((term) => [term.term, term.kind]));
    expect(kinds.get('auth_service.py')).toBe('identifier');
    expect(kinds.get(terms('getusername')[0] ?? '')).toBe('identifier');
    expect(kinds.get('user')).toBe('part');
    expect(kinds.get('where')).toBe('word');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXIT, PalaceError } from '../../src/base/errors.js';
import {
  fileSlug,
  GENERAL,
  isCanonicalName,
  nameOfFolder,
  roomName,
  slug,
  stripOriginalPrefix,
  wingName,
} from '../../src/palace/names.js';
import { longRun } from '../support/counts.js';
import { plantedSecrets } from '../support/secrets.js';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

function refusalOf(text: string, field = 'wing'): PalaceError {
  try {
    wingName(text, field);
  } catch (error) {
    if (error instanceof PalaceError) return error;
  }
  throw new Error(`accepted: ${text}`);
}

describe('slugs', () => {
  test.each([
    ['my proj.v2', 'my-proj.v2'],
    ['Auth Migration', 'auth-migration'],
    ['auth_migration', 'auth-migration'],
    ['auth-migration', 'auth-migration'],
    ['  --Über   Größe!! ', 'über-größe'],
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['ＡＰＩ　设计', 'api-设计'],
    ['हिन्दी नोट', 'हिन्दी-नोट'],
    ['.hidden.', 'hidden'],
    ['a😀b', 'a-b'],
    ['e\u0301te\u0301', 'été'],
  ])('%j stands on disk as %j', (text, expected) => {
    expect(wingName(text)).toBe(expected);
    expect(roomName(text)).toBe(expected);
  });

  test('folding is idempotent, never throws and leaves nothing that a path could misread', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = slug(text);
        expect(slug(name)).toBe(name);
        expect(name).not.toMatch(/[/\\\0_\s]|\.\.|--|^[.-]|[.-]$|[A-Z]/u);
      }),
      { numRuns: longRun(2000, 50_000) },
    );
  });

  test('every single character of the basic plane folds to something stable', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const once = slug(`a${String.fromCharCode(code)}b`);
      if (slug(once) !== once) throw new Error(`unstable: U+${code.toString(16)}`);
    }
  });

  test('a name that is accepted is accepted again as it stands, and is the folder it names', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let name: string;
        try {
          name = wingName(text);
        } catch {
          return;
        }
        expect(wingName(name)).toBe(name);
        expect(isCanonicalName(name)).toBe(true);
        expect(nameOfFolder(name)).toBe(name);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      }),
      { numRuns: longRun(2000, 20_000) },
    );
  });
});

describe('refused names', () => {
  test.each([
    ['', /empty/],
    ['   ', /empty/],
    ['😀', /no letter/],
    ['../x', /separator/],
    ['a..b', /"\.\."/],
    ['..', /"\.\."/],
    ['a\u2025b', /"\.\."/],
    ['a/b', /separator/],
    ['a\\b', /separator/],
    ['a\0b', /NUL/],
    ['.git', /git/],
    ['.GIT', /git/],
    ['con', /Windows/],
    ['CON.txt', /Windows/],
    ['Lpt1', /Windows/],
    ['com¹', /Windows/],
    ['aux.', /Windows/],
    ['a'.repeat(129), /128/],
    ['猫'.repeat(67), /200 bytes/],
  ])('%j is refused with the field named', (text, reason) => {
    const error = refusalOf(text, '--wing');
    expect(error.code).toBe('bad-name');
    expect(error.exit).toBe(EXIT.usage);
    expect(error.message).toMatch(reason);
    expect(error.message).toContain('--wing');
    expect(error.details).toMatchObject({ field: '--wing' });
    expect(error.next.length).toBeGreaterThan(0);
  });

  test('128 characters are accepted, and names that only begin like a reserved one', () => {
    expect(wingName('a'.repeat(128))).toHaveLength(128);
    expect(wingName('console')).toBe('console');
    expect(wingName('nullable.txt')).toBe('nullable.txt');
    expect(wingName('git')).toBe('git');
    expect(GENERAL).toBe(roomName('General'));
  });
});

describe('file slugs', () => {
  test('a title becomes at most 60 characters and 180 bytes; an empty one becomes "memory"', () => {
    expect(fileSlug('Why we switched to GraphQL?')).toBe('why-we-switched-to-graphql');
    expect(fileSlug('wait... what')).toBe('wait.-what');
    expect(fileSlug('!!!')).toBe('memory');
    expect(fileSlug('')).toBe('memory');
    expect(fileSlug(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (title) => {
        const name = fileSlug(title);
        expect([...name].length).toBeLessThanOrEqual(60);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
        expect(name).not.toBe('');
        expect(name).not.toMatch(/[/\\\0]|\.\.|^[.-]|[.-]$/);
      }),
    );
  });
});

describe('prefixes of the original', () => {
  const none = () => false;
  test.each([
    ['wing', 'wing_code', none, 'code'],
    ['wing', 'WING_Code', none, 'Code'],
    ['hall', 'hall_facts', none, 'facts'],
    ['wing', 'wingspan', none, 'wingspan'],
    ['wing', 'wing_', none, 'wing_'],
    ['wing', 'wing_code', (name: string) => name === 'wing-code', 'wing_code'],
  ] as const)('%s %s', (kind, given, exists, expected) => {
    expect(stripOriginalPrefix(kind, given, exists)).toBe(expected);
  });
});

describe('a name that looks like a secret', () => {
  test('is refused, and not repeated', () => {
    for (const { kind, text, secret } of plantedSecrets(2)) {
      // Several lines, paths and addresses are no names for other reasons.
      if (/[\n/\\]/.test(text)) continue;
      let refused: unknown;
      try {
        wingName(text);
      } catch (error) {
        refused = error;
      }
      expect(refused, kind).toBeInstanceOf(PalaceError);
      expect(JSON.stringify(refused) + String(refused), kind).not.toContain(secret);
    }
    for (const plain of [
      'secret access',
      'private key rotation',
      'password policy',
      'api-key-migration',
      'bearer of news',
    ])
      expect(roomName(plain)).toBe(plain.replaceAll(' ', '-'));
    // What begins like a token, in the middle of a word.
    expect(roomName('devops_eyes of 2026')).toBe('devops-eyes-of-2026');
  });
});

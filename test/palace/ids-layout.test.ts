import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyHash, idPrefix, isIdPrefix, mintDrawerId, parseDrawerId, shortId } from '../../src/palace/ids.js';
import {
  drawerFileName,
  GITATTRIBUTES,
  parseDrawerPath,
  roomPath,
  titleOfFileName,
  wingFilePath,
} from '../../src/palace/layout.js';
import { GENERAL, wingName } from '../../src/palace/names.js';

const wing = wingName('driftwood');

describe('ids', () => {
  test('an id is the hash that docs/format.md promises, the same everywhere', () => {
    const identity = { kind: 'file', wing, source: 'git:example.org/a/b#src/x.ts', unit: '', n: 0 } as const;
    const digest = createHash('sha256')
      .update('file\0driftwood\0git:example.org/a/b#src/x.ts\0\0' + '0')
      .digest('hex');
    expect(mintDrawerId(identity)).toBe(`d-${digest.slice(0, 16)}`);
    expect(mintDrawerId({ ...identity, n: 1 })).not.toBe(mintDrawerId(identity));
    expect(mintDrawerId({ ...identity, wing: wingName('other') })).not.toBe(mintDrawerId(identity));
    expect(mintDrawerId({ ...identity, kind: 'note' })).not.toBe(mintDrawerId(identity));
  });

  test('whole ids are strict, what people type is not', () => {
    expect(parseDrawerId('d-0123456789abcdef')).toBe('d-0123456789abcdef');
    for (const bad of ['d-0123456789abcde', 'd-0123456789ABCDEF', '0123456789abcdef', 'd-0123456789abcdef\n', ''])
      expect(parseDrawerId(bad)).toBeUndefined();
    expect(idPrefix('AB12')).toBe('d-ab12');
    expect(idPrefix('d-ab12')).toBe('d-ab12');
    expect(isIdPrefix('d-0123456789abcdef')).toBe(true);
    for (const bad of ['abc', 'd-abc', 'ghij', '0123456789abcdef0', 'wings/a/b/c.md'])
      expect(isIdPrefix(bad)).toBe(false);
  });

  test('a receipt is the sha-256 of the bytes', () => {
    expect(bodyHash(Buffer.from([0, 255]))).toBe(
      createHash('sha256')
        .update(Buffer.from([0, 255]))
        .digest('hex'),
    );
  });
});

describe('places', () => {
  test.each([
    ['wings/driftwood/auth/a.md', 'driftwood', 'auth', 'a.md'],
    ['wings/driftwood/auth/2026-03/deep/b.md', 'driftwood', 'auth', 'b.md'],
    ['wings/Auth Migration/Über_uns/c.md', 'auth-migration', 'über-uns', 'c.md'],
  ])('%s is a drawer', (path, wing, room, name) => {
    expect(parseDrawerPath(path)).toEqual({ wing, room, name });
  });

  test.each([
    'wings/driftwood/a.md',
    'wings/driftwood/wing.yaml',
    'wings/driftwood/auth/a.txt',
    'wings/driftwood/auth/.md',
    'wings/driftwood/auth/.#a.md',
    'wings/driftwood/.trash/a.md',
    'wings/driftwood/auth/.obsidian/a.md',
    'wings/../auth/a.md',
    'wings/driftwood/auth/../../a.md',
    'wings//auth/a.md',
    'wings/con/auth/a.md',
    'notes/driftwood/auth/a.md',
    'identity.md',
    '',
  ])('%j is not', (path) => {
    expect(parseDrawerPath(path)).toBeUndefined();
  });

  test('the file name says day, title and id', () => {
    const id = mintDrawerId({ kind: 'note', wing, source: '', unit: '', n: 0 });
    expect(drawerFileName({ date: '2026-03-04T10:00:00Z', title: 'Why GraphQL?', id })).toBe(
      `2026-03-04-why-graphql-${shortId(id)}.md`,
    );
    expect(drawerFileName({ title: '', id })).toBe(`memory-${shortId(id)}.md`);
    expect(drawerFileName({ date: '2026', title: 'x', id })).toBe(`x-${shortId(id)}.md`);
    const longest = drawerFileName({ date: '2026-03-04', title: '\u{20000}'.repeat(300), id });
    expect(Buffer.byteLength(longest)).toBeLessThanOrEqual(255);
    expect(parseDrawerPath(`${roomPath(wing, GENERAL)}/${longest}`)).toEqual({ wing, room: GENERAL, name: longest });
    expect(titleOfFileName(`${roomPath(wing, GENERAL)}/2026-03-04-why-graphql-${shortId(id)}.md`, id)).toBe(
      'why graphql',
    );
    expect(titleOfFileName(`wings/a/b/x-y-${shortId(id)}.md`, id)).toBe('x y');
    // Names that people gave stand as they are.
    expect(titleOfFileName('wings/a/b/2026-03-04-x-y-01234567.md', id)).toBe('2026-03-04-x-y-01234567');
    expect(titleOfFileName('wings/a/b/x-y.md', undefined)).toBe('x-y');
    expect(wingFilePath(wing)).toBe('wings/driftwood/wing.yaml');
    expect(GITATTRIBUTES).toBe('* -text\n*.md diff\n*.jsonl merge=union\n');
  });
});

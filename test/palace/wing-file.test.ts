import { describe, expect, test } from 'vitest';
import { roomName } from '../../src/palace/names.js';
import { editWingFile, parseWingFile } from '../../src/palace/wing-file.js';

const written = `# The raft project
kind: project
owner: Ann   # an unknown key

rooms:
  # sign-in and everything about it
  - name: Auth Migration
    keywords: [oauth, "token"]   # whole words
    aliases:
      - login
    colour: red
  - billing
`;

describe('wing.yaml', () => {
  test('rooms with keywords and aliases, names folded', () => {
    expect(parseWingFile(written)).toEqual({
      kind: 'project',
      rooms: [
        { name: 'auth-migration', keywords: ['oauth', 'token'], aliases: ['login'] },
        { name: 'billing', keywords: [], aliases: [] },
      ],
    });
    expect(parseWingFile('')).toEqual({ rooms: [] });
    expect(parseWingFile('# only a comment\n')).toEqual({ rooms: [] });
    expect(parseWingFile('rooms: none\ndescription: [1]\n')).toEqual({ rooms: [] });
  });

  test('an edit touches what it sets and keeps comments, unknown keys and order', () => {
    const edited = editWingFile(written, {
      description: 'Boats',
      rooms: [
        { name: roomName('auth_migration'), keywords: ['oauth', 'token', 'jwt'] },
        { name: roomName('billing'), description: 'Money' },
        { name: roomName('deploy'), keywords: ['ci'] },
      ],
    });
    expect(parseWingFile(edited)).toEqual({
      kind: 'project',
      description: 'Boats',
      rooms: [
        { name: 'auth-migration', keywords: ['oauth', 'token', 'jwt'], aliases: ['login'] },
        { name: 'billing', description: 'Money', keywords: [], aliases: [] },
        { name: 'deploy', keywords: ['ci'], aliases: [] },
      ],
    });
    for (const kept of [
      '# The raft project\n',
      'owner: Ann # an unknown key',
      '# sign-in and everything about it',
      'colour: red',
      'name: Auth Migration',
    ])
      expect(edited).toContain(kept);
  });

  test('without a real change every byte stays', () => {
    expect(editWingFile(written, {})).toBe(written);
    expect(
      editWingFile(written, {
        kind: 'project',
        rooms: [{ name: roomName('auth-migration'), keywords: ['oauth', 'token'], aliases: [roomName('login')] }],
      }),
    ).toBe(written);
  });

  test('a new file, and one with a comment alone', () => {
    expect(
      editWingFile(undefined, { kind: 'project', rooms: [{ name: roomName('api'), keywords: ['rest', 'a: b'] }] }),
    ).toBe('kind: project\nrooms:\n  - name: api\n    keywords: [rest, "a: b"]\n');
    expect(editWingFile('# mine\n', { kind: 'person' })).toBe('# mine\n\nkind: person\n');
  });

  test('editing twice is editing once', () => {
    const changes = {
      description: 'x: y # z',
      rooms: [{ name: roomName('a'), keywords: ['one'], aliases: [roomName('b')] }],
    };
    const once = editWingFile(written, changes);
    expect(editWingFile(once, changes)).toBe(once);
  });

  test.each([
    ['kind: [1\nrooms: []\n', 'broken-yaml', /wings\/w\/wing\.yaml, line [12]/],
    ['- a\n- b\n', 'broken-yaml', /line 1/],
    ['kind: a\nkind: b\n', 'broken-yaml', /line 2/],
    ['rooms:\n  - name: a/b\n', 'bad-name', /wing\.yaml: rooms/],
    [
      `a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c]\n`,
      'broken-yaml',
      /alias/,
    ],
  ])('%j is an error that names the place', (text, code, message) => {
    for (const act of [
      () => parseWingFile(text, 'wings/w/wing.yaml'),
      () => editWingFile(text, { kind: 'x' }, 'wings/w/wing.yaml'),
    ])
      expect(act).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });
});

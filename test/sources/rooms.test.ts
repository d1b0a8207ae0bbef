import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectRooms, type RoomRule, routeConversation, routeFile } from '../../src/sources/rooms.js';

const THREE: RoomRule[] = [{ name: 'backend' }, { name: 'documentation' }, { name: 'general' }];

describe('a file goes to a room', () => {
  it('by its folders, its name and its words (behaviour reference 22.3, with the better answers)', () => {
    expect(routeFile('src/api/x.py', 'backend backend', THREE)).toBe('backend');
    expect(routeFile('docs/readme.md', '', THREE)).toBe('documentation');
    expect(routeFile('back/x.py', '', THREE)).toBe('backend');
    expect(routeFile('a/b.md', 'documentation here', THREE)).toBe('documentation');
    expect(routeFile('general_notes.md', '', THREE)).toBe('general');
    expect(routeFile('doc.md', '', THREE)).toBe('documentation');
    expect(routeFile('a/b.md', 'nothing', THREE)).toBe('general');
  });

  it('by whole words only', () => {
    const rooms = [{ name: 'frontend' }, { name: 'meetings' }, { name: 'documentation' }];
    expect(routeFile('interviews/anna.md', '', rooms)).toBe('general');
    expect(routeFile('views/anna.md', '', rooms)).toBe('frontend');
    expect(routeFile('a.md', 'interviews and overviews', [{ name: 'views' }])).toBe('general');
    expect(routeFile('meetingNotes/a.md', '', rooms)).toBe('meetings');
    expect(routeFile('meeting_notes.v2.md', '', rooms)).toBe('meetings');
    expect(routeFile('notes/a.md', '', rooms)).toBe('documentation');
  });

  it('by the keywords and aliases that the wing keeps', () => {
    const rooms = [
      { name: 'billing', keywords: ['invoice run'], aliases: ['ledger'] },
      { name: 'auth', keywords: ['login'] },
    ];
    expect(routeFile('x.md', 'The invoice-run and the login. Login again, and login.', rooms)).toBe('auth');
    expect(routeFile('ledger/x.md', '', rooms)).toBe('billing');
    expect(routeFile('x.md', 'login, invoice run', rooms)).toBe('billing');
  });

  it('by what lies below src before src itself', () => {
    const rooms = [{ name: 'src' }, { name: 'backend' }];
    expect(routeFile('src/api/x.ts', '', rooms)).toBe('backend');
    expect(routeFile('src/x.ts', '', rooms)).toBe('src');
  });

  it('by Chinese names and words', () => {
    const rooms = [{ name: 'meetings' }, { name: 'design' }];
    expect(routeFile('会议/一月.md', '', rooms)).toBe('meetings');
    expect(routeFile('a.md', '这次的设计很好', rooms)).toBe('design');
  });

  it('always to one of the rooms or to general', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (path, text) => {
        expect(['backend', 'documentation', 'general']).toContain(routeFile(path, text, THREE));
      }),
    );
  });
});

describe('a conversation goes to a room', () => {
  it('by the table, the earlier row on a tie', () => {
    expect(routeConversation('we decided to plan the api test')).toBe('technical');
    expect(routeConversation('we decided and switched')).toBe('decisions');
    expect(routeConversation('hello there')).toBe('general');
    expect(routeConversation('our trade-off')).toBe('decisions');
  });

  it('by Chinese words', () => {
    expect(routeConversation('为什么切换到 GraphQL？我们决定改用它。')).toBe('decisions');
  });

  it('by the words that the wing keeps, before the table; those that init made of folders say nothing', () => {
    const rooms = [
      { name: 'billing', keywords: ['invoice run', '发票'], aliases: ['ledger'] },
      { name: 'backend', description: 'Files from src/api/', keywords: ['backend', 'api'] },
      { name: 'general', keywords: ['code'] },
    ];
    const talk = 'The code of the api server has a bug: the deploy of the database failed';
    expect(routeConversation(talk, rooms)).toBe('technical');
    expect(routeConversation(`${talk}, says the ledger.`, rooms)).toBe('billing');
    expect(routeConversation(`${talk} after the invoice-run.`, rooms)).toBe('billing');
    expect(routeConversation(`${talk}，发票没了。`, rooms)).toBe('billing');
    expect(routeConversation(`${talk}, not the ledgers.`, rooms)).toBe('technical');
  });

  it('by whole words, of its first 3,000 characters', () => {
    expect(routeConversation('the planet and the planner')).toBe('general');
    expect(routeConversation(`${'x '.repeat(1600)}we decided`)).toBe('general');
  });

  it('whatever stands in the header lines of a transcript', () => {
    expect(routeConversation('### [git deploy] 2026-01-01T00:00:00Z\nhello\n\n')).toBe('general');
  });
});

describe('rooms of a project', () => {
  it('come from its first two levels of folders', () => {
    const rooms = detectRooms([
      'docs/a.md',
      'packages/api/x.ts',
      'packages/zoo/x.ts',
      'README.md',
      '.github/x.yml',
      'db/x.sql',
      'ab/x.ts',
    ]);
    expect(rooms.map(({ name }) => name)).toEqual(['backend', 'documentation', 'packages', 'general']);
    expect(rooms[0]).toMatchObject({
      description: 'Files from db/, packages/api/',
      keywords: ['backend', 'db', 'api'],
    });
  });

  it('come from file names when no folder tells', () => {
    const rooms = detectRooms(['test_a.py', 'test_b.py', 'api.py', 'roadmap.md', 'plan-roadmap.md']);
    expect(rooms.map(({ name }) => name)).toEqual(['planning', 'testing', 'general']);
  });

  it('do not depend on the order of the list', () => {
    const paths = ['docs/a.md', 'src/api/x.ts', 'src/web/x.ts', 'tools/x.sh', '会议/一.md'];
    fc.assert(
      fc.property(fc.shuffledSubarray(paths, { minLength: paths.length }), (shuffled) => {
        expect(detectRooms(shuffled)).toEqual(detectRooms(paths));
      }),
    );
    expect(detectRooms([]).map(({ name }) => name)).toEqual(['general']);
  });

  it('take every file of a telling folder back to the room it made', () => {
    const paths = ['docs/a.md', 'src/api/x.ts', 'src/main.ts', 'tools/x.sh', '会议/一.md'];
    const rooms = detectRooms(paths);
    expect(paths.map((path) => routeFile(path, '', rooms))).toEqual([
      'documentation',
      'backend',
      'src',
      'scripts',
      'meetings',
    ]);
  });
});

import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderDrawer } from '../../../src/palace/codec.js';
import { bodyHash, mintDrawerId } from '../../../src/palace/ids.js';
import { renderTranscript } from '../../../src/palace/transcript.js';
import type { Message } from '../../../src/palace/transcript-types.js';
import type { WingName } from '../../../src/palace/types.js';
import { editDrawer } from '../../../src/services/edit/edit.js';
import { listDrawers } from '../../../src/services/list/list.js';
import { readTree } from '../../../src/services/list/tree.js';
import { moveDrawers } from '../../../src/services/move/move.js';
import { savePalace } from '../../../src/services/save/save.js';
import { quotedTranscript } from '../../../src/services/show/conversation.js';
import { showDrawer } from '../../../src/services/show/show.js';
import { readStatus } from '../../../src/services/status/status.js';
import { ENGINES } from '../../support/engines.js';
import { edit, gitIn, testPalace } from '../../support/palace.js';
import { refusal, remember } from '../support.js';

describe.each(ENGINES)('showDrawer (%s git)', (engine) => {
  test('by id, by prefix and by path: the keys of the front-matter, the place, the words', async () => {
    const palace = await testPalace(engine);
    const { id, path } = await remember(palace, 'words', { wing: 'w', room: 'r', importance: 3 });
    for (const drawer of [id, id.slice(0, 7), id.slice(2, 6), path]) {
      const { result } = await showDrawer(palace, { drawer });
      expect(result).toMatchObject({
        id,
        path,
        wing: 'w',
        room: 'r',
        body: 'words',
        edited: false,
        importance: 3,
        at: null,
      });
    }
  });

  test('--at shows the words of that time, wherever the drawer stood then', async () => {
    const palace = await testPalace(engine);
    const { id, path, commit } = await remember(palace, 'old words');
    await editDrawer(palace, { drawer: id, content: { kind: 'text', text: 'new words' } });
    await moveDrawers(palace, { ids: [id], to: 'x/y' });
    const { result } = await showDrawer(palace, { drawer: id, at: 'HEAD~2' });
    expect(result).toMatchObject({ path, body: 'old words', edited: false, at: commit });
    expect((await showDrawer(palace, { drawer: id })).result).toMatchObject({ body: 'new words', edited: true });
    expect(await refusal(showDrawer(palace, { drawer: id, at: 'HEAD~3' }))).toMatchObject({
      code: 'not-found',
      exit: 4,
    });
  });
});

describe('showDrawer of a conversation', () => {
  const messages: Message[] = [
    { speaker: 'user', kind: 'text', text: 'Why?\nReally why?', time: '2026-03-04T10:00:00Z', id: 'm1' },
    { speaker: 'assistant', kind: 'tool_call', text: '{"path": "a"}', attributes: { name: 'Read' } },
    { speaker: 'Read', kind: 'tool_result', text: 'content', attributes: { call: '1' } },
    { speaker: 'assistant', kind: 'text', text: 'Because:\n\n    code\n', time: '2026-03-04T10:01:00Z' },
  ];

  const drawer = (part: number, some: readonly Message[]) => {
    const body = renderTranscript(some);
    const [source, unit] = ['claude-code:s1', `part-${String(part).padStart(16, '0')}`];
    const id = mintDrawerId({ kind: 'conversation', wing: 'w' as WingName, source, unit, n: 0 });
    return renderDrawer(
      { id, title: 'A talk', source, unit, body: 'transcript/1', part, sha256: bodyHash(body) },
      body,
    );
  };

  test('--messages joins all parts, whichever was asked for, also at another time', async () => {
    const palace = await testPalace();
    edit(palace, 'wings/w/talks/b.md', drawer(1, messages.slice(0, 2)));
    edit(palace, 'wings/w/talks/a.md', drawer(2, messages.slice(2)));
    await savePalace(palace);
    for (const at of [undefined, 'HEAD']) {
      const { result } = await showDrawer(palace, { drawer: 'wings/w/talks/a.md', messages: true, at });
      expect(result).toMatchObject({
        format: 'transcript/1',
        title: 'A talk',
        parts: 2,
        started_at: '2026-03-04T10:00:00Z',
        participants: ['user', 'assistant', 'Read'],
      });
      expect(result.messages?.map(({ role, kind, text }) => [role, kind, text])).toEqual([
        ['user', 'text', 'Why?\nReally why?'],
        ['assistant', 'tool_call', '{"path": "a"}'],
        ['tool', 'tool_result', 'content'],
        ['assistant', 'text', 'Because:\n\n    code\n'],
      ]);
      expect(result.messages?.[0]).toMatchObject({
        timestamp: '2026-03-04T10:00:00Z',
        message_id: 'm1',
        speaker: 'user',
      });
      expect(quotedTranscript(result.messages ?? [])).toBe(
        '> Why?\n> Really why?\n\n[tool call: Read]\n    {"path": "a"}\n\n[tool result]\n    content\n\nBecause:\n\n    code\n',
      );
    }
  });

  test('a drawer that is no conversation says so', async () => {
    const palace = await testPalace();
    const { id } = await remember(palace, 'plain');
    expect(await refusal(showDrawer(palace, { drawer: id, messages: true }))).toMatchObject({
      code: 'no-conversation',
      exit: 2,
    });
  });
});

test('bytes that are not UTF-8 are given exactly beside the text', async () => {
  const palace = await testPalace();
  const bytes = Buffer.from([0x61, 0xff, 0x62]);
  edit(palace, 'wings/a/b/raw.md', bytes);
  const { result, body } = await showDrawer(palace, { drawer: 'wings/a/b/raw.md' });
  expect(body).toEqual(bytes);
  expect(result).toMatchObject({ body: 'a\uFFFDb', body_base64: bytes.toString('base64'), edited: null });
  expect(result.id).toMatch(/^p-/);
});

describe('listDrawers and readTree', () => {
  test('newest first, filters, pages that do not change the total, clamped limits', async () => {
    const palace = await testPalace();
    const old = await remember(palace, 'old one', { wing: 'a', room: 'r', date: '2026-01-02', hall: 'facts' });
    const fresh = await remember(palace, 'fresh one', { wing: 'a', room: 's', date: '2026-03-04', source: 'standup' });
    edit(palace, 'wings/b/r/undated.md', 'no date at all');
    const ids = async (request: Parameters<typeof listDrawers>[1]) =>
      (await listDrawers(palace, request)).drawers.map((drawer) => drawer.id);
    expect((await ids({})).slice(0, 2)).toEqual([fresh.id, old.id]);
    expect(await listDrawers(palace, { limit: 5000, offset: -3 })).toMatchObject({ limit: 100, offset: 0, total: 3 });
    expect(await listDrawers(palace, { limit: 1, offset: 1 })).toMatchObject({ total: 3, drawers: [{ id: old.id }] });
    expect(await ids({ wing: 'A', room: 'S' })).toEqual([fresh.id]);
    expect(await ids({ hall: 'facts' })).toEqual([old.id]);
    expect(await ids({ source: 'standup' })).toEqual([fresh.id]);
    expect(await ids({ since: '2026-01-02', before: '2026-03-04' })).toEqual([old.id]);
    expect(await refusal(listDrawers(palace, { wing: 'aa' }))).toMatchObject({ code: 'not-found', exit: 4 });
    expect(await refusal(listDrawers(palace, { hall: 'hall' }))).toMatchObject({ code: 'bad-hall', exit: 2 });
    expect(await readTree(palace)).toEqual({
      wings: {
        a: { drawers: 2, halls: { facts: 1 }, rooms: { r: 1, s: 1 } },
        b: { drawers: 1, halls: {}, rooms: { r: 1 } },
      },
      total: 3,
    });
  });

  test('a room called constructor is a room like any other', async () => {
    const palace = await testPalace();
    await remember(palace, 'words', { wing: 'w', room: 'constructor' });
    expect((await readTree(palace)).wings.w?.rooms).toEqual({ constructor: 1 });
  });
});

describe.each(ENGINES)('readStatus (%s git)', (engine) => {
  test('counts, unsaved edits, branch, index and remote; it writes nothing', async () => {
    const palace = await testPalace(engine);
    const { path, commit } = await remember(palace, 'words', { wing: 'w', room: 'r' });
    expect(await readStatus(palace)).toMatchObject({
      palace: palace.root,
      commit,
      branch: 'main',
      drawers: 1,
      wings: { w: 1 },
      rooms: { 'w/r': 1 },
      unsaved: [],
      conflicts: [],
      in_progress: null,
      git: engine,
      remote: null,
    });
    edit(palace, path, 'edited');
    edit(palace, 'wings/w/new/n.md', 'new');
    edit(palace, 'README.md', 'mine');
    gitIn(palace, 'remote', 'add', 'origin', `https:${'//'}user:secret-token@example.org/me/palace.git`);
    const before = readdirSync(palace.root).sort();
    const status = await readStatus(palace);
    expect(status.unsaved).toEqual([
      { path: 'README.md', change: 'added', outside: true },
      { path: 'wings/w/new/n.md', change: 'added', outside: false },
      { path, change: 'changed', outside: false },
    ]);
    expect(status).toMatchObject({
      drawers: 2,
      rooms: { 'w/new': 1, 'w/r': 1 },
      remote: { name: 'origin', url: 'https://example.org/me/palace.git', state: 'unknown' },
    });
    expect(readdirSync(palace.root).sort()).toEqual(before);
  });

  test('a detached HEAD has no branch', async () => {
    const palace = await testPalace(engine);
    gitIn(palace, 'checkout', '-q', '--detach');
    expect(await readStatus(palace)).toMatchObject({ branch: null, drawers: 0 });
  });
});

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDiff } from '../../src/history/diff.js';
import { readLog } from '../../src/history/log.js';
import { change } from '../../src/palace/change.js';
import { search } from '../../src/search/search.js';
import { editDrawer } from '../../src/services/edit/edit.js';
import { moveDrawers } from '../../src/services/move/move.js';
import { removeDrawers } from '../../src/services/remove/remove.js';
import { restoreDrawers } from '../../src/services/restore/restore.js';
import { savePalace } from '../../src/services/save/save.js';
import { minedDrawer, refusal, remember } from '../services/support.js';
import { ENGINES } from '../support/engines.js';
import { edit, gitIn, testPalace } from '../support/palace.js';

const text = (value: string) => ({ kind: 'text', text: value }) as const;

describe.each(ENGINES)('readLog (%s git)', (engine) => {
  test('operations newest first, with who, what and how many; batches are one entry', async () => {
    const palace = await testPalace(engine);
    await remember(palace, 'by an agent', { by: 'codex' });
    for (const number of [1, 2])
      await change(palace, {
        op: 'mine',
        subject: `mine proj: 1 added`,
        source: 'file:proj',
        opId: 'shared-id',
        batch: { number, total: 2 },
        writes: [
          {
            kind: 'put',
            path: `wings/proj/docs/${number}.md`,
            content: minedDrawer('proj', `file:proj#${number}`, `words ${number}`),
          },
        ],
      });
    edit(palace, 'wings/a/b/hand.md', 'by hand');
    gitIn(palace, 'add', '.');
    gitIn(palace, 'commit', '-qm', 'my own commit');
    const { entries, total } = await readLog(palace, {});
    expect(total).toBe(4);
    expect(
      entries.map(({ op, by, subject, changes, commits }) => [op, by, subject, changes.added, commits.length]),
    ).toEqual([
      ['commit', null, 'my own commit', 1, 1],
      ['mine', null, 'mine proj: 1 added', 2, 2],
      ['add', 'codex', 'add personal/general: by an agent', 1, 1],
      ['init', null, expect.any(String), 0, 1],
    ]);
    expect(entries[2]?.author).toBe('codex (agent) <codex@agent.palace.invalid>');
    expect(entries[1]).toMatchObject({ op_id: 'shared-id', source: 'file:proj' });
    expect(entries[0]?.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    const subjects = async (request: Parameters<typeof readLog>[1]) =>
      (await readLog(palace, request)).entries.map((entry) => entry.op);
    expect(await subjects({ by: 'Codex' })).toEqual(['add']);
    expect(await subjects({ by: 'ada@example' })).toEqual(['commit', 'mine', 'init']);
    expect(await subjects({ op: 'mine' })).toEqual(['mine']);
    expect(await subjects({ op: 'undo' })).toEqual([]);
    expect(await refusal(readLog(palace, { op: 'nonsense' }))).toMatchObject({
      code: 'bad-op',
      exit: 2,
      next: [expect.stringContaining('give one of add, ')],
    });
    expect(await refusal(readLog(palace, { op: 'mien' }))).toMatchObject({
      message: expect.stringContaining('"mine"'),
    });
    expect(await subjects({ wing: 'Proj' })).toEqual(['mine']);
    expect(await readLog(palace, { limit: 1 })).toMatchObject({ total: 4, entries: [{ op: 'commit' }] });
    // What a newer program calls its work is known where it stands in the history.
    await change(palace, {
      op: 'dream',
      subject: 'dream',
      writes: [{ kind: 'put', path: 'wings/a/b/dream.md', content: Buffer.from('x') }],
    });
    expect(await subjects({ op: 'dream' })).toEqual(['dream']);
  });

  test('one drawer, across an edit, moves by palace and by hand, removal and return', async () => {
    const palace = await testPalace(engine);
    const { id, path } = await remember(palace, 'first words\nand more\nof them\n');
    await remember(palace, 'another memory');
    await editDrawer(palace, { drawer: id, content: text('second words\nand more\nof them\n') });
    await moveDrawers(palace, { ids: [id], to: 'x/y' });
    const there = path.replace('personal/general', 'x/y');
    renameSync(join(palace.root, there), join(palace.root, 'wings/x/y/renamed by hand.md'));
    await savePalace(palace);
    await removeDrawers(palace, { ids: [id] });
    const gone = await readLog(palace, { drawer: id });
    expect(gone.path).toBe('wings/x/y/renamed by hand.md');
    await restoreDrawers(palace, { drawer: id });
    const { entries } = await readLog(palace, { drawer: id.slice(2, 8) });
    expect(entries.map(({ op, drawer }) => [op, drawer?.change, drawer?.path])).toEqual([
      ['restore', 'added', 'wings/x/y/renamed by hand.md'],
      ['remove', 'removed', 'wings/x/y/renamed by hand.md'],
      ['save', 'moved', 'wings/x/y/renamed by hand.md'],
      ['move', 'moved', there],
      ['edit', 'changed', path],
      ['add', 'added', path],
    ]);
    expect(entries.slice(1).map((entry) => entry.commit)).toEqual(gone.entries.map((entry) => entry.commit));
  });
});

describe('readLog', () => {
  test('since and before are half-open in committer dates; wrong dates and unknown drawers are refused', async () => {
    const palace = await testPalace();
    await remember(palace, 'at noon of the first of June');
    palace.runtime.advance(2 * 24 * 3600_000);
    await remember(palace, 'two days later');
    const subjects = async (request: Parameters<typeof readLog>[1]) =>
      (await readLog(palace, request)).entries.map((entry) => entry.subject);
    expect(await subjects({ since: '2026-06-03' })).toEqual(['add personal/general: two days later']);
    expect(await subjects({ since: '2026', before: '2027', op: 'add' })).toHaveLength(2);
    expect(await subjects({ since: '2027' })).toEqual([]);
    expect(await subjects({ before: '2026-06-03', op: 'add' })).toEqual([
      'add personal/general: at noon of the first of June',
    ]);
    const refused = await refusal(readLog(palace, { since: 'yesterday-ish' }));
    expect(refused).toMatchObject({ code: 'bad-date', exit: 2 });
    // In the words of `search`, which takes the same flags.
    expect(refused.message).toBe('--since "yesterday-ish" is not a date');
    expect(refused.next).toEqual((await refusal(search(palace, { query: 'x', since: 'no day' }))).next);
    expect(await refusal(readLog(palace, { drawer: 'd-00000000' }))).toMatchObject({ code: 'not-found', exit: 4 });
  });

  test('an id that is the beginning of two names them', async () => {
    const palace = await testPalace();
    for (let n = 0; n < 40; n++)
      edit(palace, `wings/a/b/n${n}.md`, `---\nid: d-abcd${String(n).padStart(12, '0')}\n---\nx`);
    await savePalace(palace);
    expect(await refusal(readLog(palace, { drawer: 'abcd' }))).toMatchObject({ code: 'ambiguous-id', exit: 2 });
  });
});

describe.each(ENGINES)('readDiff (%s git)', (engine) => {
  test('by default: the unsaved edits, as memories', async () => {
    const palace = await testPalace(engine);
    const { id, path } = await remember(palace, 'We use REST here.\n');
    expect(await readDiff(palace, {})).toMatchObject({ added: [], changed: [], moved: [], removed: [], files: [] });
    edit(palace, path, gitIn(palace, 'show', `HEAD:${path}`).replace('We use REST here.\n', 'We use GraphQL here.\n'));
    const { changed, from, to } = await readDiff(palace, {});
    expect([from.label, to.label]).toEqual(['HEAD', 'work tree']);
    expect(changed).toHaveLength(0 + 1);
    expect(changed[0]).toMatchObject({ id, path });
    expect(changed[0]?.hunks.flatMap((hunk) => hunk.runs)).toEqual([
      { op: 'same', text: 'We use ' },
      { op: 'removed', text: 'REST' },
      { op: 'added', text: 'GraphQL' },
      { op: 'same', text: ' here.\n' },
    ]);
  });

  test('between two revisions: added, changed, moved, removed and other files', async () => {
    const palace = await testPalace(engine);
    const start = gitIn(palace, 'rev-parse', 'HEAD').trim();
    const stays = await remember(palace, 'one\ntwo\nthree\n');
    const goes = await remember(palace, 'to go');
    const middle = gitIn(palace, 'rev-parse', 'HEAD').trim();
    await moveDrawers(palace, { ids: [stays.id], to: 'x/y' });
    await editDrawer(palace, { drawer: stays.id, content: text('one\n2\nthree\n') });
    await removeDrawers(palace, { ids: [goes.id] });
    const fresh = await remember(palace, 'brand new');
    edit(palace, 'identity.md', 'I am\n');
    await savePalace(palace);
    const all = await readDiff(palace, { from: start, to: 'HEAD' });
    expect(all.added.map((memory) => memory.id).sort()).toEqual([stays.id, fresh.id].sort());
    const later = await readDiff(palace, { from: middle, to: 'HEAD' });
    expect(later.added.map((memory) => memory.id)).toEqual([fresh.id]);
    expect(later.removed).toMatchObject([{ id: goes.id, lines: 1 }]);
    expect(later.moved).toMatchObject([{ id: stays.id, from: stays.path, words_added: 1, words_removed: 1 }]);
    expect(later.files).toEqual([{ path: 'identity.md', change: 'changed' }]);
    const back = await readDiff(palace, { from: 'HEAD', to: middle });
    expect(back.added.map((memory) => memory.id)).toEqual([goes.id]);
    expect(back.removed.map((memory) => memory.id)).toEqual([fresh.id]);
    const wing = await readDiff(palace, { from: middle, to: 'HEAD', wing: 'x' });
    expect([wing.added, wing.removed, wing.files]).toEqual([[], [], []]);
    expect(wing.moved).toHaveLength(1);
  });

  test('dates are sides too; a text that is neither is refused', async () => {
    const palace = await testPalace(engine);
    await remember(palace, 'early');
    palace.runtime.advance(3 * 24 * 3600_000);
    const late = await remember(palace, 'late');
    const { added, from } = await readDiff(palace, { from: '2026-06-02' });
    expect(added.map((memory) => memory.id)).toEqual([late.id]);
    expect(from.label).toBe('2026-06-02');
    expect(await refusal(readDiff(palace, { from: 'no such thing' }))).toMatchObject({
      code: 'unknown-revision',
      exit: 4,
    });
  });
});

test('a changed front-matter key is told apart from changed words', async () => {
  const palace = await testPalace();
  const { path } = await remember(palace, 'words');
  edit(palace, path, gitIn(palace, 'show', `HEAD:${path}`).replace('title: "words"', 'title: "Words"\ntags: ["a"]'));
  const { changed } = await readDiff(palace, {});
  expect(changed[0]).toMatchObject({ hunks: [], words_added: 0 });
  expect(changed[0]?.front_matter).toEqual([
    { key: 'title', before: 'words', after: 'Words' },
    { key: 'tags', before: null, after: ['a'] },
  ]);
});

import { describe, expect, test } from 'vitest';
import { grepPalace } from '../../src/history/grep.js';
import { readLog } from '../../src/history/log.js';
import { findWhen } from '../../src/history/when.js';
import { editDrawer } from '../../src/services/edit/edit.js';
import { moveDrawers } from '../../src/services/move/move.js';
import { removeDrawers } from '../../src/services/remove/remove.js';
import { whenFound } from '../../src/services/when/when-found.js';
import { refusal, remember } from '../services/support.js';
import { ENGINES } from '../support/engines.js';
import { edit, gitIn, testPalace } from '../support/palace.js';

const text = (value: string) => ({ kind: 'text', text: value }) as const;

describe.each(ENGINES)('a phrase in history (%s git)', (engine) => {
  test('when: it appears, comes twice, moves unnoticed and disappears; over line breaks and in any case', async () => {
    const palace = await testPalace(engine);
    const { id } = await remember(palace, 'We use a token\n  bucket.\n', { by: 'codex' });
    await remember(palace, 'nothing of it');
    await editDrawer(palace, { drawer: id, content: text('We use a Token Bucket.\nThe token bucket leaks.\n') });
    await moveDrawers(palace, { ids: [id], to: 'x/y' });
    await removeDrawers(palace, { ids: [id] });
    const { events, total } = await findWhen(palace, { text: 'TOKEN  bucket' });
    const counts = (of: { before: number; after: number; line: number }[]) =>
      of.map(({ before, after, line }) => [before, after, line]);
    expect(events.map(({ op, by, appears, disappears }) => [op, by, counts(appears), counts(disappears)])).toEqual([
      ['remove', null, [], [[2, 0, 1]]],
      ['edit', null, [[1, 2, 1]], []],
      ['add', 'codex', [[0, 1, 1]], []],
    ]);
    expect(total).toBe(3);
    expect((await findWhen(palace, { text: 'token bucket', by: 'codex' })).total).toBe(1);
    expect((await findWhen(palace, { text: 'token bucket', since: 'HEAD~2' })).events.map(({ op }) => op)).toEqual([
      'remove',
    ]);
    expect((await findWhen(palace, { text: 'token bucket', wing: 'elsewhere' })).total).toBe(0);
    expect(await refusal(findWhen(palace, { text: '  ' }))).toMatchObject({ code: 'bad-usage', exit: 2 });
  });

  test('grep: what stands, unsaved edits, a moment, and every version with the commit that brought the line', async () => {
    const palace = await testPalace(engine);
    const { id, path } = await remember(palace, 'alpha\nbeta 1\n', { by: 'codex' });
    await editDrawer(palace, { drawer: id, content: text('alpha\nbeta 2\n') });
    const lines = async (request: Parameters<typeof grepPalace>[1]) =>
      (await grepPalace(palace, request)).matches.map(({ line, text: words }) => `${line} ${words}`);
    expect(await lines({ pattern: 'beta \\d' })).toEqual(['2 beta 2']);
    expect(await lines({ pattern: 'BETA', ignore_case: true })).toEqual(['2 beta 2']);
    expect(await lines({ pattern: 'beta \\d', fixed: true })).toEqual([]);
    expect(await lines({ pattern: 'beta', as_of: 'HEAD~1' })).toEqual(['2 beta 1']);
    const all = await grepPalace(palace, { pattern: 'beta', all_history: true });
    expect(all.matches.map(({ text: words, stands, who }) => [words, stands, who?.by ?? null])).toEqual([
      ['beta 2', true, null],
      ['beta 1', false, 'codex'],
    ]);
    edit(palace, path, gitIn(palace, 'show', `HEAD:${path}`).replace('beta 2', 'gamma'));
    expect(await lines({ pattern: 'beta' })).toEqual([]);
    expect((await grepPalace(palace, { pattern: 'a+', room: 'general' })).matches.map(({ ranges }) => ranges)).toEqual([
      [
        [0, 1],
        [4, 5],
      ],
      [
        [1, 2],
        [4, 5],
      ],
    ]);
    expect(await refusal(grepPalace(palace, { pattern: '(' }))).toMatchObject({
      code: 'bad-pattern',
      exit: 2,
      next: [expect.stringContaining('-F')],
    });
    expect(await refusal(grepPalace(palace, { pattern: '' }))).toMatchObject({ code: 'bad-pattern' });
    expect(await refusal(grepPalace(palace, { pattern: 'x', as_of: 'HEAD', all_history: true }))).toMatchObject({
      code: 'bad-usage',
    });
  });
});

test('when a search finds its answer, and when it lost it', async () => {
  const palace = await testPalace();
  for (const n of [1, 2, 3]) await remember(palace, `memory number ${n} of other things`);
  const { id, commit } = await remember(palace, 'The zeppelin is moored at the quay.');
  for (const n of [4, 5, 6]) await remember(palace, `memory number ${n} of other things`);
  const found = await whenFound(palace, { query: 'zeppelin', mode: 'keyword' });
  expect(found).toMatchObject({
    found_now: true,
    answer: { id },
    change: { kind: 'found', commit, op: 'add', rank: 1, rank_before: null },
  });
  const edited = await editDrawer(palace, {
    drawer: id,
    content: text('The ship is moored at the quay.'),
    by: 'codex',
  });
  await remember(palace, 'one more');
  const lost = await whenFound(palace, { query: 'zeppelin', answer: id, mode: 'keyword' });
  expect(lost).toMatchObject({
    found_now: false,
    change: { kind: 'lost', commit: edited.commit, by: 'codex', rank: null, rank_before: 1 },
  });
  expect(await refusal(whenFound(palace, { query: 'zeppelin', mode: 'keyword' }))).toMatchObject({
    code: 'not-found',
    exit: 4,
  });
});

test('log --patch, --graph, and dates as people write them', async () => {
  const palace = await testPalace();
  const { id } = await remember(palace, 'We use REST here.\n');
  palace.runtime.advance(3 * 24 * 3600_000);
  await editDrawer(palace, { drawer: id, content: text('We use GraphQL here.\n') });
  await moveDrawers(palace, { ids: [id], to: 'driftwood/api' });
  const { entries } = await readLog(palace, { patch: true, graph: true, drawer: id });
  expect(entries.map(({ wings }) => wings)).toEqual([
    {
      driftwood: { added: 0, changed: 0, moved: 1, removed: 0, files: 0 },
      personal: { added: 0, changed: 0, moved: 1, removed: 0, files: 0 },
    },
    { personal: { added: 0, changed: 1, moved: 0, removed: 0, files: 0 } },
    { personal: { added: 1, changed: 0, moved: 0, removed: 0, files: 0 } },
  ]);
  expect(entries[1]?.patch?.[0]?.changed[0]?.hunks[0]?.runs).toContainEqual({ op: 'added', text: 'GraphQL' });
  expect(entries[0]?.patch?.[0]?.moved[0]?.from).toContain('personal/general');
  const ops = async (since: string) => (await readLog(palace, { since })).entries.map(({ op }) => op);
  expect(await ops('yesterday')).toEqual(['move', 'edit']);
  expect(await ops('HEAD~1')).toEqual(['move']);
  expect(await ops('2 weeks ago')).toHaveLength(4);
});

import { expect, test } from 'vitest';
import { readStats } from '../../src/history/activity.js';
import { editDrawer } from '../../src/services/edit/edit.js';
import { moveDrawers } from '../../src/services/move/move.js';
import { refusal, remember } from '../services/support.js';
import { edit, testPalace } from '../support/palace.js';

test('drawers and facts by week and author; moves do not count, quiet weeks do', async () => {
  const palace = await testPalace();
  const empty = await readStats(palace, { weeks: 2 });
  expect(empty).toMatchObject({ drawers: 0, first: null, authors: [], weeks: [{ commits: 0 }, { commits: 0 }] });
  const { id } = await remember(palace, 'one', { by: 'codex' });
  await remember(palace, 'two');
  palace.runtime.advance(15 * 24 * 3600_000);
  await editDrawer(palace, { drawer: id, content: { kind: 'text', text: 'one more' }, by: 'codex' });
  await moveDrawers(palace, { ids: [id], to: 'x/y' });
  const at = palace.runtime.now().toISOString();
  edit(palace, 'facts/2026/w.jsonl', `${JSON.stringify({ event: 'e1', at, op: 'add', by: 'codex', subject: 'a' })}\n`);
  const stats = await readStats(palace, { weeks: 4 });
  expect(stats).toMatchObject({
    drawers: 2,
    wings: 2,
    rooms: 2,
    activity: { drawers_added: 2, drawers_changed: 1, drawers_removed: 0, facts: 1 },
  });
  expect(stats.authors[0]).toMatchObject({
    name: 'codex',
    agent: true,
    drawers_added: 1,
    drawers_changed: 1,
    facts: 1,
  });
  expect(stats.weeks.map((week) => [week.drawers_added, week.drawers_changed, week.facts])).toEqual([
    [0, 0, 0],
    [2, 0, 0],
    [0, 0, 0],
    [0, 1, 1],
  ]);
  expect(stats.weeks.every(({ week }) => new Date(`${week}T12:00`).getDay() === 1)).toBe(true);
  expect((await readStats(palace, { by: 'codex', since: 'yesterday' })).activity).toMatchObject({
    drawers_added: 0,
    drawers_changed: 1,
  });
  expect(await refusal(readStats(palace, { since: 'nonsense' }))).toMatchObject({ code: 'bad-date', exit: 2 });
});

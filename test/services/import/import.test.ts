import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDrawer } from '../../../src/palace/codec.js';
import { exportPalace } from '../../../src/services/export/export.js';
import { importInto } from '../../../src/services/import/import.js';
import { savePalace } from '../../../src/services/save/save.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';
import { wingsOf } from '../export/support.js';
import { commitCount, minedDrawer, remember } from '../support.js';

async function exported(palace: TestPalace, format: 'markdown' | 'jsonl' = 'markdown'): Promise<string> {
  const folder = join(tempDir(), 'out');
  await exportPalace(palace, { folder, format });
  return folder;
}

test.each(ENGINES)('an id that stands with other words is a conflict; both are kept, once (%s git)', async (engine) => {
  const [from, to] = [await testPalace(engine), await testPalace(engine)];
  const path = 'wings/a/r/mined.md';
  edit(from, path, minedDrawer('a', 'file:a#x.txt', 'what they have'));
  edit(to, path, minedDrawer('a', 'file:a#x.txt', 'what we have'));
  await savePalace(to);
  const id = parseDrawer(readFileSync(join(to.root, path))).front.id;
  const folder = await exported(from);
  const dry = await importInto(to, { path: folder, dryRun: true });
  const before = commitCount(to);
  const beside = 'wings/a/r/mined~import.md';
  const wanted = { drawers: { added: 0, unchanged: 0, conflicts: 1 }, conflicts: [{ id, path, beside, where: path }] };
  expect(dry).toMatchObject({ ...wanted, commits: [], dry_run: true });
  expect(wingsOf(to.root)).not.toHaveProperty([beside]);
  expect(await importInto(to, { path: folder })).toMatchObject(wanted);
  expect(commitCount(to)).toBe(before + 1);
  const newcomer = parseDrawer(readFileSync(join(to.root, beside)));
  expect(newcomer.body.toString()).toBe('what they have');
  expect(newcomer.front).toMatchObject({ source: 'file:a#x.txt', filed: expect.any(String) });
  expect(newcomer.front.id).not.toBe(id);
  expect(readFileSync(join(to.root, path), 'utf8')).toContain('what we have');
  assertClean(to);

  expect(await importInto(to, { path: folder })).toMatchObject({ ...wanted, commits: [] });
  expect(commitCount(to)).toBe(before + 1);
});

test('a place that is taken: by another id the newcomer gets a number, without an id it stands beside', async () => {
  const [from, to] = [await testPalace(), await testPalace()];
  edit(from, 'wings/a/r/one.md', minedDrawer('a', 'file:a#one', 'theirs'));
  edit(from, 'wings/a/r/two.md', 'their loose words');
  edit(to, 'wings/a/r/one.md', minedDrawer('a', 'file:a#two', 'ours'));
  edit(to, 'wings/a/r/two.md', 'our loose words');
  const result = await importInto(to, { path: await exported(from, 'jsonl') });
  expect(result).toMatchObject({
    drawers: { added: 1, conflicts: 1 },
    conflicts: [{ path: 'wings/a/r/two.md', beside: 'wings/a/r/two~import.md', where: 'drawers.jsonl:2' }],
  });
  expect(readFileSync(join(to.root, 'wings/a/r/one-2.md'), 'utf8')).toContain('theirs');
  expect(readFileSync(join(to.root, 'wings/a/r/two~import.md'), 'utf8')).toBe('their loose words');
});

test('a drawer that was moved here is known by its id; one that was removed and not saved does not come back in its place', async () => {
  const [from, to] = [await testPalace(), await testPalace()];
  edit(from, 'wings/a/r/one.md', minedDrawer('a', 'file:a#one', 'one'));
  edit(from, 'wings/a/r/two.md', minedDrawer('a', 'file:a#two', 'two'));
  const folder = await exported(from);
  await importInto(to, { path: folder });
  gitIn(to, 'mv', 'wings/a/r/one.md', 'wings/a/one-moved.md');
  edit(to, 'wings/b/s/one.md', readFileSync(join(to.root, 'wings/a/one-moved.md')));
  rmSync(join(to.root, 'wings/a/one-moved.md'));
  rmSync(join(to.root, 'wings/a/r/two.md'));
  const result = await importInto(to, { path: folder });
  expect(result.drawers).toMatchObject({ added: 1, unchanged: 1, conflicts: 0 });
  expect(Object.keys(wingsOf(to.root)).sort()).toEqual(['wings/a/r/two-2.md', 'wings/b/s/one.md']);
});

test('another wing: ids stay, and what is known of the old wing does not come along', async () => {
  const [from, to] = [await testPalace(), await testPalace()];
  const { id, path } = await remember(from, 'words', { wing: 'a', room: 'r' });
  edit(from, 'wings/a/wing.yaml', 'kind: project\n');
  const folder = await exported(from);
  expect(await importInto(to, { path: folder, wing: 'From Ann' })).toMatchObject({ wings: ['from-ann'], left: [] });
  const moved = path.replace('wings/a/', 'wings/from-ann/');
  expect(Object.keys(wingsOf(to.root))).toEqual([moved]);
  expect(parseDrawer(readFileSync(join(to.root, moved))).front.id).toBe(id);
  expect(await importInto(to, { path: folder, wing: 'From Ann' })).toMatchObject({
    drawers: { added: 0, unchanged: 1 },
  });
  await expect(importInto(to, { path: folder, wing: '../x' })).rejects.toMatchObject({ code: 'bad-name' });
});

test('a wing.yaml that differs stays as it is here, and that is said', async () => {
  const [from, to] = [await testPalace(), await testPalace()];
  for (const [palace, kind] of [
    [from, 'theirs'],
    [to, 'ours'],
  ] as const)
    edit(palace, 'wings/a/wing.yaml', `kind: ${kind}\n`);
  const { left } = await importInto(to, { path: await exported(from) });
  expect(left).toMatchObject([{ where: 'wings/a/wing.yaml', damaged: false }]);
  expect(readFileSync(join(to.root, 'wings/a/wing.yaml'), 'utf8')).toBe('kind: ours\n');
});

test('damaged and hostile lines are named, and the rest is filed', async () => {
  const [from, to] = [await testPalace(), await testPalace()];
  await remember(from, 'words to keep', { wing: 'a', room: 'r' });
  const folder = await exported(from, 'jsonl');
  const file = join(folder, 'drawers.jsonl');
  const good = readFileSync(file, 'utf8');
  const evil = (path: string): string => good.replace(/"path":"[^"]*"/, `"path":${JSON.stringify(path)}`);
  const lines = [
    good.replace('"body":"words to keep', '"body":"words to lose'),
    evil('../../etc/passwd.md'),
    evil('wings/a/../../.git/hooks/x.md'),
    evil('/etc/x.md'),
    evil('palace.yaml'),
    evil('wings/.git/r/x.md'),
    evil('wings/a/x.md'),
    '{"kind":"drawer"\n',
    '[1]\n',
    '{"kind":"other"}\n',
    '\r\n',
    good.trimEnd(),
  ];
  writeFileSync(file, `\ufeff${lines.join('')}`);
  const result = await importInto(to, { path: file });
  expect(result.drawers).toEqual({ added: 1, unchanged: 0, conflicts: 0, forgotten: 0 });
  // What is no record is named as it is read, what has no place when its batch is filed.
  const named = new Set(result.left.map(({ where }) => where));
  expect(named).toEqual(new Set(lines.slice(0, 10).map((_, at) => `drawers.jsonl:${at + 1}`)));
  expect(result.left.every(({ damaged }) => damaged)).toBe(true);
  assertClean(to);
});

test('an unsaved edit of the same drawer is a conflict like any other, and stays', async () => {
  const [from, to] = [await testPalace(), await testPalace()];
  edit(from, 'wings/a/r/one.md', minedDrawer('a', 'file:a#one', 'one'));
  const folder = await exported(from);
  await importInto(to, { path: folder });
  edit(to, 'wings/a/r/one.md', minedDrawer('a', 'file:a#one', 'edited'));
  expect((await importInto(to, { path: folder })).drawers).toMatchObject({ conflicts: 1 });
  expect(readFileSync(join(to.root, 'wings/a/r/one.md'), 'utf8')).toContain('edited');
});

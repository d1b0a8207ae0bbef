import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportPalace } from '../../../src/services/export/export.js';
import { savePalace } from '../../../src/services/save/save.js';
import { edit, testPalace } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';
import { refusal, remember } from '../support.js';
import { wingsOf } from './support.js';

/** The lines of a JSONL export. */
function linesOf(folder: string): Record<string, unknown>[] {
  const text = readFileSync(join(folder, 'drawers.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a line of JSONL has id, place, front-matter, exact words and their hash', async () => {
  const palace = await testPalace();
  const added = await remember(palace, 'Ann ❤ GraphQL\r\n', { wing: 'a', room: 'r', date: '2026-03-04' });
  edit(palace, 'wings/a/r/bytes.md', Buffer.from([0xff, 0xfe, 0x0a]));
  const folder = join(tempDir(), 'deep', 'out');
  expect(await exportPalace(palace, { folder, format: 'jsonl' })).toMatchObject({ drawers: 2, wings: ['a'], at: null });
  const lines = linesOf(folder);
  expect(lines).toMatchObject([
    {
      kind: 'drawer',
      id: added.id,
      path: added.path,
      wing: 'a',
      room: 'r',
      front: { id: added.id, date: '2026-03-04' },
      body: 'Ann ❤ GraphQL\r\n',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    { id: null, path: 'wings/a/r/bytes.md', body: '//4K', encoding: 'base64', head: '' },
  ]);
  expect(lines[0]).not.toHaveProperty('head');
  expect(readdirSync(folder).sort()).toEqual(['drawers.jsonl', 'palace-export.json']);
});

test('wing, room and dates choose; a name that is not there is an error and makes no folder', async () => {
  const palace = await testPalace();
  const old = await remember(palace, 'old words', { wing: 'a', room: 'r', date: '2024-03-04' });
  const fresh = await remember(palace, 'fresh words', { wing: 'a', room: 's', date: '2026-03-04' });
  const other = await remember(palace, 'other words', { wing: 'b', room: 'r', date: '2026-03-05' });
  const paths = async (choice: object): Promise<string[]> => {
    const folder = join(tempDir(), 'out');
    await exportPalace(palace, { folder, ...choice });
    return Object.keys(wingsOf(folder));
  };
  expect(await paths({ wing: 'A' })).toEqual([old.path, fresh.path]);
  expect(await paths({ room: 'r' })).toEqual([old.path, other.path]);
  expect(await paths({ since: '2025' })).toEqual([fresh.path, other.path]);
  expect(await paths({ before: '2025', wing: 'a' })).toEqual([old.path]);
  const folder = join(tempDir(), 'out');
  expect(await refusal(exportPalace(palace, { folder, wing: 'c' }))).toMatchObject({ code: 'not-found', exit: 4 });
  expect(await refusal(exportPalace(palace, { folder, since: 'soon' }))).toMatchObject({ code: 'bad-date', exit: 2 });
  expect(existsSync(folder)).toBe(false);
});

test('as of a commit: the words of then, and none that came later', async () => {
  const palace = await testPalace();
  const { path, commit } = await remember(palace, 'first words', { wing: 'a' });
  edit(palace, path, readFileSync(join(palace.root, path), 'utf8').replace('first', 'second'));
  await savePalace(palace);
  await remember(palace, 'later words', { wing: 'a' });
  const folder = join(tempDir(), 'out');
  const result = await exportPalace(palace, { folder, asOf: commit ?? '' });
  expect(result).toMatchObject({ drawers: 1, at: commit });
  expect(readFileSync(join(folder, path), 'utf8')).toContain('first words');
  expect(Object.keys(wingsOf(folder))).toEqual([path]);
});

test('a folder with other files is refused; force replaces an earlier export and nothing else', async () => {
  const palace = await testPalace();
  const { path } = await remember(palace, 'words', { wing: 'a' });
  const folder = tempDir();
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  expect(await refusal(exportPalace(palace, { folder }))).toMatchObject({ code: 'not-empty', exit: 2 });
  expect(readdirSync(folder)).toEqual(['mine.txt']);
  await exportPalace(palace, { folder, force: true, format: 'jsonl' });
  await exportPalace(palace, { folder, force: true });
  expect(readdirSync(folder).sort()).toEqual(['mine.txt', 'palace-export.json', 'wings']);
  expect(Object.keys(wingsOf(folder))).toEqual([path]);

  const own = tempDir();
  mkdirSync(join(own, 'wings'));
  writeFileSync(join(own, 'wings', 'mine.txt'), 'mine');
  expect(await refusal(exportPalace(palace, { folder: own, force: true }))).toMatchObject({ code: 'not-an-export' });
  const second = await testPalace();
  expect(await refusal(exportPalace(palace, { folder: second.root, force: true }))).toMatchObject({ exit: 2 });
  expect(readFileSync(join(own, 'wings', 'mine.txt'), 'utf8')).toBe('mine');
});

test('never into the palace itself, also not through a link, and never in the place of a file', async () => {
  const palace = await testPalace();
  const folder = tempDir();
  symlinkSync(palace.root, join(folder, 'link'));
  for (const inside of [palace.root, join(palace.root, 'out'), join(folder, 'link', 'wings', 'out')])
    expect(await refusal(exportPalace(palace, { folder: inside, force: true }))).toMatchObject({
      code: 'inside-palace',
    });
  writeFileSync(join(folder, 'file'), '');
  expect(await refusal(exportPalace(palace, { folder: join(folder, 'file') }))).toMatchObject({ code: 'not-a-folder' });
});

test('what cannot be taken is named; stopped or failed half-way, nothing is left', async () => {
  const stop = new AbortController();
  const palace = await testPalace('system', { signal: stop.signal });
  await remember(palace, 'words', { wing: 'a' });
  symlinkSync('/etc/hosts', join(palace.root, 'wings/a/general/link.md'));
  edit(palace, 'wings/a/loose.md', 'no room');
  const folder = join(tempDir(), 'one', 'two');
  const { left, drawers } = await exportPalace(palace, { folder });
  expect(drawers).toBe(1);
  expect(left.map(({ path }) => path).sort()).toEqual(['wings/a/general/link.md', 'wings/a/loose.md']);

  stop.abort();
  const other = join(tempDir(), 'one', 'two');
  expect(await refusal(exportPalace(palace, { folder: other }))).toMatchObject({ code: 'interrupted', exit: 130 });
  expect(existsSync(join(other, '..'))).toBe(false);
  expect(await refusal(exportPalace(palace, { folder, force: true }))).toMatchObject({ code: 'interrupted' });
  expect(Object.keys(wingsOf(folder))).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(['palace-export.json', 'wings']);
});

import { expect, it } from 'vitest';
import { PalaceError } from '../../../src/base/errors.js';
import type { MineResult } from '../../../src/services/mine/types.js';
import { watchSources } from '../../../src/services/mine/watch.js';
import { testPalace } from '../../support/palace.js';
import { drawers, sourceFolder } from './support.js';

/** A watch that ends with the test. */
async function watching(files: Record<string, string>) {
  const stop = new AbortController();
  const palace = await testPalace('system', { signal: stop.signal });
  const folder = sourceFolder('notes', files);
  const mines = watchSources(palace, { paths: [folder.path] }, { quietMs: 50, lookMs: 2_000 });
  const next = async (): Promise<MineResult> => {
    const { value } = await mines.next();
    if (value === undefined) throw new Error('the watch has ended');
    return value;
  };
  return { palace, folder, mines, next, stop };
}

/** Results until one has this many drawers changed or added: a burst of writes may be seen as two. */
async function until(
  next: () => Promise<MineResult>,
  what: 'added' | 'changed' | 'removed',
  count: number,
): Promise<void> {
  for (let sum = 0; sum < count; ) sum += (await next()).drawers[what];
}

it('mines at once, and again when a file comes, grows or goes; ends when it is told to', async () => {
  const { palace, folder, mines, next, stop } = await watching({ 'one.md': 'one\n' });
  expect((await next()).drawers.added).toBe(1);
  const added = until(next, 'added', 1);
  folder.write('two.md', 'two\n');
  await added;
  const grown = until(next, 'changed', 1);
  folder.write('two.md', 'two\nand more\n');
  await grown;
  expect(
    drawers(palace)
      .map(({ text }) => text)
      .sort(),
  ).toEqual(['one\n', 'two\nand more\n']);
  const end = mines.next();
  stop.abort();
  expect(await end).toEqual({ value: undefined, done: true });
});

it('finds what comes in a new folder', async () => {
  const { folder, mines, next, stop } = await watching({ 'one.md': 'one\n' });
  await next();
  const added = until(next, 'added', 2);
  folder.write('deep/er/two.md', 'two\n');
  folder.write('deep/three.md', 'three\n');
  await added;
  const end = mines.next();
  stop.abort();
  expect((await end).done).toBe(true);
});

it('says at once what is wrong with the first mine', async () => {
  const palace = await testPalace('system');
  const mines = watchSources(palace, { paths: ['nowhere'] });
  await expect(mines.next()).rejects.toBeInstanceOf(PalaceError);
});

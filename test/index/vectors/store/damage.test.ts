import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tryCacheLock } from '../../../../src/index/cache-lock.js';
import { testRuntime } from '../../../support/runtime.js';
import { tempDir } from '../../../support/temp.js';
import { items, openIn, shardFiles } from './support.js';
import { DIMENSIONS, idOf, item, vectorOf } from './vectors.js';

/** Two shards: 600 vectors that were sealed, 10 in the tail. */
async function filled(): Promise<string> {
  const folder = join(tempDir('vectors'), 'store');
  const { store } = await openIn(folder);
  await store.upsert(items(0, 600));
  await store.upsert(items(600, 610));
  store.close();
  expect(shardFiles(folder)).toHaveLength(2);
  return folder;
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

const everything = { count: 1000 };

describe('a damaged folder of vectors', () => {
  it.each(['header', 'ids', 'matrix', 'end', 'cut', 'empty', 'missing'])(
    'with a shard damaged (%s) gives the rest, says so once, and is whole after the next addition',
    async (how) => {
      const folder = await filled();
      const [name = ''] = shardFiles(folder).sort(
        (a, b) => readFileSync(join(folder, b)).length - readFileSync(join(folder, a)).length,
      );
      const file = join(folder, name);
      const size = readFileSync(file).length;
      if (how === 'missing') rmSync(file);
      else if (how === 'cut') truncateSync(file, size - 5000);
      else if (how === 'empty') truncateSync(file, 0);
      else flip(file, { header: 2, ids: 400, matrix: Math.floor(size / 2) }[how] ?? size - 9);

      const { store, runtime } = await openIn(folder);
      const hits = await store.query(vectorOf(1), everything);
      expect(hits.map((hit) => hit.id).sort()).toEqual(
        items(600, 610)
          .map(({ id }) => id)
          .sort(),
      );
      expect(await store.query(vectorOf(1), everything)).toEqual(hits);
      expect([store.count, store.has(idOf(3)), store.has(idOf(605)), store.lost]).toEqual([10, false, true, true]);
      expect(runtime.warnings).toHaveLength(1);
      expect(runtime.warnings[0]).toContain('damaged');
      expect(store.health()).toMatchObject({ ok: false, problems: runtime.warnings });
      await store.upsert(items(0, 3));
      store.close();

      const after = await openIn(folder);
      expect(await after.store.query(vectorOf(1), everything)).toHaveLength(13);
      expect([after.store.lost, after.runtime.warnings]).toEqual([false, []]);
      after.store.close();
    },
  );

  it('with two shards damaged says so in one line', async () => {
    const folder = await filled();
    for (const name of shardFiles(folder)) flip(join(folder, name), 70);
    const { store, runtime } = await openIn(folder);
    expect([store.count, store.lost, runtime.warnings.length]).toEqual([0, true, 1]);
    await store.compact();
    store.close();
    const after = await openIn(folder);
    expect([after.store.count, after.store.lost, after.runtime.warnings]).toEqual([0, false, []]);
    expect(shardFiles(folder)).toEqual([]);
    after.store.close();
  });

  it('with a damaged list starts from nothing', async () => {
    const folder = await filled();
    for (const at of [0, 5, 20, 60]) {
      flip(join(folder, 'manifest.bin'), at);
      const { store, runtime } = await openIn(folder, { readOnly: true });
      expect([store.count, store.lost, runtime.warnings.length]).toEqual([0, true, 1]);
      store.close();
      flip(join(folder, 'manifest.bin'), at);
    }
    flip(join(folder, 'manifest.bin'), 20);
    const { store } = await openIn(folder);
    await store.upsert([item(1)]);
    store.close();
    const after = await openIn(folder);
    expect([after.store.count, after.store.lost, after.runtime.warnings]).toEqual([1, false, []]);
    expect(shardFiles(folder)).toHaveLength(1);
    after.store.close();
  });

  it('never carries a damaged shard over into a new one', async () => {
    const folder = await filled();
    for (const name of shardFiles(folder)) flip(join(folder, name), readFileSync(join(folder, name)).length - 9);
    const { store, runtime } = await openIn(folder);
    await store.upsert(items(1000, 1600));
    expect([store.count, store.lost, runtime.warnings.length]).toEqual([600, true, 1]);
    expect(await store.query(vectorOf(1), everything)).toHaveLength(600);
    store.close();
  });

  it('keeps files that are not its own, and sweeps what a dead writer left', async () => {
    const folder = await filled();
    for (const name of ['notes.txt', 'tmp-shard-dead.vec', 'shard-dead.vec', 'signs-dead'])
      writeFileSync(join(folder, name), 'x');
    const { store } = await openIn(folder);
    await store.upsert([item(2000)]);
    store.close();
    const names = readdirSync(folder).filter((name) => !shardFiles(folder).includes(name));
    expect(names.sort()).toEqual(['manifest.bin', 'notes.txt']);
    expect(shardFiles(folder)).toHaveLength(2);
  });

  it('that is deleted while it is open is written anew', async () => {
    const folder = await filled();
    const { store } = await openIn(folder);
    rmSync(folder, { recursive: true });
    await store.upsert([item(2000)]);
    expect([store.count, store.lost]).toEqual([1, true]);
    store.close();
    const after = await openIn(folder);
    expect(after.store.count).toBe(1);
    after.store.close();
  });
});

describe('a folder of other vectors', () => {
  it.each<[{ dimensions?: number; model?: string }, string]>([
    [{ dimensions: DIMENSIONS + 8 }, 'vector-dimensions'],
    [{ model: 'another' }, 'vector-model'],
  ])('is told of and left as it is: %j', async (options, code) => {
    const folder = await filled();
    const { store, runtime } = await openIn(folder, options);
    const dimensions = options.dimensions ?? DIMENSIONS;
    expect(runtime.warnings).toHaveLength(1);
    expect(store.health()).toMatchObject({ ok: false, vectors: 0, problems: runtime.warnings });
    await expect(store.upsert([item(1, 1, dimensions)])).rejects.toMatchObject({ code });
    expect(await store.query(vectorOf(1, dimensions), everything)).toEqual([]);
    expect(await store.remove(new Set([idOf(1)]))).toBe(0);
    await store.compact();
    store.close();
    const after = await openIn(folder);
    expect([after.store.count, after.runtime.warnings]).toEqual([610, []]);
    after.store.close();
  });
});

describe('where nothing can be written', () => {
  it('works from memory and says so once', async () => {
    const home = tempDir('vectors');
    writeFileSync(join(home, 'file'), 'in the way');
    const { store, runtime } = await openIn(join(home, 'file', 'store'));
    await store.upsert(items(0, 5));
    await store.upsert(items(5, 10));
    expect(await store.remove(new Set([idOf(1)]))).toBe(1);
    expect((await store.query(vectorOf(7), { count: 1 }))[0]?.id).toBe(idOf(7));
    expect([store.count, runtime.warnings.length]).toEqual([9, 1]);
    expect(runtime.warnings[0]).toContain('cannot be written');
    store.close();
  });

  it('lays what it holds over what is there, and makes no folder to read', async () => {
    const folder = await filled();
    const before = readdirSync(folder);
    const { store, runtime } = await openIn(folder, { readOnly: true });
    await store.upsert([item(5, 9999), item(2000)]);
    expect(await store.remove(new Set([idOf(7), idOf(7000)]))).toBe(1);
    expect(store.count).toBe(610);
    expect((await store.query(vectorOf(9999), { count: 1 }))[0]?.id).toBe(idOf(5));
    expect(await store.query(vectorOf(1), everything)).toHaveLength(610);
    store.close();
    expect([readdirSync(folder), runtime.warnings]).toEqual([before, []]);
    const nowhere = join(tempDir('vectors'), 'none');
    const empty = await openIn(nowhere);
    expect(await empty.store.query(vectorOf(1), everything)).toEqual([]);
    empty.store.close();
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('two writers of one folder', () => {
  it('see what the other wrote when they write themselves', async () => {
    const folder = join(tempDir('vectors'), 'store');
    const [one, two] = [await openIn(folder), await openIn(folder)];
    for (let round = 0; round < 6; round++) {
      await one.store.upsert(items(200 * round, 200 * round + 100));
      await two.store.upsert(items(200 * round + 100, 200 * round + 200));
      await one.store.remove(new Set([idOf(200 * round + 150)]));
    }
    expect([one.store.count, one.store.has(idOf(199))]).toEqual([1194, true]);
    await Promise.all([one.store.upsert(items(5000, 5100)), two.store.upsert(items(6000, 6100)), one.store.compact()]);
    for (const { store, runtime } of [one, two]) {
      expect([runtime.warnings, store.lost]).toEqual([[], false]);
      store.close();
    }
    const { store, runtime } = await openIn(folder);
    expect([store.count, runtime.warnings]).toEqual([1394, []]);
    expect(store.get(idOf(6050))).toEqual(vectorOf(6050));
    store.close();
  });

  it('do not wait for one that writes for long: vectors are held and written by the next call', async () => {
    const folder = join(tempDir('vectors'), 'store');
    mkdirSync(folder);
    const { store, runtime } = await openIn(folder);
    const unlock = tryCacheLock(join(folder, 'lock'), testRuntime({ home: folder }));
    await store.upsert(items(0, 5));
    expect([store.count, store.has(idOf(3)), runtime.warnings]).toEqual([5, true, []]);
    expect(shardFiles(folder)).toEqual([]);
    unlock?.();
    await store.upsert([item(9)]);
    store.close();
    const after = await openIn(folder);
    expect(after.store.count).toBe(6);
    after.store.close();
  });

  it('removes what is still being written', async () => {
    const folder = join(tempDir('vectors'), 'store');
    const { store } = await openIn(folder);
    const writing = store.upsert(items(0, 50));
    const removing = store.remove(new Set([idOf(3)]));
    await writing;
    expect([await removing, store.has(idOf(3)), store.count]).toEqual([1, false, 49]);
    store.close();
    const after = await openIn(folder);
    expect([after.store.has(idOf(3)), after.store.count]).toEqual([false, 49]);
    after.store.close();
  });
});

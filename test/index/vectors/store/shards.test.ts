import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { LocalIndex } from 'vectra/lib/LocalIndex.js';
import { describe, expect, it } from 'vitest';
import { FULL_ROWS, pieceRows, planCompaction, planRoll, TAIL_ROWS } from '../../../../src/index/vectors/store/roll.js';
import { ShardCodec } from '../../../../src/index/vectors/store/vectra-codec.js';
import { tempDir } from '../../../support/temp.js';
import { items, openIn, shardFiles } from './support.js';
import { DIMENSIONS, idOf, item, vectorOf } from './vectors.js';

describe('the shards', () => {
  it('are indexes of vectra: its own query over the same file gives the same best ten', async () => {
    const folder = tempDir('vectors');
    const { store } = await openIn(folder);
    await store.upsert(items(0, 400));
    await store.upsert(items(400, 500));
    const [name = '', ...others] = shardFiles(folder);
    expect(others).toEqual([]);
    const index = new LocalIndex(folder, name, undefined, new ShardCodec(DIMENSIONS));
    expect(await index.listItems()).toHaveLength(500);
    for (let seed = 1000; seed < 1020; seed++) {
      const theirs = await index.queryItems(vectorOf(seed), '', 10);
      const ours = await store.query(vectorOf(seed), { count: 10 });
      expect(ours.map((hit) => hit.id)).toEqual(theirs.map((hit) => hit.item.id));
      ours.forEach((hit, rank) => {
        expect(hit.score).toBeCloseTo(theirs[rank]?.score ?? 0, 5);
      });
    }
    store.close();
  });

  it('can be written by vectra with its own storage, and hold no metadata', async () => {
    const folder = tempDir('vectors');
    const index = new LocalIndex(folder, 'own.vec', undefined, new ShardCodec(DIMENSIONS));
    await index.createIndex();
    for (const { id, vector } of items(0, 20)) await index.upsertItem({ id, vector });
    const again = new LocalIndex(folder, 'own.vec', undefined, new ShardCodec(DIMENSIONS));
    expect((await again.listItems()).map((one) => one.id).sort()).toEqual(
      items(0, 20)
        .map(({ id }) => id)
        .sort(),
    );
    await expect(again.upsertItem({ id: idOf(99), vector: vectorOf(1), metadata: { wing: 'w' } })).rejects.toThrow(
      'no metadata',
    );
  });

  it('stay few, and none outgrows the full size, however vectors come', async () => {
    const folder = tempDir('vectors');
    const dimensions = 8;
    const { store, runtime } = await openIn(folder, { dimensions });
    const sizes = [1, 40, 300, 7, 513, 100, 2, 900, 64, 64];
    let count = 0;
    for (let round = 0; round < 60; round++) {
      const size = sizes[round % sizes.length] ?? 1;
      await store.upsert(items(count, count + size, dimensions));
      count += size;
      expect(store.health().shards).toBeLessThanOrEqual(8);
    }
    expect([store.count, runtime.warnings]).toEqual([count, []]);
    await store.upsert(items(count, count + 40_000, dimensions));
    count += 40_000;
    await store.compact();
    const shards = shardFiles(folder);
    expect(shards.length).toBeLessThanOrEqual(4);
    for (const name of shards)
      expect(statSync(join(folder, name)).size).toBeLessThan(FULL_ROWS * (8 + 4 * dimensions) + 1000);
    for (let at = 0; at < count; at += 997) expect(store.get(idOf(at))).toEqual(vectorOf(at, dimensions));
    store.close();
  });

  it('are written anew by compact when many rows are dead', async () => {
    const folder = tempDir('vectors');
    const { store } = await openIn(folder);
    await store.upsert(items(0, 2000));
    const before = store.health().bytes;
    expect(await store.remove(new Set(items(0, 1500).map(({ id }) => id)))).toBe(1500);
    expect(store.health().bytes).toBe(before);
    await store.compact();
    expect(store.health()).toMatchObject({ vectors: 500, shards: 1 });
    expect(store.health().bytes).toBeLessThan(before / 3);
    const names = shardFiles(folder);
    await store.compact();
    expect(shardFiles(folder)).toEqual(names);
    await store.remove(new Set(items(0, 2000).map(({ id }) => id)));
    expect([store.count, shardFiles(folder)]).toEqual([0, []]);
    store.close();
  });

  it('are not touched by adding what is there already', async () => {
    const folder = tempDir('vectors');
    const { store } = await openIn(folder);
    await store.upsert(items(0, 700));
    const manifest = readFileSync(join(folder, 'manifest.bin'));
    await store.upsert(items(100, 200));
    expect(readFileSync(join(folder, 'manifest.bin')).equals(manifest)).toBe(true);
    await store.upsert([item(5, 9999)]);
    expect(readFileSync(join(folder, 'manifest.bin')).equals(manifest)).toBe(false);
    expect(store.get(idOf(5))).toEqual(vectorOf(9999));
    store.close();
  });
});

describe('rolling', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: FULL_ROWS }), { maxLength: 40 });

  it('property: takes no shard twice and makes pieces of at most the full size', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 50_000 }), (loads, incoming) => {
        const plan = planRoll(loads, incoming);
        expect(new Set(plan).size).toBe(plan.length);
        const total = plan.reduce((sum, at) => sum + (loads[at] ?? 0), incoming);
        expect(pieceRows(total)).toBeLessThanOrEqual(FULL_ROWS);
      }),
    );
  });

  it('leaves few shards after any number of full tails, and rewrites each vector seldom', () => {
    let shards: number[] = [];
    let written = 0;
    for (let round = 0; round < 2000; round++) {
      const plan = planRoll(shards, TAIL_ROWS);
      const total = plan.reduce((sum, at) => sum + (shards[at] ?? 0), TAIL_ROWS);
      const size = pieceRows(total);
      shards = shards.filter((_, at) => !plan.includes(at));
      for (let left = total; left > 0; left -= size) shards.push(Math.min(size, left));
      written += total;
      const full = Math.ceil(((round + 1) * TAIL_ROWS) / (FULL_ROWS / 2));
      expect(shards.length).toBeLessThanOrEqual(full + 8);
    }
    expect(written / (2000 * TAIL_ROWS)).toBeLessThan(8);
  });

  it('of everything comes to an end', () => {
    fc.assert(
      fc.property(sizes, (loads) => {
        const shards = loads.map((live) => ({ rows: live, live }));
        const plan = planCompaction(shards);
        const total = plan.reduce((sum, at) => sum + (loads[at] ?? 0), 0);
        const rest = shards.filter((_, at) => !plan.includes(at));
        const size = pieceRows(total);
        for (let left = total; left > 0; left -= size) {
          const live = Math.min(size, left);
          rest.push({ rows: live, live });
        }
        expect(planCompaction(rest)).toEqual([]);
      }),
    );
  });
});

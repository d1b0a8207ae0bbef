import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bands, putSigns, scanSigns, signWords } from '../../../../src/index/vectors/store/signs.js';
import { longRun } from '../../../support/counts.js';
import { tempDir } from '../../../support/temp.js';
import { LONGEST } from './conformance.js';
import { clustered, openIn } from './support.js';
import { idOf } from './vectors.js';

const COUNT = longRun(6000, 120_000);
const WIDE = longRun(128, 512);
const signFiles = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('signs-'));

describe('signs', () => {
  it.each([3, 64, 100, 512, 1500])('count the dimensions in which two vectors of %i differ', (dimensions) => {
    const vectors = clustered(40, dimensions);
    const mean = new Float32Array(dimensions).fill(0.01);
    const words = signWords(dimensions);
    const bits = new Uint32Array(words * vectors.length);
    vectors.forEach((vector, at) => {
      putSigns(vector, 0, mean, bits, at * words);
    });
    const [first = new Float32Array(dimensions)] = vectors;
    const opposite = first.map((number) => 0.02 - number);
    for (const query of [...vectors.slice(0, 5), opposite]) {
      const asked = new Uint32Array(words);
      putSigns(query, 0, mean, asked, 0);
      const distances = new Uint16Array(vectors.length + 2);
      scanSigns(bits, asked, distances, 2);
      const differ = vectors.map((vector) =>
        vector.reduce((sum, number, at) => {
          const mine = number > (mean[at] ?? 0);
          return mine === (query[at] ?? 0) > (mean[at] ?? 0) ? sum : sum + 1;
        }, 0),
      );
      expect([...distances]).toEqual([0, 0, ...differ]);
    }
  });

  it('come in bands of rising distance that leave nothing out', () => {
    const distances = Uint16Array.from([5, 1, 65535, 3, 3, 0, 7, 3]);
    expect([...bands(distances, 8, 2)]).toEqual([[1, 5], [0, 3, 4, 7], [6]]);
    expect([...bands(distances, 8, 100)]).toEqual([[0, 1, 3, 4, 5, 6, 7]]);
    expect([...bands(new Uint16Array(0), 8, 2)]).toEqual([]);
  });

  it(
    `find the exact best ten of ${COUNT} vectors almost always, filter or not`,
    async () => {
      const folder = tempDir('vectors');
      const options = { dimensions: WIDE, exactUpTo: longRun(2000, 100_000) };
      const vectors = clustered(COUNT + 50, WIDE);
      const queries = vectors.splice(COUNT);
      const { store } = await openIn(folder, options);
      for (let from = 0; from < COUNT; from += 20_000)
        await store.upsert(vectors.slice(from, from + 20_000).map((vector, at) => ({ id: idOf(from + at), vector })));
      expect(signFiles(folder).length).toBeGreaterThan(0);
      store.close();

      const signed = await openIn(folder, { ...options, readOnly: true });
      const exact = await openIn(folder, { dimensions: WIDE, readOnly: true, exactUpTo: 1e9 });
      const filters = [undefined, (id: string) => id.endsWith('7')];
      for (const accepts of filters) {
        let found = 0;
        for (const query of queries) {
          const right = (await exact.store.query(query, { count: 10, accepts })).map((hit) => hit.id);
          const hits = await signed.store.query(query, { count: 10, accepts });
          expect(hits).toHaveLength(10);
          expect(hits.map((hit) => hit.score)).toEqual(hits.map((hit) => hit.score).sort((a, b) => b - a));
          found += hits.filter((hit) => right.includes(hit.id)).length;
        }
        expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(0.99);
      }
      const rare = await signed.store.query(queries[0] ?? new Float32Array(WIDE), {
        count: 3,
        accepts: (id) => id === idOf(17) || id === idOf(COUNT - 1),
      });
      expect(rare.map((hit) => hit.id).sort()).toEqual([idOf(17), idOf(COUNT - 1)].sort());
      exact.store.close();
      signed.store.close();
    },
    LONGEST,
  );

  it('are kept for new shards too, taken anew when the store has doubled, and made again when they are lost', async () => {
    const folder = tempDir('vectors');
    const options = { dimensions: 64, exactUpTo: 1000 };
    const vectors = clustered(6000, 64);
    const some = (from: number, to: number) =>
      vectors.slice(from, to).map((vector, at) => ({ id: idOf(from + at), vector }));
    const { store, runtime } = await openIn(folder, options);
    await store.upsert(some(0, 900));
    expect(signFiles(folder)).toEqual([]);
    await store.upsert(some(900, 1500));
    const [first = ''] = signFiles(folder);
    const keyOf = (name: string): string | undefined => name.split('-')[1];
    await store.upsert(some(1500, 2500));
    expect(signFiles(folder).map(keyOf)).toEqual([keyOf(first)]);
    await store.upsert(some(2500, 6000));
    expect(signFiles(folder).map(keyOf)).not.toContain(keyOf(first));
    expect(runtime.warnings).toEqual([]);
    store.close();

    const query = vectors[77] ?? new Float32Array(64);
    for (const damage of [(file: string) => rmSync(file), (file: string) => truncateSync(file, 100)]) {
      for (const name of signFiles(folder)) damage(join(folder, name));
      const broken = await openIn(folder, options);
      expect((await broken.store.query(query, { count: 1 }))[0]?.id).toBe(idOf(77));
      await broken.store.query(query, { count: 1 });
      expect([broken.store.lost, broken.runtime.warnings.length, broken.store.count]).toEqual([false, 1, 6000]);
      await broken.store.compact();
      broken.store.close();
      const cured = await openIn(folder, options);
      expect((await cured.store.query(query, { count: 1 }))[0]?.id).toBe(idOf(77));
      expect(cured.runtime.warnings).toEqual([]);
      cured.store.close();
    }
  });
});

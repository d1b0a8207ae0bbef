import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VectorHit, VectorStore } from '../../../../src/index/vectors/store/types.js';
import { longRun } from '../../../support/counts.js';
import { tempDir } from '../../../support/temp.js';
import { DIMENSIONS, idOf, item, vectorOf } from './vectors.js';

/** Milliseconds; the long runs take minutes on a busy machine. */
export const LONGEST = longRun(120_000, 600_000);

/** A kind of store to be held against the rules of the seam. */
export interface Implementation {
  name: string;
  /** Keeps vectors when it is closed and opened again in the same folder. */
  keeps: boolean;
  open(folder: string, dimensions: number): Promise<VectorStore>;
}

/** What a query must give, from a plain sort. */
export function expected(
  model: ReadonlyMap<string, Float32Array>,
  query: Float32Array,
  count: number,
  accepts: (id: string) => boolean = () => true,
): VectorHit[] {
  return [...model]
    .map(([id, vector]) => ({ id, score: vector.reduce((sum, number, at) => sum + number * (query[at] ?? 0), 0) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .filter((hit) => accepts(hit.id))
    .slice(0, count);
}

type Step =
  | { kind: 'upsert'; items: { at: number; seed: number }[] }
  | { kind: 'remove'; ats: number[] }
  | { kind: 'query'; seed: number; count: number; parity: number | undefined }
  | { kind: 'compact' | 'reopen' };

const at = fc.nat(80);
/** Few seeds: equal vectors under several ids are common. */
const seed = fc.nat(60);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('upsert' as const),
      items: fc.array(fc.record({ at, seed }), { maxLength: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), ats: fc.array(at, { maxLength: 30 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('query' as const),
      seed,
      count: fc.integer({ min: 1, max: 30 }),
      parity: fc.option(fc.nat(1), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('compact' as const, 'reopen' as const) }) },
);

/** The rules that every VectorStore keeps. */
export function conformance({ name, keeps, open }: Implementation): void {
  describe(`${name} keeps the rules of a vector store`, () => {
    it(
      'behaves like a map with a sort, whatever is done in whatever order',
      async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
            const folder = tempDir('vectors');
            let store = await open(folder, DIMENSIONS);
            const model = new Map<string, Float32Array>();
            for (const one of steps) {
              if (one.kind === 'upsert') {
                const items = one.items.map((each) => item(each.at, each.seed));
                await store.upsert(items);
                for (const { id, vector } of items) model.set(id, vector);
              } else if (one.kind === 'remove') {
                const ids = new Set(one.ats.map(idOf));
                const there = [...ids].filter((id) => model.delete(id)).length;
                expect(await store.remove(ids)).toBe(there);
              } else if (one.kind === 'query') {
                const accepts = (id: string): boolean =>
                  one.parity === undefined || Number(`0x${id}`) % 3 !== one.parity;
                const query = vectorOf(one.seed);
                const hits = await store.query(query, { count: one.count, accepts });
                const right = expected(model, query, one.count, accepts);
                expect(hits.map((hit) => hit.id)).toEqual(right.map((hit) => hit.id));
                hits.forEach((hit, rank) => {
                  expect(hit.score).toBeCloseTo(right[rank]?.score ?? 0, 5);
                });
              } else if (one.kind === 'compact') await store.compact();
              else if (keeps) {
                store.close();
                store = await open(folder, DIMENSIONS);
              }
              expect(store.count).toBe(model.size);
            }
            for (let which = 0; which <= 80; which++) {
              expect(store.has(idOf(which))).toBe(model.has(idOf(which)));
              expect(store.get(idOf(which))).toEqual(model.get(idOf(which)));
            }
            expect(store.health()).toMatchObject({ ok: true, vectors: model.size, problems: [] });
            expect(store.lost).toBe(false);
            store.close();
          }),
          { numRuns: longRun(60, 300) },
        );
      },
      LONGEST,
    );

    it('asks a filter best first and only until enough were accepted', async () => {
      const store = await open(tempDir('vectors'), DIMENSIONS);
      const items = Array.from({ length: 300 }, (_, which) => item(which));
      await store.upsert(items);
      const query = vectorOf(9999);
      const asked: string[] = [];
      const hits = await store.query(query, {
        count: 5,
        accepts: (id) => {
          asked.push(id);
          return asked.length % 2 === 0;
        },
      });
      const ranked = expected(new Map(items.map(({ id, vector }) => [id, vector])), query, 300).map((hit) => hit.id);
      expect(asked).toEqual(ranked.slice(0, 10));
      expect(hits.map((hit) => hit.id)).toEqual(ranked.filter((_, rank) => rank % 2 === 1).slice(0, 5));
      store.close();
    });

    it('refuses a bad vector and keeps nothing of that call', async () => {
      const store = await open(tempDir('vectors'), DIMENSIONS);
      await store.upsert([item(1)]);
      const bad = (change: (vector: Float32Array) => void): Float32Array => {
        const vector = vectorOf(3);
        change(vector);
        return vector;
      };
      const wrong: [Float32Array, string][] = [
        [bad((vector) => vector.fill(Number.NaN, 3, 4)), 'vector-invalid'],
        [bad((vector) => vector.fill(Number.POSITIVE_INFINITY, 0, 1)), 'vector-invalid'],
        [bad((vector) => vector.fill(0)), 'vector-invalid'],
        [bad((vector) => vector.set(vector.map((number) => number * 2))), 'vector-invalid'],
        [vectorOf(3, DIMENSIONS + 1), 'vector-dimensions'],
        [new Float32Array(0), 'vector-dimensions'],
      ];
      for (const [vector, code] of wrong)
        await expect(store.upsert([item(2), { id: idOf(3), vector }])).rejects.toMatchObject({ code });
      for (const id of ['', 'xyz', idOf(3).toUpperCase().replace(/[0-9]/g, 'A'), `${idOf(3)}0`])
        await expect(store.upsert([item(2), { id, vector: vectorOf(3) }])).rejects.toMatchObject({
          code: 'vector-invalid',
        });
      expect([store.count, store.has(idOf(2)), store.has('xyz'), store.get('xyz')]).toEqual([
        1,
        false,
        false,
        undefined,
      ]);
      const asked = (vector: Float32Array) => store.query(vector, { count: 3 });
      await expect(asked(vectorOf(3, DIMENSIONS - 1))).rejects.toMatchObject({ code: 'vector-dimensions' });
      await expect(asked(new Float32Array(DIMENSIONS))).rejects.toMatchObject({ code: 'vector-invalid' });
      await expect(asked(vectorOf(3).fill(Number.NaN, 0, 1))).rejects.toMatchObject({ code: 'vector-invalid' });
      expect((await asked(vectorOf(3))).map((hit) => hit.id)).toEqual([idOf(1)]);
      store.close();
    });

    it('keeps its own copy of what it is given and gives copies', async () => {
      const store = await open(tempDir('vectors'), DIMENSIONS);
      const given = item(1);
      await store.upsert([given]);
      given.vector.fill(0);
      store.get(idOf(1))?.fill(7);
      expect(store.get(idOf(1))).toEqual(vectorOf(1));
      store.close();
    });

    it('answers when it is empty', async () => {
      const store = await open(tempDir('vectors'), DIMENSIONS);
      await store.upsert([]);
      await store.compact();
      expect(await store.query(vectorOf(1), { count: 5 })).toEqual([]);
      expect(await store.remove(new Set([idOf(1)]))).toBe(0);
      expect(store.health()).toEqual({ ok: true, vectors: 0, shards: 0, bytes: 0, problems: [] });
      store.close();
    });
  });
}

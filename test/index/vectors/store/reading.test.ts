import { expect, it, vi } from 'vitest';
import { tempDir } from '../../../support/temp.js';
import { items, openIn } from './support.js';
import { idOf, item, vectorOf } from './vectors.js';

const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock('vectra/lib/LocalIndex.js', async (original) => {
  loaded.times++;
  return original();
});

it('a query never loads vectra, an addition does', async () => {
  const folder = tempDir('vectors');
  const first = await openIn(folder);
  // More than a tail holds: written as it is.
  await first.store.upsert(items(0, 2000));
  first.store.close();
  const { store } = await openIn(folder);
  expect((await store.query(vectorOf(5), { count: 1 }))[0]?.id).toBe(idOf(5));
  await store.remove(new Set([idOf(5)]));
  expect([store.has(idOf(5)), store.get(idOf(6))]).toEqual([false, vectorOf(6)]);
  expect(loaded.times).toBe(0);
  await store.upsert([item(3000)]);
  expect(loaded.times).toBe(1);
  store.close();
});

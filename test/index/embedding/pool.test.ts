import { expect, it } from 'vitest';
import { poolOf } from '../../../src/index/embedding/pool.js';
import { embeddingOf, testModel } from '../../support/model.js';

it('a pool gives every text its own embedding, whichever copy made it, and closes all copies', async () => {
  const models = [testModel(), testModel(), testModel()];
  const [first, ...others] = await Promise.all(models.map((model) => model.open()));
  if (first === undefined) throw new Error('no copy');
  const pool = poolOf([first, ...others]);
  for (const count of [0, 1, 2, 3, 50]) {
    const texts = Array.from({ length: count }, (_, at) => `text ${'word '.repeat((at * 7) % 11)}number ${at}`);
    expect(await pool.embed(texts)).toEqual(texts.map(embeddingOf));
  }
  const shares = models.map(({ texts }) => texts.length);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(4);
  await pool.close();
  expect(models.map(({ closed }) => closed)).toEqual([1, 1, 1]);
});

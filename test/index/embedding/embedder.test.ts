import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedder } from '../../../src/index/embedding/embedder.js';
import type { Embedder } from '../../../src/index/embedding/types.js';
import { openEmbedderInWorker } from '../../../src/index/embedding/worker-embedder.js';
import { refusal } from '../../services/support.js';
import { bundledSpec, dot, present, references } from './support.js';

describe.each([
  ['in this thread', openEmbedder],
  ['in a process of its own', openEmbedderInWorker],
] as const)('the bundled model, %s', (_, open) => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await open(await bundledSpec());
  });
  afterAll(() => embedder.close());

  const vectorOf = async (text: string): Promise<Float32Array> => present((await embedder.embed([text]))[0]?.vector);

  it('gives the vectors of the original', async () => {
    const wanted = references();
    expect(wanted.length).toBeGreaterThan(20);
    const got = await embedder.embed(wanted.map(({ text }) => text));
    const cosines = got.map(({ vector }, at) => dot(present(vector), wanted[at]?.vector ?? new Float32Array()));
    // Rounding to 8 bits costs this much; a wrong layer, tokenizer or position gives less than 0.9.
    expect(Math.min(...cosines)).toBeGreaterThan(0.9995);
  });

  it('gives a text the same vector whatever is embedded with it', async () => {
    const texts = references().map(({ text }) => text);
    const together = await embedder.embed(texts);
    for (const [at, text] of texts.entries()) {
      const alone = await vectorOf(text);
      // The order of additions depends on the size of a batch; it may turn the last bit of a rounded number.
      expect(dot(alone, present(together[at]?.vector)), text).toBeGreaterThan(0.99999);
    }
  });

  it('brings together what means the same and keeps apart what does not', async () => {
    const question = await vectorOf('Why did we switch to GraphQL?');
    const answer = await vectorOf('We replaced REST by GraphQL because the mobile client needed fewer round trips.');
    const bread = await vectorOf('Grandmother baked rye bread every Saturday morning.');
    const nan = await vectorOf('My nan made sourdough at weekends.');
    expect(dot(question, answer)).toBeGreaterThan(dot(question, bread) + 0.2);
    expect(dot(bread, nan)).toBeGreaterThan(dot(nan, answer) + 0.2);
  });

  it('has vectors of length 1, and none for a text that says nothing to it', async () => {
    const nothing = ['', '   \n\t', '为什么切换到', '!?', '😀😀'];
    const embeddings = await embedder.embed([...nothing, 'a', 'Hello']);
    for (const [at, text] of nothing.entries())
      expect(embeddings[at], JSON.stringify(text)).toEqual({ vector: undefined, coverage: 0, clipped: false });
    for (const { vector, coverage } of embeddings.slice(nothing.length)) {
      expect(vector).toHaveLength(embedder.dimensions);
      expect(dot(present(vector), present(vector))).toBeCloseTo(1, 5);
      expect(coverage).toBe(1);
    }
    expect(await embedder.embed([])).toEqual([]);
  });

  it('covers the part of a mixed text that it knows', async () => {
    const text = '为什么切换到 GraphQL';
    expect(embedder.coverage(text)).toBeCloseTo(7 / 13, 5);
    expect((await embedder.embed([text]))[0]).toMatchObject({ coverage: embedder.coverage(text) });
    expect(embedder.coverage('Why did we switch?')).toBe(1);
    expect(embedder.coverage('为什么切换到')).toBe(0);
  });

  it('reads the beginning of a long text', async () => {
    const long = 'Every evening the keeper climbed the stairs and lit the lamp. '.repeat(160_000);
    const [whole, short] = await embedder.embed([long, long.slice(0, 1000)]);
    expect(whole?.clipped).toBe(true);
    expect(dot(present(whole?.vector), present(short?.vector))).toBeGreaterThan(0.9999);
    const [tail] = await embedder.embed(['x'.repeat(10_000_000)]);
    expect(tail).toMatchObject({ clipped: true, coverage: 1 });
    expect((await embedder.embed(['A short one.']))[0]?.clipped).toBe(false);
  });

  it('stops between batches with the reason of the signal', async () => {
    const texts = Array.from({ length: 3000 }, (_, at) => `Sentence number ${at} about the weather in the harbour.`);
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = embedder.embed(texts, { signal: controller.signal });
    const stopped = expect(work).rejects.toBe(reason);
    setImmediate(() => controller.abort(reason));
    await stopped;
    await expect(embedder.embed(['x'], { signal: controller.signal })).rejects.toBe(reason);
    // It goes on with the next.
    expect(await vectorOf('Hello')).toHaveLength(embedder.dimensions);
  });

  it('says so when it has been closed', async () => {
    const closed = await open(await bundledSpec());
    await closed.close();
    expect(await refusal(closed.embed(['x']))).toMatchObject({ code: 'model-unavailable' });
    expect(() => closed.coverage('x')).toThrow('closed');
    await closed.close();
  });
});

it('answers several callers at once in a process of its own, and rejects them when it is closed', async () => {
  const embedder = await openEmbedderInWorker(await bundledSpec());
  const [one, two] = await Promise.all([embedder.embed(['Hello', '']), embedder.embed(['Good morning'])]);
  expect(one.map(({ vector }) => vector?.length)).toEqual([512, undefined]);
  expect(two).toHaveLength(1);
  const many = embedder.embed(Array.from({ length: 3000 }, (_, at) => `Sentence number ${at}.`));
  const refused = refusal(many);
  await embedder.close();
  expect(await refused).toMatchObject({ code: 'model-unavailable' });
});

import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PalaceError } from '../../src/base/errors.js';
import { search } from '../../src/search/search.js';
import type { SearchRequest, SearchResult } from '../../src/search/types.js';
import { testModel } from '../support/model.js';
import { edit, gitIn, type TestPalace, testPalace } from '../support/palace.js';

const FILLER = 'The river runs past the mill and the old bridge.';

function file(palace: TestPalace, name: string, body: string): string {
  const path = `wings/${name}.md`;
  edit(palace, path, body);
  return path;
}

function commit(palace: TestPalace): string {
  gitIn(palace, 'add', '-A');
  gitIn(palace, 'commit', '-q', '-m', 'by hand');
  return gitIn(palace, 'rev-parse', 'HEAD').trim();
}

const paths = ({ hits }: SearchResult): string[] => hits.map(({ path }) => path);

describe('search by words and meaning', () => {
  it('finds what shares no word with the query, and shows the passage in which it stands', async () => {
    const palace = await testPalace();
    const long = `${`${FILLER}\n`.repeat(30)}\nMira wants to purchase an automobile.\n\n${`${FILLER}\n`.repeat(30)}`;
    file(palace, 'a/general/lake', 'We swam in the lake.');
    const wanted = file(palace, 'a/general/long', long);
    const model = { source: testModel() };
    const request: SearchRequest = { query: 'buy a car' };
    expect(paths(await search(palace, request))).toEqual([]);
    const found = await search(palace, request, { model });
    expect(found).toMatchObject({ mode: 'hybrid', model: 'test-model@0123456789ab', pending: 0 });
    expect(found.hits[0]).toMatchObject({ path: wanted, unsaved: true });
    expect(found.hits[0]?.text).toContain('Mira wants to purchase an automobile.');
    expect(found.hits[0]?.focus).toEqual([32, 32]);
    expect(found.hits[0]?.lines[0]).toBeLessThanOrEqual(32);
    expect(found.hits[0]?.lines[1]).toBeGreaterThanOrEqual(32);
  });

  it('puts the drawer with all the words before one that only means the same', async () => {
    const palace = await testPalace();
    file(palace, 'a/general/near', 'Mira wants to purchase an automobile.');
    const exact = file(palace, 'a/general/exact', 'Mira wants to buy a car.');
    const found = await search(
      palace,
      { query: 'Mira wants to buy a car', explain: true },
      { model: { source: testModel() } },
    );
    expect(paths(found)[0]).toBe(exact);
    expect(Object.keys(found.hits[0]?.signals ?? {})).toContain('keyword');
  });

  it('keeps filters, the order of a shorter list, and its answers, whatever was searched before', async () => {
    const palace = await testPalace();
    for (let at = 0; at < 30; at++)
      file(palace, `w${at % 3}/general/d${at}`, `${FILLER} A physician of town ${at} was unwell.`);
    commit(palace);
    const model = { source: testModel() };
    const ask = (more: Partial<SearchRequest>) => search(palace, { query: 'sick doctor', ...more }, { model });
    const all = await ask({ limit: 20 });
    expect(all.hits).toHaveLength(20);
    expect(paths(await ask({ limit: 5 }))).toEqual(paths(all).slice(0, 5));
    const one = await ask({ wing: 'w1', limit: 100 });
    expect(one.hits).toHaveLength(10);
    expect(new Set(one.hits.map(({ wing }) => wing))).toEqual(new Set(['w1']));
    rmSync(palace.cacheDir, { recursive: true });
    expect(paths(await ask({ limit: 20 }))).toEqual(paths(all));
  });

  it('embeds a text once: not again after a move, an edit elsewhere in the drawer, a lost cache of words, or for the past', async () => {
    const palace = await testPalace();
    const old = file(palace, 'a/general/one', `Mira is unwell today.\n\n${`${FILLER}\n`.repeat(12)}`);
    const first = commit(palace);
    const source = testModel();
    const ask = (more: Partial<SearchRequest> = {}) =>
      search(palace, { query: 'sick people', ...more }, { model: { source } });
    await ask();
    const made = source.texts.filter((text) => text !== 'sick people');
    expect(made).toContain('Mira is unwell today.');
    expect(new Set(made).size).toBe(made.length - (made.length - new Set(made).size));
    source.texts.length = 0;

    gitIn(palace, 'mv', old, 'wings/a/general/two.md');
    edit(palace, 'wings/a/general/two.md', `Mira is unwell today.\n\n${`${FILLER}\n`.repeat(12)}She saw a doctor.\n`);
    rmSync(join(palace.cacheDir, 'index'), { recursive: true });
    expect(paths(await ask())).toEqual(['wings/a/general/two.md']);
    const again = source.texts.filter((text) => text !== 'sick people');
    expect(again).not.toContain('Mira is unwell today.');
    expect(again.some((text) => text.includes('She saw a doctor.'))).toBe(true);
    source.texts.length = 0;

    expect(paths(await ask({ asOf: first }))).toEqual([old]);
    expect(source.texts).toEqual(['sick people']);
  });

  it('makes at most 64 vectors a search, says what waits, and is done after a few', async () => {
    const palace = await testPalace();
    for (let at = 0; at < 90; at++)
      file(palace, `a/general/d${String(at).padStart(2, '0')}`, `Note number ${at} of the physician.`);
    const source = testModel();
    const ask = () => search(palace, { query: 'doctor' }, { model: { source } });
    const first = await ask();
    expect(source.texts.length).toBeLessThanOrEqual(65);
    expect(first.pending).toBeGreaterThan(0);
    expect(first.notes.join()).toMatch(/drawers wait for their vectors .*palace index refresh/);
    const second = await ask();
    expect(second.pending).toBeLessThan(first.pending);
    for (let more = 0; more < 4; more++) await ask();
    const last = await ask();
    expect(last.pending).toBe(0);
    expect(last.total).toBe(90);
  });

  it('goes by words alone where the model knows less than half of the query, and says so', async () => {
    const palace = await testPalace();
    const path = file(palace, 'a/general/zh', '我们决定切换到 GraphQL,因为只要一次请求。');
    const found = await search(
      palace,
      { query: '为什么决定切换到 GraphQL 接口呢' },
      { model: { source: testModel() } },
    );
    expect(paths(found)).toEqual([path]);
    expect(found).toMatchObject({ mode: 'keyword', model: null });
    expect(found.notes.join()).toContain('found by words only: the model (test-model) knows');
  });

  it('searches by meaning alone when asked to, and refuses without a model', async () => {
    const palace = await testPalace();
    file(palace, 'a/general/exact', 'fast fast fast');
    const found = await search(palace, { query: 'rapid', mode: 'vector' }, { model: { source: testModel() } });
    expect(found).toMatchObject({ mode: 'vector', total: 1 });
    await expect(search(palace, { query: 'rapid', mode: 'vector' })).rejects.toMatchObject({
      code: 'no-model',
      exit: 2,
    });
  });

  it('answers by words when the model fails, with one note and what to do; mode vector fails', async () => {
    const palace = await testPalace();
    const path = file(palace, 'a/general/one', 'We swam in the lake.');
    const broken = testModel({
      embed: () =>
        Promise.reject(
          new PalaceError('model-damaged', 'the model is damaged', { next: ['palace model use bundled'] }),
        ),
    });
    const found = await search(palace, { query: 'lake' }, { model: { source: broken } });
    expect(paths(found)).toEqual([path]);
    expect(found.notes).toContain('found by words only: the model is damaged; palace model use bundled');
    await expect(
      search(palace, { query: 'lake', mode: 'vector' }, { model: { source: broken } }),
    ).rejects.toMatchObject({
      code: 'model-damaged',
    });
    expect(broken.closed).toBe(broken.opened);
  });

  it('does not load a model for an empty palace, and leaves a warm one open', async () => {
    const palace = await testPalace();
    const source = testModel();
    const empty = await search(palace, { query: 'anything' }, { model: { source } });
    expect(empty.hits).toEqual([]);
    expect(source.texts).toEqual([]);
    file(palace, 'a/general/one', 'We swam in the lake.');
    const warm = await source.open();
    const before = source.closed;
    await search(palace, { query: 'lake' }, { model: { source, warm } });
    expect(source.closed).toBe(before);
  });

  it('works from memory where the cache cannot be written, and after damage to any of its files', async () => {
    const palace = await testPalace();
    for (let at = 0; at < 20; at++) file(palace, `a/general/d${at}`, `The physician of town ${at} was unwell.`);
    commit(palace);
    const ask = () => search(palace, { query: 'sick doctor', limit: 100 }, { model: { source: testModel() } });
    const right = paths(await ask());
    const folder = join(palace.cacheDir, 'vectors');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(folder, name);
      if (!existsSync(path) || !/\.(bin|vec|sig|[a-z]+)$|finished/.test(name)) continue;
      let bytes: Buffer;
      try {
        bytes = readFileSync(path);
      } catch {
        continue;
      }
      writeFileSync(path, bytes.subarray(0, bytes.length >> 1));
      expect(paths(await ask()), `after damage to ${name}`).toEqual(right);
    }
    if (process.getuid?.() === 0) return;
    rmSync(folder, { recursive: true });
    chmodSync(palace.cacheDir, 0o500);
    try {
      expect(paths(await ask())).toEqual(right);
    } finally {
      chmodSync(palace.cacheDir, 0o700);
    }
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { WarmSearch } from '../../../src/services/find/warm-search.js';
import { edit, type TestPalace, testPalace } from '../../support/palace.js';

describe('searches of a process that stays', () => {
  const opened: WarmSearch[] = [];
  afterEach(async () => {
    for (const search of opened.splice(0)) await search.close();
  });
  const warm = (palace: TestPalace): WarmSearch => {
    const search = new WarmSearch(palace);
    opened.push(search);
    return search;
  };

  it('load the model once, and find by meaning what was written a moment ago', { timeout: 60_000 }, async () => {
    const palace = await testPalace();
    const search = warm(palace);
    edit(palace, 'wings/w/general/one.md', 'We moved the payments service to another database.\n');
    const first = await search.find({ query: 'billing backend storage migration' });
    expect(first).toMatchObject({ mode: 'hybrid', pending: 0 });
    expect(first.hits[0]?.path).toBe('wings/w/general/one.md');
    const loaded = (await search.model())?.warm;
    edit(palace, 'wings/w/general/two.md', 'The dog sleeps on the sofa all day.\n');
    const second = await search.find({ query: 'a puppy napping on the couch' });
    expect(second.hits[0]?.path).toBe('wings/w/general/two.md');
    expect((await search.model())?.warm).toBe(loaded);
  });

  it('load it again when its process has ended', { timeout: 60_000 }, async () => {
    const palace = await testPalace();
    const search = warm(palace);
    edit(palace, 'wings/w/general/one.md', 'The dog sleeps on the sofa all day.\n');
    await search.find({ query: 'dog' });
    const loaded = (await search.model())?.warm;
    await loaded?.close();
    const again = await search.find({ query: 'a puppy napping on the couch' });
    expect(again.mode).toBe('hybrid');
    expect((await search.model())?.warm).not.toBe(loaded);
  });

  it('answer by words where no model is wanted, and in any order of asking', async () => {
    const palace = await testPalace();
    Object.assign(palace, { settings: { ...palace.settings, model: 'none' } });
    edit(palace, 'wings/w/general/one.md', 'The dog sleeps on the sofa.\n');
    const search = warm(palace);
    const results = await Promise.all(['dog', 'sofa', 'cat'].map((query) => search.find({ query })));
    expect(results.map(({ mode, total }) => [mode, total])).toEqual([
      ['keyword', 1],
      ['keyword', 1],
      ['keyword', 0],
    ]);
    expect(await search.model()).toBeUndefined();
  });
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptIndexes } from '../../src/search/kept.js';
import { search } from '../../src/search/search.js';
import type { SearchRequest, SearchResult } from '../../src/search/types.js';
import { longRun } from '../support/counts.js';
import { testModel } from '../support/model.js';
import { edit, gitIn, type TestPalace, testPalace } from '../support/palace.js';

const WORDS = ['buy', 'purchase', 'car', 'automobile', 'doctor', 'physician', 'sick', 'fast', 'lake', 'mill'];

const answer = ({ took_ms, ...rest }: SearchResult): unknown => rest;

async function both(palace: TestPalace, kept: KeptIndexes, request: SearchRequest): Promise<[unknown, unknown]> {
  const source = testModel();
  const model = { source, warm: await source.open() };
  const lasting = answer(await search(palace, request, { model, kept }));
  return [lasting, answer(await search(palace, request, { model }))];
}

const change = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    name: fc.nat(6),
    words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), name: fc.nat(6) }),
  fc.record({ kind: fc.constant('commit' as const) }),
  fc.record({ kind: fc.constant('forget' as const) }),
);

describe('indexes of a process that stays', () => {
  it('answer as fresh ones do, whatever happened to the palace in between', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const palace = await testPalace();
        const kept = new KeptIndexes(palace);
        try {
          for (const each of changes) {
            if (each.kind === 'write') edit(palace, `wings/w/general/d${each.name}.md`, `${each.words.join(' ')}.\n`);
            else if (each.kind === 'remove')
              rmSync(join(palace.root, `wings/w/general/d${each.name}.md`), { force: true });
            else if (each.kind === 'forget') rmSync(palace.cacheDir, { recursive: true, force: true });
            else {
              gitIn(palace, 'add', '-A');
              gitIn(palace, 'commit', '-q', '--allow-empty', '-m', 'by hand');
            }
            const [lasting, fresh] = await both(palace, kept, { query: 'buy a car or see the doctor' });
            expect(lasting).toEqual(fresh);
          }
        } finally {
          kept.close();
        }
      }),
      { numRuns: longRun(6, 60) },
    );
  });

  it('see a file that was edited twice within a moment, at one size', async () => {
    const palace = await testPalace();
    const kept = new KeptIndexes(palace);
    for (const word of ['mill', 'lake', 'mill', 'lake']) {
      edit(palace, 'wings/w/general/d.md', `the ${word}\n`);
      const found = await search(palace, { query: word, mode: 'keyword' }, { kept });
      expect(found.hits.map(({ text }) => text.trim())).toEqual([`the ${word}`]);
    }
    kept.close();
  });

  it('give the past from the past, and refuse a wing until it is there', async () => {
    const palace = await testPalace();
    const kept = new KeptIndexes(palace);
    edit(palace, 'wings/w/general/d.md', 'the mill\n');
    gitIn(palace, 'add', '-A');
    gitIn(palace, 'commit', '-q', '-m', 'by hand');
    edit(palace, 'wings/w/general/d.md', 'the lake\n');
    const now = await search(palace, { query: 'mill', mode: 'keyword' }, { kept });
    expect(now.total).toBe(0);
    const then = await search(palace, { query: 'mill', mode: 'keyword', asOf: 'HEAD' }, { kept });
    expect(then.total).toBe(1);
    const late = { query: 'lake', mode: 'keyword', wing: 'later' } as const;
    await expect(search(palace, late, { kept })).rejects.toMatchObject({ code: 'not-found' });
    edit(palace, 'wings/later/general/d.md', 'another lake\n');
    expect((await search(palace, late, { kept })).total).toBe(1);
    kept.close();
  });
});

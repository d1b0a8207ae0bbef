import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTreeIndex } from '../../src/index/as-of.js';
import { openLiveIndex } from '../../src/index/live.js';
import { refreshIndex } from '../../src/index/refresh.js';
import type { KeywordIndex } from '../../src/index/types.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { bench, byScoreThenName, plainSearch } from './support.js';

const words = [
  'graphql',
  'auth',
  'login',
  'switch',
  'the',
  'decide',
  'getUserName',
  'v2.3.1',
  '切换到数据库',
  'café',
  'Alice',
];
const text = fc
  .array(fc.constantFrom(...words, '\n\n', '# Auth\n', '\n'), { maxLength: 400 })
  .map((list) => list.join(' '));
const drawer = fc.oneof(
  text,
  fc
    .record({ title: fc.constantFrom('Auth login', 'GraphQL', ''), body: text })
    .map(({ title, body }) => `---\ntitle: ${JSON.stringify(title)}\n---\n${body}`),
  fc
    .record({ who: fc.constantFrom('user', 'Alice'), body: text })
    .map(
      ({ who, body }) =>
        `---\ntitle: "Talk"\nbody: "transcript/1"\n---\n### [${who}] 2026-03-01T10:00:00Z {m1}\n${body}\n\n### [agent]\nThe auth.\n\n`,
    ),
);
const path = fc.constantFrom(
  ...['a', 'b', 'c', 'd', 'é', '😀', '\uffee'].flatMap((name) => [
    `wings/work/auth/${name}.md`,
    `wings/home/general/2026/${name}.md`,
  ]),
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), path, content: drawer }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), path, to: path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copy' as const), path, to: path }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('commit' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refresh' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('search' as const),
      query: fc.constantFrom(...words, 'auth switch GraphQL', 'the', 'user 切换 café'),
    }),
  },
);

async function ranked(index: KeywordIndex, query: string): Promise<[string, number][]> {
  const hits = await index.query({ text: query, pool: 10_000 });
  for (const pool of [1, 3]) {
    const few = await index.query({ text: query, pool });
    expect(few).toEqual(hits.slice(0, pool));
  }
  const filtered = await index.query({ text: query, pool: 2, accepts: (row) => row.wing === 'home' });
  expect(filtered).toEqual(hits.filter((hit) => hit.row.wing === 'home').slice(0, 2));
  return hits.map((hit): [string, number] => [`${hit.row.path}#${hit.ordinal}`, hit.score]).sort(byScoreThenName);
}

describe.each(ENGINES)('the index (%s)', (engine) => {
  it('property: after any edits it gives the hits and scores of a MiniSearch of everything, to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const place = await bench(engine);
        const files = new Map<string, string>();
        let committed: { id: string; files: Map<string, string> } | undefined;
        for (const one of [...steps, { do: 'search' as const, query: 'auth switch GraphQL' }]) {
          if (one.do === 'write') {
            files.set(one.path, one.content);
            place.write(one.path, one.content);
          } else if (one.do === 'commit') {
            place.commit();
            committed = { id: place.git('rev-parse', 'HEAD').trim(), files: new Map(files) };
          } else if (one.do === 'refresh') {
            const palace = await place.reopen();
            const state = await refreshIndex(palace);
            expect(state.drawers).toBe(files.size);
            await palace.close();
          } else if (one.do === 'search') {
            const palace = await place.reopen();
            const index = await openLiveIndex(palace);
            expect(await ranked(index, one.query)).toEqual(await plainSearch(files, one.query));
            expect(index.rows.map((row) => row.path)).toEqual([...files.keys()].sort((a, b) => (a < b ? -1 : 1)));
            index.close();
            const commit = committed && (await palace.git.resolveCommit(committed.id));
            if (commit) {
              const then = await openTreeIndex(palace, [commit]);
              expect(await ranked(then, one.query)).toEqual(
                await plainSearch(committed?.files ?? new Map(), one.query),
              );
              then.close();
            }
            expect(palace.runtime.warnings).toEqual([]);
            await palace.close();
          } else {
            const content = files.get(one.path);
            if (content === undefined) continue;
            if (one.do !== 'copy') {
              files.delete(one.path);
              place.remove(one.path);
            }
            if (one.do !== 'remove') {
              files.set(one.to, content);
              place.write(one.to, content);
            }
          }
        }
        await place.palace.close();
      }),
      { numRuns: longRun(12, 200) },
    );
  });

  it('a drawer that holds two of the words comes before one that holds one of them in its title, however small the pool', async () => {
    const place = await bench(engine);
    place.write('wings/work/auth/a.md', '---\ntitle: "Auth login"\n---\nauth');
    place.write('wings/home/general/b.md', '---\ntitle: "Talk"\n---\ngraphql and the auth');
    const index = await openLiveIndex(place.palace);
    const all = await index.query({ text: 'auth switch GraphQL', pool: 100 });
    expect(all.map((hit) => hit.row.path)).toEqual(['wings/home/general/b.md', 'wings/work/auth/a.md']);
    expect(await index.query({ text: 'auth switch GraphQL', pool: 1 })).toEqual(all.slice(0, 1));
    index.close();
    await place.palace.close();
  });
});

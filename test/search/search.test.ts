import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PalaceError } from '../../src/base/errors.js';
import { search } from '../../src/search/search.js';
import { ENGINES } from '../support/engines.js';
import { edit, gitIn, type TestPalace, testPalace } from '../support/palace.js';

const sentence = 'The river runs past the mill and the old bridge where people meet on Sundays. ';

function drawer(palace: TestPalace, path: string, body: string, front: Record<string, unknown> = {}): void {
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  edit(palace, `wings/${path}`, lines.length === 0 ? body : `---\n${lines.join('')}---\n${body}`);
}

function commit(palace: TestPalace): string {
  gitIn(palace, 'add', '-A');
  gitIn(palace, 'commit', '-q', '-m', 'by hand');
  return gitIn(palace, 'rev-parse', 'HEAD').trim();
}

const paths = (result: { hits: { path: string }[] }): string[] =>
  result.hits.map((hit) => hit.path.slice('wings/'.length));

async function errorOf(work: Promise<unknown>): Promise<PalaceError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof PalaceError) return error;
    throw error;
  }
  throw new Error('no error');
}

describe.each(ENGINES)('search (%s)', (engine) => {
  it('gives each hit its id, path, places, lines, dates and commit, and the passage verbatim', async () => {
    const palace = await testPalace(engine);
    const body = `\n\n${`${sentence}\n`.repeat(9)}\n## Why\n\nWe switched to GraphQL.\r\n\n${`${sentence}\n`.repeat(12)}`;
    drawer(palace, 'driftwood/api/a.md', body, {
      id: 'd-0123456789abcdef',
      title: 'API notes',
      date: '2026-03-04',
      source: 'git:host/o/r#docs/api.md',
      hall: 'facts',
    });
    const head = commit(palace);
    const result = await search(palace, { query: 'why did we switch to GraphQL' });
    expect(result).toMatchObject({ total: 1, commit: head, mode: 'keyword', as_of: null, notes: [] });
    const [hit] = result.hits;
    expect(hit).toMatchObject({
      rank: 1,
      id: 'd-0123456789abcdef',
      path: 'wings/driftwood/api/a.md',
      wing: 'driftwood',
      room: 'api',
      hall: 'facts',
      title: 'API notes',
      date: '2026-03-04',
      source: 'git:host/o/r#docs/api.md',
      filed: null,
      by: null,
      commit: head,
    });
    if (hit === undefined) return;
    const lines = body.split('\n').map((line) => `${line}\n`);
    expect(hit.text).toContain('We switched to GraphQL.\r\n');
    expect(hit.text).toBe(lines.slice(hit.lines[0] - 1, hit.lines[1]).join(''));
    const file = gitIn(palace, 'show', `HEAD:${hit.path}`)
      .split('\n')
      .map((line) => `${line}\n`);
    expect(hit.text).toBe(file.slice(hit.file_lines[0] - 1, hit.file_lines[1]).join(''));
    expect(hit.before).toHaveLength(1);
    expect(body).toContain([...hit.before, hit.text, ...hit.after].join(''));
  });

  it('finds what an editor, git mv, a branch switch and a deletion of the cache leave, at once', async () => {
    const palace = await testPalace(engine);
    drawer(palace, 'w/r/a.md', 'alpha decision\n');
    const first = commit(palace);
    expect(paths(await search(palace, { query: 'alpha' }))).toEqual(['w/r/a.md']);
    drawer(palace, 'w/r/a.md', 'beta decision\n');
    expect((await search(palace, { query: 'beta' })).hits[0]).toMatchObject({ unsaved: true, commit: null });
    expect((await search(palace, { query: 'alpha' })).total).toBe(0);
    gitIn(palace, 'add', '-A');
    mkdirSync(join(palace.root, 'wings/w/s'), { recursive: true });
    gitIn(palace, 'mv', 'wings/w/r/a.md', 'wings/w/s/a.md');
    expect(paths(await search(palace, { query: 'beta', room: 's' }))).toEqual(['w/s/a.md']);
    const second = commit(palace);
    expect((await search(palace, { query: 'beta' })).hits[0]?.commit).toBe(second);
    gitIn(palace, 'checkout', '-q', '-b', 'old', first);
    expect(paths(await search(palace, { query: 'alpha' }))).toEqual(['w/r/a.md']);
    expect((await search(palace, { query: 'beta' })).total).toBe(0);
    gitIn(palace, 'checkout', '-q', '-');
    expect(paths(await search(palace, { query: 'beta', asOf: second }))).toEqual(['w/s/a.md']);
    expect(paths(await search(palace, { query: 'alpha', asOf: first }))).toEqual(['w/r/a.md']);
    expect((await search(palace, { query: 'beta', asOf: first })).total).toBe(0);
    gitIn(palace, 'clean', '-fdxq', '.palace');
    expect(paths(await search(palace, { query: 'beta' }))).toEqual(['w/s/a.md']);
  });
});

describe('search', () => {
  it('says different things of an empty palace, of wings without drawers, and of words that are nowhere', async () => {
    const palace = await testPalace();
    const empty = (await search(palace, { query: 'x' })).notes.join();
    edit(palace, 'wings/driftwood/wing.yaml', 'kind: project\n');
    const unmined = (await search(palace, { query: 'x' })).notes.join();
    drawer(palace, 'driftwood/r/a.md', 'words\n');
    const found = await search(palace, { query: 'elsewhere' });
    expect(empty).toContain('empty');
    expect(unmined).toContain('driftwood');
    expect(new Set([empty, unmined, found.notes.join()]).size).toBe(3);
    expect(found.hits).toEqual([]);
  });

  it('never returns another wing, not even as neighbouring text', async () => {
    const palace = await testPalace();
    for (const wing of ['one', 'two'])
      drawer(palace, `${wing}/r/a.md`, `${`secret of ${wing}. ${sentence}\n`.repeat(40)}`);
    const { hits, total } = await search(palace, { query: 'secret', wing: 'One', context: 3 });
    expect(total).toBe(1);
    expect(JSON.stringify(hits)).not.toContain('secret of two');
  });

  it('names what is near an unknown wing, room or hall', async () => {
    const palace = await testPalace();
    drawer(palace, 'driftwood/auth-migration/a.md', 'words\n');
    const wing = await errorOf(search(palace, { query: 'x', wing: 'drifwood' }));
    expect(wing).toMatchObject({ code: 'not-found', exit: 4 });
    expect(wing.message).toContain('driftwood');
    expect(await errorOf(search(palace, { query: 'x', wing: 'driftwood', room: 'auth' }))).toMatchObject({
      code: 'not-found',
    });
    expect(await errorOf(search(palace, { query: 'x', hall: 'fact' }))).toMatchObject({ code: 'bad-hall', exit: 2 });
    expect(await errorOf(search(palace, { query: 'x', wing: '../x' }))).toMatchObject({ code: 'bad-name', exit: 2 });
    expect(await errorOf(search(palace, { query: 'x', since: '2026-02-30' }))).toMatchObject({
      code: 'bad-date',
      exit: 2,
    });
    expect(await errorOf(search(palace, { query: 'x', asOf: 'nowhere' }))).toMatchObject({
      code: 'not-found',
      exit: 4,
    });
    expect((await search(palace, { query: 'words', room: 'Auth Migration' })).total).toBe(1);
  });

  it('filters dates half-open, before the cut, by the passage time else the drawer date, and counts drawers without one', async () => {
    const palace = await testPalace();
    for (let day = 1; day <= 9; day++) drawer(palace, `w/r/d${day}.md`, 'standup words\n', { date: `2026-03-0${day}` });
    drawer(palace, 'w/r/none.md', 'standup words\n');
    const talk = (time: string, text: string): string => `### [user] ${time} {m}\n${text} ${sentence.repeat(12)}\n\n`;
    drawer(
      palace,
      'w/r/talk.md',
      talk('2026-03-02T12:00:00Z', 'early standup') + talk('2026-03-20T12:00:00Z', 'late standup'),
      { body: 'transcript/1', date: '2026-03-02T12:00:00Z' },
    );
    const between = await search(palace, { query: 'standup', since: '2026-03-03', before: '2026-03-05', limit: 1 });
    expect(between.total).toBe(2);
    expect(paths(between)).toEqual(['w/r/d4.md']);
    expect(between.notes.join()).toContain('1 matching');
    const late = await search(palace, { query: 'standup', since: '2026-03-15' });
    expect(paths(late)).toEqual(['w/r/talk.md']);
    expect(late.hits[0]).toMatchObject({ time: '2026-03-20T12:00:00Z' });
    expect(late.hits[0]?.text).toContain('late standup');
    expect((await search(palace, { query: 'standup', since: '2027' })).total).toBe(0);
  });

  it('puts a name that occurs once into the top 5', async () => {
    const palace = await testPalace();
    for (let at = 0; at < 60; at++)
      drawer(
        palace,
        `w/r/${at}.md`,
        `where is the retry budget configured in the client code number ${at}\n`.repeat(3),
      );
    drawer(
      palace,
      'w/r/once.md',
      `${`${sentence}\n`.repeat(60)}set retryBudgetMs = 5 here\n${`${sentence}\n`.repeat(60)}`,
    );
    const { hits } = await search(palace, {
      query: 'where is the retryBudgetMs configured in the client code',
      limit: 5,
    });
    expect(hits.map((hit) => hit.path)).toContain('wings/w/r/once.md');
    expect(hits.find((hit) => hit.path.endsWith('once.md'))?.text).toContain('retryBudgetMs');
  });

  it('answers stop words, one letter and nothing at all without an error', async () => {
    const palace = await testPalace();
    drawer(palace, 'w/r/a.md', 'who are you and what is this\n');
    expect((await search(palace, { query: 'who are you' })).total).toBe(1);
    expect((await search(palace, { query: 'x' })).total).toBe(0);
    for (const query of ['', '?', '  ']) expect((await search(palace, { query })).notes.join()).toContain('no words');
  });

  it('finds Chinese, and prefers a quoted phrase without hiding the rest', async () => {
    const palace = await testPalace();
    drawer(palace, 'w/r/zh.md', '三月我们切换到了GraphQL,因为接口太多。\n');
    drawer(palace, 'w/r/apart.md', 'bucket bucket bucket token token token\n');
    drawer(palace, 'w/r/phrase.md', `a token\nbucket ${sentence.repeat(4)}\n`);
    expect(paths(await search(palace, { query: '为什么切换到 GraphQL' }))[0]).toBe('w/r/zh.md');
    const { hits } = await search(palace, { query: '"Token bucket"', explain: true });
    expect(hits.map((hit) => hit.path)).toEqual(['wings/w/r/phrase.md', 'wings/w/r/apart.md']);
    expect(hits[0]?.signals.phrase).toBeGreaterThan(0);
    expect(hits[0]?.changed_in).toBeNull();
  });

  it('gives the same first hits whatever the limit, clamps it, and does not depend on what was searched before', async () => {
    const palace = await testPalace();
    for (let at = 0; at < 130; at++) drawer(palace, `w/r/${at}.md`, `plan ${'for the plan '.repeat(at % 7)} ${at}\n`);
    const twenty = await search(palace, { query: 'plan', limit: 20 });
    const five = await search(palace, { query: 'plan', limit: 5 });
    expect(five.hits).toEqual(twenty.hits.slice(0, 5));
    expect(twenty.total).toBe(130);
    expect((await search(palace, { query: 'plan', limit: 5000 })).hits).toHaveLength(100);
    expect((await search(palace, { query: 'plan', limit: -3 })).hits).toHaveLength(1);
    expect((await search(palace, { query: 'plan', limit: 20 })).hits).toEqual(twenty.hits);
  });

  it('neighbours are the passages before and after, in order, clamped at the ends', async () => {
    const palace = await testPalace();
    const parts = Array.from({ length: 6 }, (_, at) => `# Part ${at}\n\nmarker${at} ${sentence.repeat(9)}\n\n`);
    drawer(palace, 'w/r/a.md', parts.join(''));
    for (const [at, before, after] of [
      [0, 0, 2],
      [3, 2, 2],
      [5, 2, 0],
    ] as const) {
      const [hit] = (await search(palace, { query: `marker${at}`, context: 2 })).hits;
      expect(hit?.text).toBe(parts[at]);
      expect(hit?.before).toEqual(parts.slice(at - before, at));
      expect(hit?.after).toEqual(parts.slice(at + 1, at + 1 + after));
    }
  });

  it('notes drawers that share an id, broken front-matter and files in the wrong place, and still finds them', async () => {
    const palace = await testPalace();
    drawer(palace, 'w/r/a.md', 'copied words\n', { id: 'd-0123456789abcdef' });
    drawer(palace, 'w/r/b.md', 'copied words\n', { id: 'd-0123456789abcdef' });
    edit(palace, 'wings/w/r/broken.md', '---\ntitle: [unclosed\n---\nbroken words\n');
    edit(palace, 'wings/w/stray.md', 'stray words\n');
    const result = await search(palace, { query: 'words' });
    expect(paths(result).sort()).toEqual(['w/r/a.md', 'w/r/b.md', 'w/r/broken.md']);
    expect(result.hits.find((hit) => hit.path.endsWith('broken.md'))?.id).toMatch(/^p-[0-9a-f]{16}$/);
    expect(result.notes.join('\n')).toMatch(/share one id: wings\/w\/r\/a.md, wings\/w\/r\/b.md/);
    expect(result.notes.join('\n')).toContain('broken.md:');
    expect(result.notes.join('\n')).toContain('wings/w/stray.md');
  });

  it('writes nothing outside .palace/cache, and answers from memory where that cannot be written', async () => {
    const palace = await testPalace();
    drawer(palace, 'w/r/a.md', 'some words\n');
    commit(palace);
    const before = gitIn(palace, 'status', '--porcelain', '--ignored');
    writeFileSync(join(palace.root, 'blocked'), '');
    const blocked = { ...palace, cacheDir: join(palace.root, 'blocked') };
    expect((await search(blocked, { query: 'words' })).total).toBe(1);
    expect(palace.runtime.warnings.join()).toContain('answering from memory');
    gitIn(palace, 'clean', '-fq', 'blocked');
    expect(gitIn(palace, 'status', '--porcelain', '--ignored')).toBe(before);
    await search(palace, { query: 'words' });
    expect(gitIn(palace, 'status', '--porcelain')).toBe('');
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDrawer } from '../../../src/palace/codec.js';
import { bodyHash } from '../../../src/palace/ids.js';
import { addAgent } from '../../../src/services/agents/add.js';
import { listAgents } from '../../../src/services/agents/list.js';
import { showAgent } from '../../../src/services/agents/show.js';
import { importDiary } from '../../../src/services/diary/import.js';
import { type DiaryReadResult, readDiary } from '../../../src/services/diary/read.js';
import { writeDiary } from '../../../src/services/diary/write.js';
import { findMemories } from '../../../src/services/find/find.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { commitCount, refusal, remember } from '../support.js';

const write = (palace: TestPalace, agent: string, text: string, more = {}) =>
  writeDiary(palace, { agent, content: { kind: 'text', text }, ...more });
const contents = ({ entries }: DiaryReadResult): string[] => entries.map(({ content }) => content);

describe.each(ENGINES)('a diary (%s)', (engine) => {
  it('keeps entries exactly, by their agent, two equal ones as two', async () => {
    const palace = await testPalace(engine);
    const text = '  RELEASE:2026-05-04|rollback\r\nno end of line';
    const first = await write(palace, 'Code Reviewer', text, { topic: 'migrations' });
    const second = await write(palace, 'code-reviewer', text);
    expect(first.entry_id).not.toBe(second.entry_id);
    expect(first.path).toMatch(/^wings\/code-reviewer\/diary\/2026-06-01-release.*\.md$/);
    const { front, body } = parseDrawer(readFileSync(join(palace.root, first.path)));
    expect(body.toString()).toBe(text);
    expect(front).toMatchObject({ hall: 'diary', by: 'code-reviewer', tags: ['migrations'] });
    expect(gitIn(palace, 'log', '-1', '--format=%an <%ae>')).toContain(
      'code-reviewer (agent) <code-reviewer@agent.palace.invalid>',
    );
    const { entries, total, showing } = await readDiary(palace, { agent: 'CODE REVIEWER' });
    expect({ total, showing }).toEqual({ total: 2, showing: 2 });
    expect(entries.map(({ topic }) => topic)).toEqual(['general', 'migrations']);
    expect(entries[0]?.timestamp).toBe(second.timestamp);
    assertClean(palace);
  });
});

describe('diaries', () => {
  it('are filtered by agent, topic, date and text, and searched across agents', async () => {
    const palace = await testPalace();
    await write(palace, 'ops', 'The index was missing  again.', { topic: 'Migrations', date: '2026-03-01' });
    await write(palace, 'ops', 'Quiet night.', { date: '2026-04-01' });
    await write(palace, 'reviewer', 'A missing index on orders.', { topic: 'migrations', date: '2026-05-01' });
    await remember(palace, 'The missing index of a book.', { wing: 'reading' });
    expect(contents(await readDiary(palace, { topic: 'migrations' }))).toEqual([
      'A missing index on orders.',
      'The index was missing  again.',
    ]);
    expect(contents(await readDiary(palace, { agent: 'ops', since: '2026-03-15' }))).toEqual(['Quiet night.']);
    expect(contents(await readDiary(palace, { before: '2026-04' }))).toEqual(['The index was missing  again.']);
    expect(contents(await readDiary(palace, { text: 'MISSING again' }))).toEqual(['The index was missing  again.']);
    expect(await readDiary(palace, { last: 1 })).toMatchObject({ total: 3, showing: 1, agent: null });
    expect(await readDiary(palace, { agent: 'nobody' })).toEqual({
      agent: 'nobody',
      entries: [],
      total: 0,
      showing: 0,
    });
    const { hits } = await findMemories(palace, { query: 'missing index', hall: 'diary', mode: 'keyword' });
    expect(hits.map(({ by }) => by).sort()).toEqual(['ops', 'reviewer']);
  });

  it('let no secret into git, not even as the name of a file', async () => {
    const palace = await testPalace();
    const hidden = `${'kx7q29vmz'}${'t4wpl83jr'}`;
    const words = `password = "${hidden}"`;
    const { path, secrets } = await write(palace, 'ops', `${words}\nand more\n`);
    expect(secrets).toHaveLength(1);
    const { front, body } = parseDrawer(readFileSync(join(palace.root, path)));
    expect(body.toString()).toBe('password = "[secret:password:1]"\nand more\n');
    expect(front.sha256).toBe(bodyHash(body));
    writeFileSync(join(palace.runtime.home, 'ops.md'), `${words} first\n\n## ${words}\nmore\n`);
    const read = (): ReturnType<typeof importDiary> => importDiary(palace, { agent: 'ops', files: ['ops.md'] });
    expect(await read()).toMatchObject({ added: 2 });
    expect(await read()).toMatchObject({ added: 0, unchanged: 2 });
    expect(gitIn(palace, 'log', '-p', '--all')).not.toContain(hidden);
  });

  it('take any entry in AAAK and say what the linter says', async () => {
    const palace = await testPalace();
    const good = await write(palace, 'ops', 'RELEASE:2026-05-04|missing.index|****', { format: 'aaak' });
    expect(good.lint).toEqual([]);
    const bad = await write(palace, 'ops', 'RELEASE:2026-02-30|x', { format: 'aaak' });
    expect(bad.lint.map(({ rule }) => rule)).toEqual(['date']);
    expect((await readDiary(palace, {})).total).toBe(2);
  });

  it('refuse an entry of nothing and a bad name, and write nothing then', async () => {
    const palace = await testPalace();
    const commits = commitCount(palace);
    expect((await refusal(write(palace, 'ops', ' \n'))).code).toBe('empty-content');
    expect((await refusal(write(palace, '../x', 'a'))).code).toBe('bad-name');
    expect((await refusal(write(palace, 'ops', 'a', { topic: 'a\nb' }))).code).toBe('bad-topic');
    expect((await refusal(write(palace, 'ops', 'a', { date: 'soon' }))).code).toBe('bad-date');
    expect(commitCount(palace)).toBe(commits);
  });

  it('are read in from markdown without loss, and grow', async () => {
    const palace = await testPalace();
    const text = '# Ops\n\n## 2026-03-04\nRollback.\n\n## 2026-03-05\nRollback.\n\n## 2026-03-04\nRollback.\n\n';
    const file = join(palace.runtime.home, 'ops.md');
    writeFileSync(file, text);
    const first = await importDiary(palace, { agent: 'ops', files: ['ops.md'] });
    expect(first).toMatchObject({ added: 4, unchanged: 0 });
    const entries = contents(await readDiary(palace, { agent: 'ops' }));
    expect(entries.reduce((sum, entry) => sum + entry.length, 0)).toBe(text.length);
    for (const piece of text.split(/(?=^## )/m)) expect(entries).toContain(piece);
    expect(await importDiary(palace, { agent: 'ops', files: ['ops.md'] })).toMatchObject({
      added: 0,
      unchanged: 4,
      commit: null,
    });
    writeFileSync(file, `${text}## 2026-03-06\nFixed.\n`);
    expect(await importDiary(palace, { agent: 'ops', files: ['ops.md'] })).toMatchObject({ added: 1, unchanged: 4 });
    writeFileSync(file, '');
    expect((await refusal(importDiary(palace, { agent: 'ops', files: ['ops.md'] }))).code).toBe('empty-content');
    assertClean(palace);
  });
});

describe('agents', () => {
  it('are those with a file and those who keep a diary', async () => {
    const palace = await testPalace();
    expect(await addAgent(palace, { name: 'Reviewer', focus: 'tests', wing: 'quality', tags: ['ci'] })).toMatchObject({
      status: 'added',
      wing: 'quality',
      created: '2026-06-01',
    });
    expect(await addAgent(palace, { name: 'reviewer', focus: 'tests' })).toMatchObject({
      status: 'exists',
      commit: null,
    });
    expect(await addAgent(palace, { name: 'reviewer', description: 'Reads.' })).toMatchObject({
      status: 'changed',
      focus: 'tests',
      tags: ['ci'],
    });
    const { path } = await write(palace, 'reviewer', 'No tests again.', { topic: 'tests', date: '2026-02-01' });
    expect(path).toMatch(/^wings\/quality\/diary\//);
    await write(palace, 'ops', 'Quiet.');
    edit(palace, 'agents/broken.yaml', 'a: [');
    const { agents, total } = await listAgents(palace);
    expect(
      agents.map(({ name, registered, entries, last_entry: last }) => ({ name, registered, entries, last })),
    ).toEqual([
      { name: 'ops', registered: false, entries: 1, last: '2026-06-01' },
      { name: 'reviewer', registered: true, entries: 1, last: '2026-02-01' },
    ]);
    expect(total).toBe(2);
    expect(palace.runtime.warnings.join()).toContain('agents/broken.yaml, line');
    expect((await refusal(showAgent(palace, 'reviewr'))).message).toContain('did you mean "reviewer"');
  });

  it('show what comes up again and again', async () => {
    const palace = await testPalace();
    await write(palace, 'ops', 'RELEASE:2026-03-04|migration.rollback|missing.index|DECISION', {
      topic: 'deploys',
      date: '2026-03-04',
    });
    await write(palace, 'ops', 'PROJ:atlas|missing.index on orders', { topic: 'deploys', date: '2026-04-04' });
    await write(palace, 'ops', 'Quiet night, nothing.', { date: '2026-04-05' });
    const { entries, first_entry: first, patterns } = await showAgent(palace, 'OPS');
    expect({ entries, first }).toEqual({ entries: 3, first: '2026-03-04' });
    expect(patterns.topics).toEqual([
      { topic: 'deploys', entries: 2 },
      { topic: 'general', entries: 1 },
    ]);
    expect(patterns.months).toEqual({ '2026-03': 1, '2026-04': 2 });
    expect(patterns.recurring).toEqual([
      { term: 'missing.index', entries: 2, first: '2026-03-04', last: '2026-04-04' },
    ]);
  });
});

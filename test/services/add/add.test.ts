import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDrawer } from '../../../src/palace/codec.js';
import { type AddRequest, addMemory } from '../../../src/services/add/add.js';
import { removeDrawers } from '../../../src/services/remove/remove.js';
import { showDrawer } from '../../../src/services/show/show.js';
import { longRun } from '../../support/counts.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { commitCount, refusal } from '../support.js';

const add = (palace: TestPalace, text: string, more: Partial<AddRequest> = {}) =>
  addMemory(palace, { content: { kind: 'text', text }, ...more });

describe.each(ENGINES)('addMemory (%s git)', (engine) => {
  test('the same words twice in one wing and room: one id, one file, one commit; the second time "exists"', async () => {
    const palace = await testPalace(engine);
    const before = commitCount(palace);
    const first = await add(palace, 'We use GraphQL.', { wing: 'Driftwood', room: 'API Design' });
    const second = await add(palace, 'We use GraphQL.', { wing: 'driftwood', room: 'api_design' });
    expect(first).toMatchObject({ status: 'added', wing: 'driftwood', room: 'api-design', title: 'We use GraphQL.' });
    expect(first.path).toMatch(/^wings\/driftwood\/api-design\/we-use-graphql-[0-9a-f]{8}\.md$/);
    expect(second).toMatchObject({ status: 'exists', id: first.id, path: first.path, commit: null });
    expect(commitCount(palace)).toBe(before + 1);
    expect(gitIn(palace, 'rev-parse', 'HEAD').trim()).toBe(first.commit);
    assertClean(palace);
  });

  test('words whose file stands there without a commit, since an add was cut off, are filed by the next one', async () => {
    const palace = await testPalace(engine);
    const before = commitCount(palace);
    const first = await add(palace, 'We use GraphQL.', { wing: 'driftwood', room: 'api' });
    gitIn(palace, 'reset', '--quiet', 'HEAD~1');
    const bytes = readFileSync(join(palace.root, first.path));
    const second = await add(palace, 'We use GraphQL.', { wing: 'driftwood', room: 'api' });
    expect(second).toMatchObject({ status: 'added', id: first.id, path: first.path });
    expect(gitIn(palace, 'rev-parse', 'HEAD').trim()).toBe(second.commit);
    expect(readFileSync(join(palace.root, first.path))).toEqual(bytes);
    expect(commitCount(palace)).toBe(before + 1);
    assertClean(palace);
  });

  test('property: the id reads back the exact words, from the work tree and from the commit', async () => {
    const palace = await testPalace(engine);
    const words = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
        fc
          .array(fc.constantFrom('---\n', '---js\n', '\uFEFF', '\r\n', '\0', '中文\n', '👍', 'id: x\n', 'word '), {
            minLength: 1,
            maxLength: 30,
          })
          .map((parts) => parts.join('')),
      )
      .filter((text) => text.trim() !== '');
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        const added = await add(palace, text, { force: true });
        expect((await showDrawer(palace, { drawer: added.id })).body).toEqual(Buffer.from(text, 'utf8'));
        const blob = execFileSync('git', ['cat-file', 'blob', `HEAD:${added.path}`], { cwd: palace.root });
        expect(parseDrawer(blob).body).toEqual(Buffer.from(text, 'utf8'));
      }),
      { numRuns: longRun(15, 300) },
    );
    assertClean(palace);
  });
});

describe('addMemory', () => {
  test('two texts that share their first 100 characters get two ids', async () => {
    const palace = await testPalace();
    const start = 'x'.repeat(100);
    const one = await add(palace, `${start} one`);
    const two = await add(palace, `${start} two`);
    expect([one.status, two.status]).toEqual(['added', 'added']);
    expect(one.id).not.toBe(two.id);
  });

  test('5,000 characters read back whole by the returned id and can be removed', async () => {
    const palace = await testPalace();
    const text = Array.from({ length: 500 }, (_, index) => `line ${index}`)
      .join('\n')
      .slice(0, 5000);
    const { id, path } = await add(palace, text);
    expect((await showDrawer(palace, { drawer: id })).body.toString('utf8')).toBe(text);
    await removeDrawers(palace, { ids: [id] });
    expect(gitIn(palace, 'ls-files', path)).toBe('');
    assertClean(palace);
  });

  test('a lone surrogate becomes U+FFFD and an emoji stays whole', async () => {
    const palace = await testPalace();
    const { id } = await add(palace, 'a \ud800 b 👍🏽');
    expect((await showDrawer(palace, { drawer: id })).body.toString('utf8')).toBe('a \uFFFD b 👍🏽');
  });

  test('the same words elsewhere in the wing are a duplicate, named and not filed; --force files them', async () => {
    const palace = await testPalace();
    const first = await add(palace, 'Deploys happen on Tuesday, never on Friday.', { wing: 'ops', room: 'deploys' });
    const again = await add(palace, 'Deploys happen on Tuesday, never on Friday.', { wing: 'ops', room: 'rules' });
    expect(again).toMatchObject({ status: 'duplicate', id: first.id, path: first.path, commit: null });
    expect(again.matches).toMatchObject([{ id: first.id, similarity: 1 }]);
    const forced = await add(palace, 'Deploys happen on Tuesday, never on Friday.', {
      wing: 'ops',
      room: 'rules',
      force: true,
    });
    expect(forced.status).toBe('added');
    const otherWing = await add(palace, 'Deploys happen on Tuesday, never on Friday.', { wing: 'team' });
    expect(otherWing.status).toBe('added');
    expect(new Set([first.id, forced.id, otherWing.id]).size).toBe(3);
  });

  test('a text that differs in one word of sixty is a near duplicate; one that differs in a number is not', async () => {
    const palace = await testPalace();
    const words = Array.from({ length: 120 }, (_, index) => `word${index}`).join(' ');
    await add(palace, `${words} end`);
    const near = await add(palace, `${words} END!`);
    expect(near).toMatchObject({ status: 'duplicate', commit: null });
    expect(near.matches[0]?.similarity).toBeGreaterThanOrEqual(0.9);
    await add(palace, 'The port is 8080.');
    expect((await add(palace, 'The port is 8081.')).status).toBe('added');
  });

  test('an edited drawer does not count for the words that it no longer has', async () => {
    const palace = await testPalace();
    const first = await add(palace, 'We use REST.');
    const file = readFileSync(join(palace.root, first.path), 'utf8');
    edit(palace, first.path, file.replaceAll('We use REST.', 'We use something else entirely now.'));
    const second = await add(palace, 'We use REST.');
    expect(second.status).toBe('added');
    expect(second.id).not.toBe(first.id);
  });

  test('a file that only has the name of the new drawer is not written over', async () => {
    const palace = await testPalace();
    const first = await add(palace, 'the words');
    edit(palace, first.path, '---\ntitle: mine\n---\nsomething else by hand');
    const second = await add(palace, 'the words');
    expect(second).toMatchObject({ status: 'added', id: first.id });
    expect(second.path).toBe(first.path.replace(/\.md$/, '-2.md'));
    expect(readFileSync(join(palace.root, first.path), 'utf8')).toContain('by hand');
  });

  test('front-matter says what was stated, who filed it and when, and nothing else', async () => {
    const palace = await testPalace();
    const { path } = await add(palace, 'Body.', {
      title: 'A title\nof two lines',
      hall: 'Facts',
      date: '2026-03-04T10:00:00+02:00',
      importance: 4,
      tags: ['a', 'a', ' b '],
      source: 'standup',
      by: 'Codex',
    });
    const { front } = parseDrawer(readFileSync(join(palace.root, path)));
    expect(front).toMatchObject({
      title: 'A title of two lines',
      hall: 'facts',
      date: '2026-03-04T08:00:00Z',
      importance: 4,
      tags: ['a', 'b'],
      source: 'standup',
      by: 'codex',
    });
    expect(Object.keys(front).sort()).toEqual(
      ['by', 'date', 'filed', 'hall', 'id', 'importance', 'sha256', 'source', 'tags', 'title'].sort(),
    );
    expect(path).toContain('/2026-03-04-a-title-of-two-lines-');
    expect(gitIn(palace, 'log', '-1', '--format=%an <%ae>|%cn').trim()).toBe(
      'codex (agent) <codex@agent.palace.invalid>|Ada Tester',
    );
  });

  test.each([
    ['wing', { wing: '../x' }, 'bad-name'],
    ['wing', { wing: 'a/b' }, 'bad-name'],
    ['wing', { wing: '' }, 'bad-name'],
    ['room', { room: 'x'.repeat(129) }, 'bad-name'],
    ['hall', { hall: 'fact' }, 'bad-hall'],
    ['date', { date: '2026-02-30' }, 'bad-date'],
    ['date', { date: '2026-03' }, 'bad-date'],
    ['importance', { importance: 6 }, 'bad-importance'],
    ['by', { by: '***' }, 'bad-by'],
  ] as const)('a wrong %s is refused with the field named: %j', async (field, request, code) => {
    const palace = await testPalace();
    const error = await refusal(add(palace, 'text', request));
    expect(error).toMatchObject({ code, exit: 2, details: { field } });
    assertClean(palace);
  });

  test('nothing, blanks, binary bytes, damaged UTF-8 and a folder are refused with the reason', async () => {
    const palace = await testPalace();
    expect(await refusal(add(palace, ''))).toMatchObject({ code: 'empty-content', exit: 2 });
    expect(await refusal(add(palace, ' \n\t'))).toMatchObject({ code: 'empty-content' });
    const file = join(palace.runtime.home, 'x.bin');
    writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 1]));
    const fromFile = (path: string) => addMemory(palace, { content: { kind: 'file', path } });
    expect(await refusal(fromFile(file))).toMatchObject({ code: 'binary-content', exit: 2 });
    expect(await refusal(fromFile(palace.runtime.home))).toMatchObject({ code: 'unreadable' });
    expect(await refusal(fromFile('no-such-file'))).toMatchObject({ code: 'not-found', exit: 4 });
    const valid = Buffer.from('Ein längerer Text mit genug gültigen Umlauten: äöüß äöüß äöüß. '.repeat(20));
    writeFileSync(file, Buffer.concat([valid, Buffer.from([0xc3, 0x28]), valid]));
    expect(await refusal(fromFile(file))).toMatchObject({ code: 'binary-content' });
    execFileSync('mkfifo', [join(palace.runtime.home, 'fifo')]);
    expect(await refusal(fromFile(join(palace.runtime.home, 'fifo')))).toMatchObject({ code: 'unreadable' });
  });

  test('a file is kept byte for byte; one in GB18030 becomes UTF-8 and says what it was', async () => {
    const palace = await testPalace();
    const file = join(palace.runtime.home, 'note.txt');
    writeFileSync(file, '\uFEFF---\r\nnot front-matter\r\n---\r\nno end');
    const crlf = await addMemory(palace, { content: { kind: 'file', path: 'note.txt' } });
    expect((await showDrawer(palace, { drawer: crlf.id })).body).toEqual(readFileSync(file));
    // "为什么切换到图数据库，我们决定了" several times, as GB18030.
    const chinese = Buffer.from(
      'ceaacab2c3b4c7d0bbbbb5bdcdbccafdbeddbfe2a3acced2c3c7bef6b6a8c1cba1a3'.repeat(6),
      'hex',
    );
    writeFileSync(file, chinese);
    const added = await addMemory(palace, { content: { kind: 'file', path: 'note.txt' } });
    const shown = await showDrawer(palace, { drawer: added.id });
    expect(shown.result.encoding).toBe('gb18030');
    expect(shown.body.toString('utf8')).toContain('为什么切换到图数据库');
  });

  test('a file over the limit is refused before it is read', async () => {
    const palace = await testPalace();
    palace.settings.maxSourceBytes = 10;
    writeFileSync(join(palace.runtime.home, 'big.txt'), 'more than ten bytes');
    const error = await refusal(addMemory(palace, { content: { kind: 'file', path: 'big.txt' } }));
    expect(error).toMatchObject({ code: 'too-large', exit: 1, details: { size: 19, limit: 10 } });
  });

  test('a full room files new drawers under their month', async () => {
    const palace = await testPalace();
    palace.settings.roomFanout = 2;
    const texts = ['alpha one', 'beta two', 'gamma three'];
    const paths = [];
    for (const text of texts) paths.push((await add(palace, text, { wing: 'w', room: 'r', date: '2026-03-04' })).path);
    expect(paths.map((path) => path.split('/').slice(0, -1).join('/'))).toEqual([
      'wings/w/r',
      'wings/w/r',
      'wings/w/r/2026-03',
    ]);
  });

  test('what a person has staged and edited elsewhere stays as it is', async () => {
    const palace = await testPalace();
    edit(palace, 'identity.md', 'edited\n');
    edit(palace, 'README.md', 'staged\n');
    gitIn(palace, 'add', 'README.md');
    const before = gitIn(palace, 'status', '--porcelain');
    await add(palace, 'a memory');
    expect(gitIn(palace, 'status', '--porcelain')).toBe(before);
  });
});

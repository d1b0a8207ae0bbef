import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDrawer } from '../../../src/palace/codec.js';
import { bodyHash } from '../../../src/palace/ids.js';
import { readSourcesState } from '../../../src/palace/sources-log.js';
import { conflictLine } from '../../../src/services/save/markers.js';
import { savePalace } from '../../../src/services/save/save.js';
import { longRun } from '../../support/counts.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { commitCount, minedDrawer, refusal, remember } from '../support.js';

const onDisk = (palace: TestPalace, path: string) => parseDrawer(readFileSync(join(palace.root, path)));

function moveFile(palace: TestPalace, from: string, to: string): void {
  mkdirSync(join(palace.root, to, '..'), { recursive: true });
  renameSync(join(palace.root, from), join(palace.root, to));
}

describe.each(ENGINES)('savePalace (%s git)', (engine) => {
  test('commits edited, new, moved and deleted memories at once, as the git user', async () => {
    const palace = await testPalace(engine);
    const kept = await remember(palace, 'kept words', { by: 'codex' });
    const edited = await remember(palace, 'edited words');
    const deleted = await remember(palace, 'deleted words');
    edit(palace, edited.path, `${readFileSync(join(palace.root, edited.path), 'utf8')} and more`);
    edit(palace, 'wings/team/notes/dropped in.md', '# A note\n\nBody\r\n');
    moveFile(palace, kept.path, 'wings/team/moved/kept by hand.md');
    rmSync(join(palace.root, deleted.path));
    const result = await savePalace(palace, { message: 'My Sunday\n\nmore about it' });
    expect(result.changes.map(({ kind, path, from }) => [kind, path, from]).sort()).toEqual(
      [
        ['changed', edited.path, undefined],
        ['removed', deleted.path, undefined],
        ['moved', 'wings/team/moved/kept by hand.md', kept.path],
        ['added', 'wings/team/notes/dropped in.md', undefined],
      ].sort(),
    );
    expect(gitIn(palace, 'log', '-1', '--format=%an%n%s%n%b')).toMatch(
      /^Ada Tester\nMy Sunday\nmore about it\n\nPalace-Op: save\n/,
    );
    const dropped = onDisk(palace, 'wings/team/notes/dropped in.md');
    expect(dropped.body.toString('utf8')).toBe('# A note\n\nBody\r\n');
    expect(dropped.front).toMatchObject({ title: 'A note', sha256: bodyHash(dropped.body) });
    expect(result.identified).toEqual([
      { path: 'wings/team/notes/dropped in.md', id: dropped.front.id, reason: 'new-id' },
    ]);
    assertClean(palace);
  });

  test('a title that was the first line follows it; one that somebody gave, before or now, stays', async () => {
    const palace = await testPalace(engine);
    const first = await remember(palace, 'We use REST.\n\nBecause it is known.');
    const given = await remember(palace, 'We use Redis.\n', { title: 'Cache' });
    const named = await remember(palace, 'We use Rust.\n');
    const below = await remember(palace, 'We use Ruby.\nFor scripts.\n');
    const change = (path: string, from: string | RegExp, to: string) =>
      edit(palace, path, readFileSync(join(palace.root, path), 'utf8').replace(from, to));
    change(first.path, '\nWe use REST.\n', '\n# We use GraphQL.\n');
    change(given.path, '\nWe use Redis.', '\nWe use Valkey.');
    change(named.path, /^title: .*$/m, 'title: Languages');
    change(named.path, '\nWe use Rust.', '\nWe use Go.');
    change(below.path, 'For scripts.', 'For tests.');
    const { changes } = await savePalace(palace);
    expect(changes.map(({ title }) => title).sort()).toEqual(['Cache', 'Languages', 'We use GraphQL.', 'We use Ruby.']);
    expect(onDisk(palace, first.path).front.title).toBe('We use GraphQL.');
    expect(onDisk(palace, first.path).body.toString('utf8')).toBe('# We use GraphQL.\n\nBecause it is known.');
    expect(onDisk(palace, given.path).front.title).toBe('Cache');
    expect(onDisk(palace, named.path).front.title).toBe('Languages');
    assertClean(palace);
  });

  test('nothing to save is no commit', async () => {
    const palace = await testPalace(engine);
    const before = commitCount(palace);
    expect(await savePalace(palace)).toMatchObject({ changes: [], commit: null });
    expect(commitCount(palace)).toBe(before);
  });

  test('property: the body of a dropped-in file is never touched, whatever its bytes', async () => {
    const palace = await testPalace(engine);
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const path = `wings/w/r/file-${n++}.md`;
        const before = Buffer.from(bytes);
        edit(palace, path, before);
        const was = parseDrawer(before);
        await savePalace(palace);
        const saved = onDisk(palace, path);
        expect(saved.body).toEqual(was.problem ? before : was.body);
        if (!was.problem) expect(saved.front.id).toMatch(/^d-[0-9a-f]{16}$/);
      }),
      { numRuns: longRun(12, 200) },
    );
    assertClean(palace);
  });
});

describe('savePalace', () => {
  test('a copied drawer gets an id of its own; the one that was there first keeps its id', async () => {
    const palace = await testPalace();
    const { id, path } = await remember(palace, 'copied words', { wing: 'z', room: 'r' });
    edit(palace, 'wings/a/r/copy.md', readFileSync(join(palace.root, path)));
    const result = await savePalace(palace);
    const copy = onDisk(palace, 'wings/a/r/copy.md');
    expect(onDisk(palace, path).front.id).toBe(id);
    expect(copy.front.id).not.toBe(id);
    expect(copy.body.toString('utf8')).toBe('copied words');
    expect(result.identified).toMatchObject([{ path: 'wings/a/r/copy.md', id: copy.front.id, reason: 'copy' }]);
  });

  test('hand-written front-matter without an id keeps its keys and comments', async () => {
    const palace = await testPalace();
    edit(palace, 'wings/a/r/n.md', '---\n# mine\ntitle: My title\nmood: calm\n---\nwords');
    await savePalace(palace);
    const text = readFileSync(join(palace.root, 'wings/a/r/n.md'), 'utf8');
    expect(text).toContain('# mine\n');
    expect(onDisk(palace, 'wings/a/r/n.md').front).toMatchObject({ title: 'My title', mood: 'calm' });
    expect(text).toMatch(/---\nwords$/);
  });

  test('broken front-matter is saved as it is and named with its line', async () => {
    const palace = await testPalace();
    const text = '---\ntitle: [unclosed\n---\nwords';
    edit(palace, 'wings/a/r/broken.md', text);
    const result = await savePalace(palace);
    expect(result.problems).toMatchObject([{ path: 'wings/a/r/broken.md', line: expect.any(Number) }]);
    expect(gitIn(palace, 'show', 'HEAD:wings/a/r/broken.md')).toBe(text);
    assertClean(palace);
  });

  test('marks of a merge are refused by file and line, unless they were saved before or are forced', async () => {
    const palace = await testPalace();
    const { path } = await remember(palace, 'words');
    const marked = `${readFileSync(join(palace.root, path), 'utf8')}\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`;
    edit(palace, path, marked);
    const error = await refusal(savePalace(palace));
    expect(error).toMatchObject({ code: 'conflict-markers', exit: 5 });
    expect(error.message).toMatch(new RegExp(`${path}:\\d+`));
    expect((await savePalace(palace, { force: true })).commit).not.toBeNull();
    edit(palace, path, `${marked}more`);
    expect((await savePalace(palace)).commit).not.toBeNull();
  });

  test('files that are none of the palace are named and left alone, staged or not; so are links', async () => {
    const palace = await testPalace();
    edit(palace, 'README.md', 'mine');
    edit(palace, 'staged.txt', 'mine too');
    gitIn(palace, 'add', 'staged.txt');
    edit(palace, 'wings/a/r/n.md', 'words');
    symlinkSync('/etc/passwd', join(palace.root, 'wings/a/r/link.md'));
    const result = await savePalace(palace);
    expect(result.left).toEqual([
      { path: 'README.md', reason: 'outside' },
      { path: 'staged.txt', reason: 'outside' },
      { path: 'wings/a/r/link.md', reason: 'not-a-file' },
    ]);
    expect(gitIn(palace, 'status', '--porcelain')).toBe('A  staged.txt\n?? README.md\n?? wings/a/r/link.md\n');
  });

  test('a name that cannot be kept and a file too large are named and left alone, and the others are saved', async () => {
    const palace = await testPalace();
    edit(palace, 'wings/a/r/good.md', 'words');
    edit(palace, 'wings/a/r/a\u001b[31mb.md', 'red');
    writeFileSync(
      Buffer.concat([Buffer.from(join(palace.root, 'wings/a/r/bad')), Buffer.from([0xff, 0x2e, 0x6d, 0x64])]),
      'x',
    );
    edit(palace, 'wings/a/r/huge.md', '');
    truncateSync(join(palace.root, 'wings/a/r/huge.md'), 3 * 2 ** 30); // more than one Buffer holds
    edit(palace, 'wings/a/r/limit.md', '');
    truncateSync(join(palace.root, 'wings/a/r/limit.md'), 1000); // only its front-matter takes it over the limit
    const small = { ...palace, settings: { ...palace.settings, maxSourceBytes: 1000 } };
    const result = await savePalace(small);
    expect(result.changes.map(({ path }) => path)).toEqual(['wings/a/r/good.md']);
    expect(result.identified.map(({ path }) => path)).toEqual(['wings/a/r/good.md']);
    expect([...result.left].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'wings/a/r/a\u001b[31mb.md', reason: 'bad-name' },
      { path: 'wings/a/r/bad\ufffd.md', reason: 'bad-name' },
      { path: 'wings/a/r/huge.md', reason: 'too-large' },
      { path: 'wings/a/r/limit.md', reason: 'too-large' },
    ]);
  });

  test('a secret in the name of a file is refused, whatever ends the name; a secret in yaml leaves yaml', async () => {
    const palace = await testPalace();
    const hidden = `${'kx7q29vmz'}${'t4wpl83jr'}`;
    for (const name of [`password = ${hidden}.md`, `password = ${hidden}.yaml`, `password = ${hidden}`]) {
      edit(palace, `wings/team/notes/${name}`, 'words\n');
      const { code, message } = await refusal(savePalace(palace, {}));
      expect(code).toBe('secret-in-path');
      expect(message).toContain('wings/team/notes/password = [secret:password]');
      expect(message).not.toContain(hidden);
      rmSync(join(palace.root, 'wings/team/notes', name));
    }
    const token = `ghp_${'R7kq2ZxW9vLm4TnB8yHc'}${'3JdF6sPaQ1uEoXgY'}`;
    edit(
      palace,
      'entities.yaml',
      `# mine\npeople:\n  - name: Kai\n    aliases:\n      - ${token}\n  - ${token} # hm\n`,
    );
    await savePalace(palace, {});
    expect(readFileSync(join(palace.root, 'entities.yaml'), 'utf8')).toBe(
      '# mine\npeople:\n  - name: Kai\n    aliases:\n      - "[secret:github-token:1]"\n  - "[secret:github-token:1]" # hm\n',
    );
    assertClean(palace);
  });

  test('wing.yaml, identity.md and pictures beside drawers are saved as they are', async () => {
    const palace = await testPalace();
    const picture = Buffer.from([0x89, 0x50, 0, 1, 2, 255]);
    edit(palace, 'wings/a/r/picture.png', picture);
    edit(palace, 'wings/a/wing.yaml', 'description: A\n');
    edit(palace, 'identity.md', 'I am\n');
    const result = await savePalace(palace);
    expect(result.changes.map(({ kind, id, path }) => [kind, id, path])).toEqual([
      ['changed', null, 'identity.md'],
      ['added', null, 'wings/a/r/picture.png'],
      ['added', null, 'wings/a/wing.yaml'],
    ]);
    expect(readFileSync(join(palace.root, 'wings/a/r/picture.png'))).toEqual(picture);
    assertClean(palace);
  });

  test('a mined memory whose file was deleted by hand is not mined again', async () => {
    const palace = await testPalace();
    edit(palace, 'wings/proj/docs/a.md', minedDrawer('proj', 'file:proj#a.txt', 'mined words'));
    await savePalace(palace);
    rmSync(join(palace.root, 'wings/proj/docs/a.md'));
    const result = await savePalace(palace);
    expect(result.ignored).toBe(1);
    const state = await readSourcesState(palace);
    expect(state.isIgnored({ source: 'file:proj#a.txt', unit: '', wing: 'proj' })).toBe(true);
    assertClean(palace);
  });

  test('in the middle of a merge nothing is saved', async () => {
    const palace = await testPalace();
    const { path } = await remember(palace, 'words');
    const write = (text: string) => edit(palace, path, `---\ntitle: t\n---\n${text}\n`);
    gitIn(palace, 'checkout', '-q', '-b', 'side');
    write('side');
    gitIn(palace, 'commit', '-qam', 'side');
    gitIn(palace, 'checkout', '-q', 'main');
    write('main');
    gitIn(palace, 'commit', '-qam', 'main');
    expect(() => gitIn(palace, 'merge', 'side')).toThrow();
    expect(await refusal(savePalace(palace))).toMatchObject({ code: 'unmerged', exit: 5 });
  });
});

describe('conflictLine', () => {
  test('wants the three marks in order, at the beginning of lines', () => {
    const line = (text: string) => conflictLine(Buffer.from(text));
    expect(line('a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n')).toBe(2);
    expect(line('a\r\n<<<<<<< x\r\nb\r\n=======\r\nc\r\n>>>>>>> y')).toBe(2);
    expect(line('Heading\n=======\n<<<<<<< x\n')).toBeUndefined();
    expect(line('  <<<<<<< x\n=======\n>>>>>>> y\n')).toBeUndefined();
  });
});

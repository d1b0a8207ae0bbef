import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mine } from '../../../src/services/mine/mine.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, gitIn, testPalace } from '../../support/palace.js';
import {
  commitAgain,
  commitCount,
  commitSources,
  drawerOf,
  drawers,
  filesBelow,
  joined,
  mineInto,
  snapshot,
  sourceFolder,
  wingTree,
} from './support.js';

const PROJECT = {
  'README.md': '# Driftwood\n\nA small service.\n',
  'src/server.ts': 'export const port = 8080;\n',
  'docs/decisions.md': '# Decisions\n\nWe use GraphQL.\n',
  'docs/2026-01-05-standup.md': 'Standup notes\nnothing blocked\n',
};

describe.each(ENGINES)('mining a project (%s)', (engine) => {
  it('files each file byte for byte, once, as one commit with trailers', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    const before = commitCount(palace);

    const result = await mineInto(palace, project);

    expect(result.drawers).toMatchObject({ added: 4, changed: 0, unchanged: 0 });
    expect(result.wing).toBe('driftwood');
    expect(result.sources.read).toBe(4);
    expect(result.passages).toBeGreaterThan(0);
    expect(commitCount(palace)).toBe(before + 1);
    for (const [path, content] of Object.entries(PROJECT)) {
      const drawer = drawerOf(palace, `#${path}`);
      expect(drawer.text).toBe(content);
      expect(drawer.front.source).toBe(`git:example.org/team/driftwood#${path}`);
      // A file that names its day is of that day, any other of its newest commit.
      const date = path.includes('2026-01-05') ? '2026-01-05' : '2026-03-04T10:00:00Z';
      expect(drawer.front.date).toBe(date);
      expect(drawer.path).toContain(`/${date.slice(0, 10)}-`);
    }
    const message = gitIn(palace, 'log', '-1', '--format=%B');
    expect(message).toMatch(/^mine driftwood: 4 added\n/);
    expect(message).toContain('Palace-Op: mine');
    expect(message).toContain(`Palace-Op-Id: ${result.op_id}`);
    expect(message).toContain('Palace-Source: git:example.org/team/driftwood');
    expect(result.commits).toEqual([gitIn(palace, 'rev-parse', 'HEAD').trim()]);
    assertClean(palace);
  });

  it('a second mine of an unchanged tree adds nothing and makes no commit', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project);
    const before = snapshot(palace);
    const commits = commitCount(palace);

    const again = await mineInto(palace, project);

    expect(again.drawers).toMatchObject({ added: 0, changed: 0, unchanged: 4, removed: 0 });
    expect(again.commits).toEqual([]);
    expect(again.op_id).toBeNull();
    expect(commitCount(palace)).toBe(commits);
    expect(snapshot(palace)).toEqual(before);
    assertClean(palace);
  });

  it('a folder mined as project files and then as notes is filed once', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project);
    const before = snapshot(palace);

    const asNotes = await mineInto(palace, project, { mode: 'chats' });

    expect(asNotes.drawers.added).toBe(0);
    expect(snapshot(palace)).toEqual(before);
  });

  it('a changed source changes the same file; the old words are in history', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project);
    const old = drawerOf(palace, '#docs/decisions.md');
    project.write('docs/decisions.md', '# Decisions\n\nWe use REST now.\n');
    commitAgain(project, '2026-04-01T09:00:00Z');

    const result = await mineInto(palace, project);

    expect(result.drawers).toMatchObject({ added: 0, changed: 1, unchanged: 3, removed: 0 });
    const now = drawerOf(palace, '#docs/decisions.md');
    expect(now.path).toBe(old.path);
    expect(now.front.id).toBe(old.front.id);
    expect(now.front.date).toBe('2026-04-01T09:00:00Z');
    expect(now.text).toContain('REST');
    expect(gitIn(palace, 'show', `HEAD~1:${old.path}`)).toContain('GraphQL');
    assertClean(palace);
  });

  it('a renamed source, changed or not, keeps its drawer', async () => {
    const long = Array.from({ length: 30 }, (_, line) => `line ${line} of a long enough text`).join('\n');
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { ...PROJECT, 'src/old.ts': long });
    commitSources(project);
    await mineInto(palace, project);
    const server = drawerOf(palace, '#src/server.ts');
    const old = drawerOf(palace, '#src/old.ts');
    project.rename('src/server.ts', 'src/http/listen.ts');
    project.remove('src/old.ts');
    project.write('src/new.ts', `${long}\none more line\n`);

    const result = await mineInto(palace, project);

    expect(result.drawers).toMatchObject({ added: 0, moved: 2, removed: 0, unchanged: 3 });
    const moved = drawerOf(palace, '#src/http/listen.ts');
    expect(moved).toMatchObject({ path: server.path, text: server.text });
    expect(moved.front).toMatchObject({ id: server.front.id, title: 'src/http/listen.ts' });
    expect(drawerOf(palace, '#src/new.ts')).toMatchObject({ path: old.path, text: `${long}\none more line\n` });
    expect((await mineInto(palace, project)).drawers).toMatchObject({ unchanged: 5, added: 0, moved: 0, changed: 0 });
    // A new file at the old place is another memory.
    project.write('src/server.ts', 'something else entirely\n');
    expect((await mineInto(palace, project)).drawers).toMatchObject({ added: 1, unchanged: 5 });
    expect(drawerOf(palace, '#src/server.ts').front.id).not.toBe(server.front.id);
    // And a renamed drawer follows its new source, back to the old name too.
    project.write('src/http/listen.ts', 'export const port = 9090;\n');
    expect((await mineInto(palace, project)).drawers).toMatchObject({ changed: 1, added: 0 });
    expect(drawerOf(palace, '#src/http/listen.ts').front.id).toBe(server.front.id);
    assertClean(palace);
  });

  it('a deleted project file leaves; a vanished note stays', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project);
    const notes = sourceFolder('journal', { 'monday.md': 'tea with Ana\n', 'tuesday.md': 'rain\n' });
    await mineInto(palace, notes);
    project.remove('src/server.ts');
    notes.remove('monday.md');

    const result = await mine(palace, { paths: [project.path, notes.path] });

    expect(result.drawers).toMatchObject({ removed: 1, unchanged: 4, added: 0 });
    expect(result.wing).toBeNull();
    expect(result.wings).toEqual(['driftwood', 'journal']);
    expect(() => drawerOf(palace, '#src/server.ts')).toThrow();
    expect(drawerOf(palace, '#monday.md').text).toBe('tea with Ana\n');
    expect(gitIn(palace, 'log', '-1', '--format=%s').trim()).toBe('mine driftwood: 1 removed');
    assertClean(palace);
  });

  it('a file that is only ignored now, or past the limit, is not vanished', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project);
    project.write('.gitignore', 'docs/\n');
    execFileSync('git', ['rm', '-rq', '--cached', 'docs'], { cwd: project.path });

    const result = await mineInto(palace, project);

    expect(result.drawers).toMatchObject({ removed: 0, unchanged: 2 });
    expect(drawers(palace)).toHaveLength(4);
    expect((await mineInto(palace, project, { limit: 1 })).drawers.removed).toBe(0);
  });

  it('the same tree mined into two wings is in both, and re-mining one leaves the other alone', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project, { wing: 'one' });
    await mineInto(palace, project, { wing: 'two' });
    expect(filesBelow(palace, 'wings/one')).toHaveLength(4);
    expect(filesBelow(palace, 'wings/two')).toHaveLength(4);
    const two = gitIn(palace, 'rev-parse', 'HEAD:wings/two');
    project.write('src/server.ts', 'export const port = 1;\n');
    project.remove('README.md');

    const result = await mineInto(palace, project, { wing: 'one' });

    expect(result.drawers).toMatchObject({ changed: 1, removed: 1, unchanged: 2, added: 0 });
    expect(gitIn(palace, 'rev-parse', 'HEAD:wings/two')).toBe(two);
    assertClean(palace);
  });

  it('a drawer moved by hand, wing and room, still follows its source', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project);
    const { path } = drawerOf(palace, '#src/server.ts');
    const target = `wings/other/elsewhere/${path.slice(path.lastIndexOf('/') + 1)}`;
    mkdirSync(join(palace.root, 'wings/other/elsewhere'), { recursive: true });
    gitIn(palace, 'mv', path, target);
    gitIn(palace, 'commit', '-qm', 'moved by hand');
    project.write('src/server.ts', 'export const port = 2;\n');

    const result = await mineInto(palace, project);

    expect(result.wing).toBe('driftwood');
    expect(result.drawers).toMatchObject({ changed: 1, added: 0, removed: 0, unchanged: 3 });
    expect(drawerOf(palace, '#src/server.ts')).toMatchObject({ path: target, text: 'export const port = 2;\n' });
  });

  it('a dry run writes nothing, not even a cache, and counts as the real run does', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project);
    project.write('src/server.ts', 'changed\n');
    project.remove('README.md');
    project.write('src/more.ts', 'new\n');
    project.write('logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]));
    project.write('empty.md', '');
    const files = filesBelow(palace, '.').filter((path) => !path.startsWith('.git/index'));
    const commits = commitCount(palace);

    const dry = await mineInto(palace, project, { dryRun: true });

    expect(commitCount(palace)).toBe(commits);
    expect(filesBelow(palace, '.').filter((path) => !path.startsWith('.git/index'))).toEqual(files);
    expect(dry).toMatchObject({ dry_run: true, commits: [], op_id: null });
    const real = await mineInto(palace, project);
    const { added, changed, unchanged, removed } = real.drawers;
    expect({ added, changed, unchanged, removed }).toEqual({ added: 1, changed: 1, unchanged: 2, removed: 1 });
    for (const key of ['drawers', 'sources', 'passages', 'skipped', 'files', 'wing'] as const)
      expect(dry[key]).toEqual(real[key]);
  });

  it('stops before writing when many sources vanish at once', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`src/file${n}.ts`, `export const n = ${n};\n`]),
    );
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', many);
    commitSources(project);
    await mineInto(palace, project);
    for (let n = 0; n < 7; n++) project.remove(`src/file${n}.ts`);
    project.write('src/file19.ts', 'changed\n');
    const commits = commitCount(palace);

    await expect(mineInto(palace, project)).rejects.toMatchObject({ code: 'too-many-vanished', exit: 5 });
    expect(commitCount(palace)).toBe(commits);
    assertClean(palace);
    expect((await mineInto(palace, project, { allowVanished: true })).drawers).toMatchObject({
      removed: 7,
      changed: 1,
      unchanged: 12,
    });
  });

  it('another folder of the same name does not empty the wing', async () => {
    const palace = await testPalace(engine);
    const first = sourceFolder('tool', { 'a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 2;\n' });
    const second = sourceFolder('tool', { 'c.ts': 'function somethingElse() {}\n' });
    await mineInto(palace, first);
    await expect(mineInto(palace, second)).rejects.toMatchObject({ code: 'too-many-vanished' });
    expect(drawers(palace)).toHaveLength(2);
    await mineInto(palace, second, { wing: 'tool-two' });
    expect(drawers(palace)).toHaveLength(3);
  });

  it('names what it leaves out', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', {
      ...PROJECT,
      'logo.png': Buffer.from([0x89, 0x50, 0, 1, 2]),
      'blank.md': '',
    });
    symlinkSync(join(project.path, 'README.md'), join(project.path, 'link.md'));
    execFileSync('mkfifo', [join(project.path, 'pipe.md')]);

    const result = await mineInto(palace, project);

    const reasons = Object.fromEntries(result.skipped.map(({ path, reason }) => [path, reason]));
    expect(reasons).toMatchObject({ 'link.md': 'symlink', 'pipe.md': 'not-a-regular-file', 'blank.md': 'empty' });
    expect(result.sources.skipped).toBeGreaterThanOrEqual(4);
    expect(result.drawers.added).toBe(4);
  });

  it('large files are cut into parts that join to the source, and an edit touches its own part', async () => {
    const lines = Array.from({ length: 6000 }, (_, n) => `line ${n}: ${'word '.repeat(n % 9)}\r\n`);
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { 'big.md': lines.join('') });
    commitSources(project);

    const first = await mineInto(palace, project);
    expect(first.drawers.added).toBeGreaterThan(2);
    expect(first.files[0]?.ids).toHaveLength(first.drawers.added);
    expect(joined(palace, '#big.md').equals(project.read('big.md'))).toBe(true);
    expect(
      drawers(palace)
        .map(({ front }) => front.part)
        .sort(),
    ).toEqual(Array.from({ length: first.drawers.added }, (_, n) => n + 1));

    lines[3000] = 'this line was edited\r\n';
    project.write('big.md', lines.join(''));
    const second = await mineInto(palace, project);
    expect(second.drawers).toMatchObject({ added: 0, removed: 0 });
    expect(second.drawers.changed).toBeLessThanOrEqual(2);
    expect(joined(palace, '#big.md').equals(project.read('big.md'))).toBe(true);

    project.write('big.md', `${lines.slice(0, 200).join('')}short now\r\n`);
    const third = await mineInto(palace, project);
    expect(third.drawers.removed).toBe(first.drawers.added - 1);
    expect(drawerOf(palace, '#big.md').front.part).toBeUndefined();
    expect(joined(palace, '#big.md').equals(project.read('big.md'))).toBe(true);
    project.write('big.md', lines.join(''));
    await mineInto(palace, project);
    expect(joined(palace, '#big.md').equals(project.read('big.md'))).toBe(true);
    assertClean(palace);
  });

  it('keeps line ends, byte order marks and long lines, and says what was not UTF-8', async () => {
    const palace = await testPalace(engine);
    // "中文记忆决定" and a line break, many times.
    const gb = Buffer.from('d6d0cec4bcc7d2e4bef6b6a80a'.repeat(20), 'hex');
    const files: Record<string, Buffer> = {
      'crlf.md': Buffer.from('one\r\ntwo\r\n'),
      'bom.md': Buffer.from('\ufeffwith a mark\n'),
      'none.md': Buffer.from('no newline at the end'),
      'rules.md': Buffer.from('---\nnot: front\n---\n---js\nbody\n'),
      'utf16.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('hello wide world', 'utf16le')]),
      'line.json': Buffer.from(`{"a":"${'x'.repeat(1_000_000)}"}`),
      'gb.txt': gb,
    };
    const project = sourceFolder('driftwood', files);
    commitSources(project);
    await mineInto(palace, project);
    for (const [path, content] of Object.entries(files))
      if (path !== 'utf16.txt' && path !== 'gb.txt') expect(joined(palace, `#${path}`).equals(content)).toBe(true);
    expect(drawerOf(palace, '#utf16.txt').front.encoding).toMatch(/utf-16/);
    expect(drawerOf(palace, '#gb.txt').front.encoding).toBe('gb18030');
    expect(drawerOf(palace, '#gb.txt').text).toBe('中文记忆决定\n'.repeat(20));
    expect(drawerOf(palace, '#utf16.txt').text).toContain('hello wide world');
    expect((await mineInto(palace, project)).commits).toEqual([]);
    assertClean(palace);
  });

  it('what a person removed with an event is not filed again, and is counted', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project);
    const { path, front } = drawerOf(palace, '#src/server.ts');
    const event = {
      event: '0001',
      at: '2026-06-01T00:00:00.000Z',
      op: 'ignore',
      source: front.source,
      unit: '',
      wing: 'driftwood',
    };
    mkdirSync(join(palace.root, 'sources'), { recursive: true });
    execFileSync('sh', ['-c', `printf '%s\\n' '${JSON.stringify(event)}' > sources/abcd.jsonl`], { cwd: palace.root });
    gitIn(palace, 'rm', '-q', path);
    gitIn(palace, 'add', 'sources');
    gitIn(palace, 'commit', '-qm', 'removed');

    const result = await mineInto(palace, project);

    expect(result.drawers).toMatchObject({ ignored: 1, unchanged: 3, added: 0 });
    expect(existsSync(join(palace.root, path))).toBe(false);
  });

  it('two palaces that mine the same commit have the same wing tree, whatever clock, user or checkout', async () => {
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    const other = sourceFolder('driftwood', {});
    execFileSync('git', ['clone', '-q', project.path, join(other.path, 'driftwood')]);
    execFileSync('git', ['remote', 'set-url', 'origin', 'git@example.org:team/driftwood.git'], {
      cwd: join(other.path, 'driftwood'),
    });
    const one = await testPalace(engine);
    const two = await testPalace(engine === 'system' ? 'isomorphic' : 'system');
    two.runtime.advance(86_400_000_000);
    await mine(one, { paths: [project.path] });
    await mine(two, { paths: [join(other.path, 'driftwood')] });
    expect(wingTree(two)).toBe(wingTree(one));
  });

  it('takes rooms from wing.yaml, and moves nothing that stands unless asked', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    await mineInto(palace, project);
    expect(drawerOf(palace, '#docs/decisions.md').path).toContain('wings/driftwood/documentation/');
    const wing = 'rooms:\n  - name: paperwork\n    keywords: [docs]\n';
    execFileSync('sh', ['-c', 'cat > wings/driftwood/wing.yaml'], { cwd: palace.root, input: wing });
    gitIn(palace, 'add', 'wings/driftwood/wing.yaml');
    gitIn(palace, 'commit', '-qm', 'rooms');
    project.write('docs/more.md', 'more\n');

    expect((await mineInto(palace, project)).drawers).toMatchObject({ added: 1, moved: 0 });
    expect(drawerOf(palace, '#docs/more.md').path).toContain('/paperwork/');
    expect(drawerOf(palace, '#docs/decisions.md').path).toContain('/documentation/');
    const dry = await mineInto(palace, project, { reroute: true, dryRun: true });
    const real = await mineInto(palace, project, { reroute: true });
    expect(real.drawers.moved).toBeGreaterThan(0);
    expect(dry.drawers).toEqual(real.drawers);
    expect(drawerOf(palace, '#docs/decisions.md').path).toContain('/paperwork/');
    assertClean(palace);
  });

  it('files the transcript of a session and lets it grow', async () => {
    const palace = await testPalace(engine);
    const turn = (uuid: string, role: string, text: string, parent: string | null) =>
      `${JSON.stringify({
        parentUuid: parent,
        isSidechain: false,
        userType: 'external',
        cwd: '/home/ada/src/driftwood',
        sessionId: 'b1946ac9-0000-4000-8000-000000000001',
        version: '2.0.0',
        gitBranch: 'main',
        type: role,
        message: { role, content: text },
        uuid,
        timestamp: '2026-03-04T10:00:00.000Z',
      })}\n`;
    const lines = [turn('u1', 'user', 'why GraphQL?', null), turn('u2', 'assistant', 'Because of the client.', 'u1')];
    const chats = sourceFolder('chats', { 'b1946ac9-0000-4000-8000-000000000001.jsonl': lines.join('') });
    const first = await mineInto(palace, chats, { mode: 'chats' });
    expect(first.drawers.added).toBe(1);
    expect(first.wing).toBe('driftwood');
    const [before] = drawers(palace);
    lines.push(turn('u3', 'user', 'and the cost?', 'u2'), turn('u4', 'assistant', 'Small: gateway only.', 'u3'));
    chats.write('b1946ac9-0000-4000-8000-000000000001.jsonl', lines.join(''));

    const second = await mineInto(palace, chats, { mode: 'chats' });

    expect(second.drawers).toMatchObject({ added: 0, changed: 1 });
    const [after] = drawers(palace);
    expect(after?.path).toBe(before?.path);
    expect(after?.text.startsWith(before?.text ?? '?')).toBe(true);
    expect(after?.text).toContain('gateway only');
    chats.remove('b1946ac9-0000-4000-8000-000000000001.jsonl');
    chats.write('note.md', 'something else\n');
    expect((await mineInto(palace, chats, { mode: 'chats' })).drawers.removed).toBe(0);
  });

  it('signs what an agent mined with the name of the agent', async () => {
    const palace = await testPalace(engine);
    await mineInto(palace, sourceFolder('driftwood', PROJECT), { by: 'Codex' });
    expect(gitIn(palace, 'log', '-1', '--format=%an <%ae>|%cn').trim()).toBe(
      'codex (agent) <codex@agent.palace.invalid>|Ada Tester',
    );
  });

  it('splits a large mine into batches of one operation and fans full rooms out', async () => {
    const palace = await testPalace(engine);
    palace.settings.batchSize = 10;
    palace.settings.roomFanout = 8;
    const many = Object.fromEntries(
      Array.from({ length: 25 }, (_, n) => [`src/file${n}.ts`, `export const n = ${n};\n`]),
    );
    const project = sourceFolder('driftwood', many);
    commitSources(project);
    const result = await mineInto(palace, project);
    expect(result.commits).toHaveLength(3);
    const log = gitIn(
      palace,
      'log',
      '-3',
      '--format=%s|%(trailers:key=Palace-Batch,valueonly)|%(trailers:key=Palace-Op-Id,valueonly)',
    );
    expect(log).toContain('mine driftwood: 5 added|3/3');
    expect(new Set(log.match(/op-[0-9a-f]+/g))).toEqual(new Set([result.op_id]));
    expect(filesBelow(palace, 'wings').filter((path) => path.includes('/2026-03/'))).not.toHaveLength(0);
    expect((await mineInto(palace, project)).commits).toEqual([]);
    expect(readFileSync(join(palace.root, 'palace.yaml'), 'utf8')).toContain('format: 1');
  });
});

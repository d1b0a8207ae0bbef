import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { change } from '../../../src/palace/change.js';
import { assertPalaceAt } from '../../../src/palace/discovery.js';
import { roomName, wingName } from '../../../src/palace/names.js';
import { openPalace } from '../../../src/palace/open.js';
import { initPalace } from '../../../src/services/init/init.js';
import { wingWrite } from '../../../src/services/init/wing.js';
import { trustPalace } from '../../../src/services/trust/trust.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, gitIn, testPalace } from '../../support/palace.js';
import { type TestRuntime, testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';

const FILES = ['.gitattributes', '.gitignore', 'entities.yaml', 'identity.md', 'palace.yaml'];

function home(): { runtime: TestRuntime; root: string } {
  const runtime = testRuntime({ home: tempDir() });
  writeFileSync(join(runtime.home, '.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.org\n');
  const env = { ...runtime.env, GIT_CONFIG_GLOBAL: join(runtime.home, '.gitconfig') };
  return { runtime: Object.assign(runtime, { env }), root: join(runtime.home, 'memory') };
}

function git(runtime: TestRuntime, cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, env: { ...runtime.env }, encoding: 'utf8' });
}

describe.each(ENGINES)('init, %s engine', (engine) => {
  it('makes a repository with its files in one commit, trusted and clean', async () => {
    const { runtime, root } = home();
    const result = await initPalace({ root, runtime, git: engine });
    expect(result).toEqual({
      palace: root,
      created: true,
      adopted: false,
      commit: git(runtime, root, 'rev-parse', 'HEAD').trim(),
      files: FILES,
      trusted: true,
      notes: [],
    });
    expect(git(runtime, root, 'status', '--porcelain')).toBe('');
    expect(git(runtime, root, 'fsck', '--strict')).toBe('');
    expect(git(runtime, root, 'branch', '--show-current').trim()).toBe('main');
    expect(git(runtime, root, 'config', '--local', 'core.autocrlf').trim()).toBe('false');
    expect(readFileSync(join(root, '.gitattributes'), 'utf8')).toContain('* -text\n');
    const palace = await openPalace(root, runtime, { git: engine });
    expect(palace.shared).toEqual({ format: 1, name: 'memory' });
    await palace.close();
  });

  it('refuses a bare repository, also when asked to adopt it, and so does every other command', async () => {
    const { runtime, root } = home();
    git(runtime, runtime.home, 'init', '-q', '--bare', root);
    const before = readdirSync(root);
    const refused = { code: 'bare-repository', exit: 3, next: [`git clone ${root} PATH`, expect.anything()] };
    await expect(initPalace({ root, runtime, git: engine, adopt: true })).rejects.toMatchObject(refused);
    await expect(initPalace({ root, runtime, git: engine })).rejects.toMatchObject(refused);
    expect(() => assertPalaceAt(root, '--palace')).toThrow('has no work tree');
    expect(readdirSync(root)).toEqual(before);
  });

  it('changes nothing the second time', async () => {
    const { runtime, root } = home();
    await initPalace({ root, runtime, git: engine });
    writeFileSync(join(root, 'identity.md'), 'an edit that is not saved');
    const head = git(runtime, root, 'rev-parse', 'HEAD');
    const again = await initPalace({ root, runtime, git: engine, adopt: true });
    expect(again).toMatchObject({ created: false, commit: null, files: [], trusted: true });
    expect(git(runtime, root, 'rev-parse', 'HEAD')).toBe(head);
    expect(readFileSync(join(root, 'identity.md'), 'utf8')).toBe('an edit that is not saved');
  });

  it.each(['write', 'objects', 'ref'])('completes a run that was interrupted at %s', async (moment) => {
    const { runtime, root } = home();
    const stopped = {
      ...runtime,
      onProgress: ({ phase }: { phase: string }) => {
        if (phase === moment) throw new Error('boom');
      },
    };
    await expect(initPalace({ root, runtime: stopped, git: engine })).rejects.toThrow('boom');
    expect(await initPalace({ root, runtime, git: engine })).toMatchObject({ created: true, files: FILES });
    expect(git(runtime, root, 'status', '--porcelain')).toBe('');
  });

  it('completes a run that was killed after its files were written, keeping edits made since', async () => {
    const { runtime, root } = home();
    await initPalace({ root, runtime, git: engine });
    rmSync(join(root, '.git/refs/heads/main'));
    rmSync(join(root, '.git/index'));
    writeFileSync(join(root, 'identity.md'), 'I serve Ada.\n');
    expect(await initPalace({ root, runtime, git: engine })).toMatchObject({ created: true, adopted: false });
    expect(git(runtime, root, 'show', 'HEAD:identity.md')).toBe('I serve Ada.\n');
    expect(git(runtime, root, 'status', '--porcelain')).toBe('');
  });

  it('refuses a folder with files and a repository with files, and touches neither', async () => {
    const { runtime, root } = home();
    mkdirSync(root);
    writeFileSync(join(root, 'notes.txt'), 'mine');
    await expect(initPalace({ root, runtime, git: engine })).rejects.toMatchObject({
      code: 'not-empty',
      exit: 2,
      next: [`palace init --adopt --palace ${root}`, expect.anything()],
    });
    expect(readdirSync(root)).toEqual(['notes.txt']);
    git(runtime, root, 'init', '-q');
    const before = readdirSync(root, { recursive: true });
    await expect(initPalace({ root, runtime, git: engine })).rejects.toMatchObject({ code: 'not-a-palace', exit: 2 });
    expect(readdirSync(root, { recursive: true })).toEqual(before);
  });

  it('takes an empty repository as it is, such as a new clone of an empty remote', async () => {
    const { runtime, root } = home();
    git(runtime, runtime.home, 'init', '-q', '-b', 'trunk', root);
    expect(await initPalace({ root, runtime, git: engine })).toMatchObject({ created: true, adopted: false });
    expect(git(runtime, root, 'branch', '--show-current').trim()).toBe('trunk');
    expect(git(runtime, root, 'config', '--local', 'core.autocrlf').trim()).toBe('false');
  });

  it('adopts a repository when asked: adds its own files and leaves all others, staged or not', async () => {
    const { runtime, root } = home();
    git(runtime, runtime.home, 'init', '-q', root);
    writeFileSync(join(root, '.gitignore'), 'node_modules\n');
    writeFileSync(join(root, 'README.md'), 'one\r\n');
    git(runtime, root, 'add', '.');
    git(runtime, root, 'commit', '-qm', 'first');
    git(runtime, root, 'config', 'core.autocrlf', 'input');
    writeFileSync(join(root, 'README.md'), 'two\r\n');
    writeFileSync(join(root, 'staged.txt'), 'staged');
    git(runtime, root, 'add', 'staged.txt');
    const status = git(runtime, root, 'status', '--porcelain');

    const result = await initPalace({ root, runtime, git: engine, adopt: true });
    expect(result).toMatchObject({
      created: true,
      adopted: true,
      files: FILES.filter((file) => file !== '.gitignore'),
    });
    expect(result.notes.join('\n')).toMatch(/core\.autocrlf is input/);
    expect(git(runtime, root, 'status', '--porcelain')).toBe(status);
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toBe('node_modules\n');
    expect(readFileSync(join(root, '.git/info/exclude'), 'utf8')).toContain('/.palace/\n');
    expect(readFileSync(join(root, '.gitattributes'), 'utf8')).not.toMatch(/^\*/m);
    expect(git(runtime, root, 'config', '--local', 'core.autocrlf').trim()).toBe('input');
    expect(git(runtime, root, 'log', '--format=%s').trim().split('\n')).toEqual(['init memory', 'first']);
    expect(git(runtime, root, 'check-attr', 'text', 'wings/a/b/c.md', 'README.md').trim().split('\n')).toEqual([
      'wings/a/b/c.md: text: unset',
      'README.md: text: unspecified',
    ]);
  });

  it('makes a repository of its own inside another one, and says so', async () => {
    const { runtime } = home();
    const outer = join(runtime.home, 'project');
    git(runtime, runtime.home, 'init', '-q', outer);
    const root = join(outer, 'memory');
    const result = await initPalace({ root, runtime, git: engine });
    expect(result.notes).toEqual([expect.stringContaining(outer)]);
    expect(existsSync(join(root, '.git'))).toBe(true);
    expect(git(runtime, outer, 'status', '--porcelain')).toBe('?? memory/\n');
  });

  it('refuses a path that is a file', async () => {
    const { runtime, root } = home();
    writeFileSync(root, '');
    await expect(initPalace({ root, runtime, git: engine })).rejects.toMatchObject({ code: 'not-a-folder', exit: 2 });
  });

  it('does not make a clone trusted by the way; trust does, once', async () => {
    const { runtime, root } = home();
    await initPalace({ root, runtime, git: engine });
    const copy = join(runtime.home, 'copy');
    git(runtime, runtime.home, 'clone', '-q', root, copy);
    expect(await initPalace({ root: copy, runtime, git: engine })).toMatchObject({
      created: false,
      trusted: false,
      notes: [expect.stringContaining(`palace trust ${copy}`)],
    });
    expect(await trustPalace({ root: copy, runtime })).toEqual({ palace: copy, trusted: true, changed: true });
    expect(await trustPalace({ root: copy, runtime })).toMatchObject({ changed: false });
    expect(git(runtime, copy, 'config', '--local', 'core.autocrlf').trim()).toBe('false');
    await (await openPalace(copy, runtime, { git: engine })).close();
    expect(await trustPalace({ root: copy, runtime, revoke: true })).toEqual({
      palace: copy,
      trusted: false,
      changed: true,
    });
    await expect(openPalace(copy, runtime)).rejects.toMatchObject({ code: 'untrusted' });
  });
});

describe('init of a wing', () => {
  it('writes wing.yaml once, and keeps what a person wrote in it', async () => {
    const palace = await testPalace();
    const wing = wingName('driftwood');
    const rooms = [{ name: roomName('frontend'), keywords: ['components'] }];
    const describeWing = async (request: Parameters<typeof wingWrite>[1]) => {
      const write = await wingWrite(palace, request);
      return { path: write.path, receipt: await change(palace, { op: 'init', subject: 'init wing', writes: [write] }) };
    };
    const first = await describeWing({ wing, kind: 'project', rooms });
    expect(first.path).toBe('wings/driftwood/wing.yaml');
    expect(first.receipt?.commit).toBe(gitIn(palace, 'rev-parse', 'HEAD').trim());
    expect((await describeWing({ wing, kind: 'project', rooms })).receipt).toBeNull();
    const file = join(palace.root, first.path);
    writeFileSync(file, `# by hand\n${readFileSync(file, 'utf8')}`);
    gitIn(palace, 'commit', '-qam', 'note');
    await describeWing({ wing, rooms: [{ name: roomName('backend'), keywords: ['server'] }] });
    expect(readFileSync(file, 'utf8')).toMatch(/^# by hand\n/);
    expect(readFileSync(file, 'utf8')).toMatch(/frontend[\s\S]*backend/);
    assertClean(palace);
  });
});

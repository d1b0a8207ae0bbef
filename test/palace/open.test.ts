import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPalace, locatePalace } from '../../src/palace/discovery.js';
import { openPalace } from '../../src/palace/open.js';
import { setUserSetting } from '../../src/palace/user-config.js';
import { writerId } from '../../src/palace/writer.js';
import { gitIn, type TestPalace, testPalace } from '../support/palace.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';

function clone(palace: TestPalace): string {
  const target = join(palace.runtime.home, 'clone');
  execFileSync('git', ['clone', '-q', palace.root, target], { env: { ...palace.runtime.env } });
  return target;
}

describe('finding the palace', () => {
  it('asks flag, environment, folders above, user config, home, in this order', async () => {
    const home = tempDir();
    const above = join(home, 'above');
    mkdirSync(join(above, 'deep'), { recursive: true });
    writeFileSync(join(above, 'palace.yaml'), 'format: 1\n');
    const runtime = testRuntime({ home, cwd: join(above, 'deep'), env: {} });
    const at = (env: Record<string, string>, flag?: string, upward = true) =>
      locatePalace({ runtime: { ...runtime, env }, flag, upward });

    expect(await at({ PALACE_PATH: '/env' }, '~/flag')).toEqual({
      root: join(home, 'flag'),
      origin: 'flag',
      from: '--palace',
    });
    expect(await at({ PALACE_PATH: '~/env', MEMPALACE_PALACE_PATH: '/old' })).toEqual({
      root: join(home, 'env'),
      origin: 'environment',
      from: 'PALACE_PATH',
    });
    expect(await at({ PALACE_PATH: '', MEMPALACE_PALACE_PATH: '/old' })).toMatchObject({
      root: '/old',
      from: 'MEMPALACE_PALACE_PATH',
    });
    expect(await at({ MEMPAL_PALACE_PATH: '/older' })).toMatchObject({ root: '/older', origin: 'environment' });
    expect(await at({})).toMatchObject({ root: above, origin: 'upward' });
    expect(await at({}, undefined, false)).toMatchObject({ root: join(home, 'palace'), origin: 'default' });
    await setUserSetting(runtime, 'palace', '~/mine');
    expect(await at({}, undefined, false)).toMatchObject({ root: join(home, 'mine'), origin: 'user config' });
    expect(await at({})).toMatchObject({ root: above });
  });

  it('says three different things of no folder, no palace.yaml and no repository, and makes nothing', async () => {
    const home = tempDir();
    const runtime = testRuntime({ home, env: {} });
    const find = (flag: string) => findPalace({ flag, runtime, upward: false }).catch((error: unknown) => error);
    mkdirSync(join(home, 'plain'));
    mkdirSync(join(home, 'bare'));
    writeFileSync(join(home, 'bare/palace.yaml'), 'format: 1\n');
    writeFileSync(join(home, 'file'), '');
    const errors = [await find('missing'), await find('file'), await find('plain'), await find('bare')];
    for (const error of errors)
      expect(error).toMatchObject({ code: 'no-palace', exit: 3, details: { path: expect.stringContaining(home) } });
    expect(errors.map((error) => (error as { next: string[] }).next[0])).toEqual([
      `palace init --palace ${home}/missing`,
      `palace init --palace ${home}/file`,
      `palace init --palace ${home}/plain`,
      `palace init --adopt --palace ${home}/bare`,
    ]);
    const messages = errors.map((error) => (error as Error).message);
    expect(messages[0]).toMatch(/does not exist \(from --palace\)/);
    expect(messages[1]).toMatch(/is a file/);
    expect(messages[2]).toMatch(/has no palace\.yaml/);
    expect(messages[3]).toMatch(/not a git repository/);
    expect(readdirSync(home).sort()).toEqual(['bare', 'file', 'plain']);
  });
});

describe('opening a palace', () => {
  it('gives root, settings and shared settings', async () => {
    const palace = await testPalace();
    expect(palace).toMatchObject({
      shared: { format: 1, name: 'palace' },
      settings: { searchLimit: 10, secrets: 'redact', lockWaitMs: 60_000, batchSize: 1000 },
      stateDir: join(palace.root, '.git/palace'),
      cacheDir: join(palace.root, '.palace/cache'),
    });
    expect(existsSync(palace.cacheDir)).toBe(false);
    expect(statSync(palace.stateDir).mode & 0o777).toBe(0o700);
  });

  it('comes to the same palace through a symbolic link', async () => {
    const palace = await testPalace();
    const link = join(palace.runtime.home, 'link');
    symlinkSync(palace.root, link);
    const opened = await openPalace(link, palace.runtime);
    expect(opened.root).toBe(palace.root);
    await opened.close();
  });

  it.each([
    ['format: 2\n', 'newer-format'],
    ['name: x\n', 'bad-palace-file'],
    ['format: one\n', 'bad-palace-file'],
    ['format: [\n', 'bad-yaml'],
    ['<<<<<<< HEAD\nformat: 1\n', 'bad-yaml'],
  ])('refuses palace.yaml %j as %s', async (text, code) => {
    const palace = await testPalace();
    writeFileSync(join(palace.root, 'palace.yaml'), text);
    await expect(openPalace(palace.root, palace.runtime)).rejects.toMatchObject({
      code,
      message: expect.stringContaining('palace.yaml'),
    });
  });

  it.each(['.palace', '.palace/cache', '.palace/tmp'])(
    'writes nothing through a link in the place of %s',
    async (path) => {
      const palace = await testPalace();
      const outside = tempDir();
      rmSync(join(palace.root, path), { recursive: true, force: true });
      mkdirSync(join(palace.root, '.palace'), { recursive: true });
      if (path === '.palace') rmSync(join(palace.root, path), { recursive: true });
      symlinkSync(outside, join(palace.root, path));
      await expect(openPalace(palace.root, palace.runtime)).rejects.toMatchObject({ code: 'not-a-folder', exit: 5 });
      expect(readdirSync(outside)).toEqual([]);
    },
  );

  it('says so, and does not wait, when a pipe stands in the place of palace.yaml', async () => {
    const palace = await testPalace();
    rmSync(join(palace.root, 'palace.yaml'));
    execFileSync('mkfifo', [join(palace.root, 'palace.yaml')]);
    await expect(openPalace(palace.root, palace.runtime)).rejects.toMatchObject({ code: 'not-a-file' });
  });

  it('keeps unknown keys of palace.yaml, and reads nothing dangerous from it', async () => {
    const palace = await testPalace();
    writeFileSync(
      join(palace.root, 'palace.yaml'),
      'format: 1\nsecrets:\n  mode: "off"\ngit:\n  engine: isomorphic\neditor: rm -rf /\nrooms:\n  fanout: 7\n',
    );
    const opened = await openPalace(palace.root, palace.runtime);
    expect(opened.settings).toMatchObject({ secrets: 'redact', roomFanout: 7 });
    expect(opened.git.engine).toBe('system');
    await opened.close();
  });

  it('refuses a palace.yaml in a folder of another repository', async () => {
    const palace = await testPalace();
    const inner = join(palace.root, 'wings/inner');
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, 'palace.yaml'), 'format: 1\n');
    await expect(openPalace(inner, palace.runtime)).rejects.toMatchObject({ code: 'no-palace', exit: 3 });
  });
});

describe('trust', () => {
  it('is asked for once for a clone, before anything of it is used', async () => {
    const palace = await testPalace();
    const root = clone(palace);
    await expect(openPalace(root, palace.runtime)).rejects.toMatchObject({
      code: 'untrusted',
      exit: 1,
      next: [`palace trust ${root}`],
    });
    expect(existsSync(join(root, '.git/palace'))).toBe(false);
    const opened = await openPalace(root, palace.runtime, { requireTrust: false });
    await opened.close();
  });

  it('does not come along with a copied or moved folder, nor to another machine', async () => {
    const palace = await testPalace();
    const copy = join(palace.runtime.home, 'copy');
    cpSync(palace.root, copy, { recursive: true });
    await expect(openPalace(copy, palace.runtime)).rejects.toMatchObject({ code: 'untrusted' });
    const elsewhere = { ...palace.runtime, env: { ...palace.runtime.env, PALACE_MACHINE: 'other' } };
    await expect(openPalace(palace.root, elsewhere)).rejects.toMatchObject({ code: 'untrusted' });
    const moved = join(palace.runtime.home, 'moved');
    renameSync(copy, moved);
    await expect(openPalace(moved, palace.runtime)).rejects.toMatchObject({ code: 'untrusted' });
  });
});

describe('the writer id', () => {
  it('is random, stays, and is minted anew in a copy', async () => {
    const palace = await testPalace();
    const id = writerId(palace);
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(writerId(palace)).toBe(id);
    const copy = join(palace.runtime.home, 'copy');
    cpSync(palace.root, copy, { recursive: true });
    const copied = await openPalace(copy, palace.runtime, { requireTrust: false });
    const other = writerId(copied);
    expect(other).not.toBe(id);
    expect(writerId(copied)).toBe(other);
    expect(writerId(palace)).toBe(id);
    await copied.close();
  });

  it('is minted anew on another machine and when the file is damaged', async () => {
    const palace = await testPalace();
    const id = writerId(palace);
    const runtime = { ...palace.runtime, env: { ...palace.runtime.env, PALACE_MACHINE: 'other' } };
    expect(writerId({ ...palace, runtime })).not.toBe(id);
    writeFileSync(join(palace.stateDir, 'writer'), '{"id": "../../x", "binding": "');
    expect(writerId(palace)).toMatch(/^[0-9a-f]{12}$/);
  });

  it('may be given, as a name and never as a path', async () => {
    const palace = await testPalace();
    const given = (PALACE_WRITER: string) =>
      writerId({ ...palace, runtime: { ...palace.runtime, env: { PALACE_WRITER } } });
    expect(given('ci-runner-7')).toBe('ci-runner-7');
    for (const name of ['../x', 'a/b', 'A', '-a', 'a-', 'x'.repeat(65), 'a.jsonl'])
      expect(() => given(name), name).toThrow(expect.objectContaining({ code: 'bad-writer', exit: 2 }));
  });
});

describe('signatures', () => {
  it('without a git identity are palace <palace@localhost>, and that is said', async () => {
    const palace = await testPalace();
    const config = join(palace.runtime.home, '.gitconfig');
    writeFileSync(config, '');
    const { change } = await import('../../src/palace/change.js');
    const fresh = await openPalace(palace.root, palace.runtime);
    await change(fresh, {
      op: 'add',
      subject: 'x',
      writes: [{ kind: 'put', path: 'wings/a/b/c.md', content: Buffer.from('x') }],
    });
    expect(gitIn(palace, 'log', '-1', '--format=%an <%ae>|%cn <%ce>').trim()).toBe(
      'palace <palace@localhost>|palace <palace@localhost>',
    );
    expect(palace.runtime.warnings.join()).toMatch(
      /git config --global user\.name .* && git config --global user\.email /,
    );
    expect(readFileSync(config, 'utf8')).toBe('');
    await fresh.close();
  });
});

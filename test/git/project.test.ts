import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openProject } from '../../src/git/project.js';
import { urlKey } from '../../src/git/remote-key.js';
import { ENGINES } from '../support/engines.js';
import { tempDir } from '../support/temp.js';
import { cli, quietRuntime, write } from './support.js';

test.each([
  [`https:${'//'}user:token@GitHub.com/Owner/Repo.git`, 'github.com/Owner/Repo'],
  ['https://github.com/Owner/Repo/', 'github.com/Owner/Repo'],
  ['http://host:8080/a/b?x=1', 'host/a/b'],
  ['git@github.com:Owner/Repo.git', 'github.com/Owner/Repo'],
  ['host:/srv/a.git', 'host/srv/a'],
  ['ssh://git@host:2222/a/b.git', 'host/a/b'],
  ['git://host/a', 'host/a'],
  ['ssh://git@[::1]/a', '[::1]/a'],
  ['/srv/git/a.git', undefined],
  ['../a', undefined],
  ['file:///srv/a.git', undefined],
  ['C:\\a\\b', undefined],
  ['C:/a/b', undefined],
  ['https://host/', undefined],
])('the key of %s', (url, key) => {
  expect(urlKey(url)).toBe(key);
});

describe.each(ENGINES)('a project through %s', (engine) => {
  function commit(root: string, author: string, paths: Record<string, string>): void {
    for (const [path, text] of Object.entries(paths)) write(root, path, text);
    cli(root, ['add', '-A']);
    cli(root, ['commit', '-qm', 'x'], { GIT_AUTHOR_DATE: author, GIT_COMMITTER_DATE: author });
  }

  test('dates of files come from the commits that touched them', async () => {
    const root = tempDir('project');
    cli(root, ['init', '-q', '-b', 'main']);
    commit(root, '2026-01-01T00:00:00Z', { a: '1', 'd/b': '1', 'd/ü x': '1', gone: '1', both: 'base\n' });
    commit(root, '2026-01-02T00:00:00+0200', { 'd/b': '2' });
    cli(root, ['switch', '-qc', 'side']);
    commit(root, '2026-01-03T00:00:00Z', { both: 'theirs\n', onside: '1' });
    cli(root, ['switch', '-q', 'main']);
    commit(root, '2026-01-04T00:00:00Z', { both: 'ours\n' });
    expect(() => cli(root, ['merge', '-q', 'side'])).toThrow();
    write(root, 'both', 'resolved\n');
    cli(root, ['rm', '-q', 'gone']);
    commit(root, '2026-01-05T00:00:00Z', {});
    write(root, 'untracked', '1');
    const project = await openProject(join(root, 'd'), engine, quietRuntime());
    expect(project?.topLevel).toBe(root);
    expect(project?.head).toBe(cli(root, ['rev-parse', 'HEAD']).trim());
    expect(project?.remoteKey).toBeUndefined();
    const dates = await project?.commitDates(['a', 'd/b', 'd/ü x', 'both', 'onside', 'gone', 'untracked', 'none']);
    expect(Object.fromEntries(dates ?? [])).toEqual({
      a: '2026-01-01T00:00:00Z',
      'd/b': '2026-01-01T22:00:00Z',
      'd/ü x': '2026-01-01T00:00:00Z',
      both: '2026-01-05T00:00:00Z',
      onside: '2026-01-03T00:00:00Z',
    });
    expect(await project?.commitDates([])).toEqual(new Map());
    await project?.close();
  });

  test('none, bare, without commits, with remotes', async () => {
    expect(await openProject(tempDir(), engine, quietRuntime())).toBeUndefined();
    const bare = tempDir();
    cli(bare, ['init', '-q', '--bare']);
    expect(await openProject(bare, engine, quietRuntime())).toBeUndefined();
    const root = tempDir();
    cli(root, ['init', '-q']);
    cli(root, ['remote', 'add', 'upstream', 'https://example.org/up/stream']);
    const project = await openProject(root, engine, quietRuntime());
    expect(project).toMatchObject({ head: undefined, remoteKey: 'example.org/up/stream' });
    expect(await project?.commitDates(['a'])).toEqual(new Map());
    cli(root, ['remote', 'add', 'origin', 'git@example.org:me/mine.git']);
    expect((await openProject(root, engine, quietRuntime()))?.remoteKey).toBe('example.org/me/mine');
  });

  test('a damaged or sha256 repository is passed over with a warning', async () => {
    const sha256 = tempDir();
    cli(sha256, ['init', '-q', '--object-format=sha256']);
    const damaged = tempDir();
    cli(damaged, ['init', '-q', '-b', 'main']);
    write(damaged, '.git/refs/heads/main', `${'1'.repeat(40)}\n`);
    const runtime = quietRuntime();
    expect(await openProject(sha256, engine, runtime)).toBeUndefined();
    expect(await openProject(damaged, engine, runtime)).toBeUndefined();
    expect(runtime.warnings).toEqual([expect.stringContaining(sha256), expect.stringContaining(damaged)]);
  });
});

test('files of a project as git sees them: not ignored, no submodules, no repositories within', async () => {
  const root = tempDir('project');
  cli(root, ['init', '-q', '-b', 'main']);
  write(root, '.gitignore', '*.log\n/out/\n');
  write(root, '.git/info/exclude', 'private\n');
  for (const path of ['a', 'd/b', 'd/new', 'out/x', 'y.log', 'private', 'd/keep.log']) write(root, path, '1');
  cli(root, ['add', 'a', 'd/b']);
  cli(root, ['add', '-f', 'd/keep.log']);
  mkdirSync(join(root, 'within'));
  cli(join(root, 'within'), ['init', '-q']);
  write(root, 'within/x', '1');
  const project = await openProject(root, 'system', quietRuntime());
  expect(await project?.listFiles('')).toEqual(['.gitignore', 'a', 'd/b', 'd/keep.log', 'd/new']);
  expect(await project?.listFiles('d')).toEqual(['d/b', 'd/keep.log', 'd/new']);
  expect(await (await openProject(root, 'isomorphic', quietRuntime()))?.listFiles('')).toBeUndefined();
});

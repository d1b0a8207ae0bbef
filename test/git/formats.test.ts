import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { initRepository, locateRepository, openGit } from '../../src/git/open.js';
import { chooseBinary } from '../../src/git/open-git.js';
import { openProject } from '../../src/git/project.js';
import { commandRefStore } from '../../src/git/system/refs.js';
import { GitRunner } from '../../src/git/system/run.js';
import { ENGINES } from '../support/engines.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';
import { ADA, cli, HEALTHY, health, openScene, quietRuntime, write } from './support.js';

/** A repository as a person makes it with git alone. */
function plain(): string {
  const root = tempDir('plain');
  cli(root, ['init', '-q', '-b', 'main']);
  for (const path of ['a/x', 'a/y', 'b/z']) write(root, path, path);
  cli(root, ['add', '.']);
  cli(root, ['commit', '-qm', 'first']);
  return root;
}

describe.each(ENGINES)('opening through %s', (engine) => {
  test('no repository, a bare one, one above, sha256, a work tree elsewhere', async () => {
    const empty = tempDir();
    await expect(openGit(empty, engine, quietRuntime())).rejects.toMatchObject({ code: 'not-a-repository', exit: 3 });
    await expect(openGit(join(empty, 'none'), engine, quietRuntime())).rejects.toMatchObject({
      code: 'not-a-repository',
    });
    const bare = tempDir();
    cli(bare, ['init', '-q', '--bare']);
    await expect(openGit(bare, engine, quietRuntime())).rejects.toMatchObject({ code: 'bare-repository' });
    const root = plain();
    await expect(openGit(join(root, 'a'), engine, quietRuntime())).rejects.toMatchObject({ code: 'not-a-repository' });
    const sha256 = tempDir();
    cli(sha256, ['init', '-q', '--object-format=sha256']);
    await expect(openGit(sha256, engine, quietRuntime())).rejects.toMatchObject({ code: 'unsupported-repository' });
    cli(root, ['config', 'core.worktree', empty]);
    await expect(openGit(root, engine, quietRuntime())).rejects.toMatchObject({ code: 'unsupported-repository' });
  });

  test('a damaged index and a missing object are named with what to do', async () => {
    const root = plain();
    const { git } = await openScene(root, engine);
    const tree = cli(root, ['rev-parse', 'HEAD^{tree}']).trim();
    renameSync(join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)), join(root, '.git/kept'));
    await expect(git.status()).rejects.toMatchObject({
      code: 'damaged-repository',
      next: expect.arrayContaining(['palace doctor']),
    });
    renameSync(join(root, '.git/kept'), join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    write(root, '.git/index', 'no index at all, but long enough to hold a header and a checksum');
    await expect(git.status()).rejects.toMatchObject({
      code: 'damaged-index',
      next: [expect.stringContaining('rm .git/index')],
    });
  });

  test('a shallow clone: its last commits are first commits, as for git, and writing goes on', async () => {
    const origin = plain();
    write(origin, 'a/x', 'second');
    cli(origin, ['commit', '-qam', 'second']);
    const clone = join(tempDir(), 'clone');
    cli(origin, ['clone', '-q', '--depth', '1', `file://${origin}`, clone]);
    const { git, save } = await openScene(clone, engine);
    const { commit } = await save({ c: 'new' });
    const log = await git.log({});
    expect(log.map(({ parents }) => parents.length)).toEqual([1, 0]);
    const [last] = log.slice(-1);
    if (last === undefined) throw new Error('no commit');
    expect((await git.readCommit(last.id)).parents).toEqual([]);
    expect((await git.log({ paths: ['a'] })).map(({ id }) => id)).toEqual([last.id]);
    expect(await git.isAncestor(last.id, commit)).toBe(true);
    expect(health(clone)).toEqual(HEALTHY);
    cli(clone, ['fetch', '-q', '--unshallow']);
    expect((await git.log({})).map(({ parents }) => parents.length)).toEqual([1, 1, 0]);
  });

  test('a repository made by git, and one that is a submodule', async () => {
    const root = plain();
    const { save } = await openScene(root, engine);
    await save({ 'a/x': 'changed', c: 'new' });
    expect(health(root)).toEqual(HEALTHY);
    const outer = tempDir('outer');
    cli(outer, ['init', '-q', '-b', 'main']);
    cli(outer, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', root, 'sub']);
    const sub = await openScene(join(outer, 'sub'), engine);
    await sub.save({ inner: '1' });
    expect(health(join(outer, 'sub'))).toEqual(HEALTHY);
    expect((await (await openScene(outer, engine)).git.status()).entries.map(({ path }) => path)).toEqual([
      '.gitmodules',
    ]);
  });

  test('init refuses a repository that is there and leaves nothing of a failed one', async () => {
    const root = plain();
    await expect(initRepository(root, engine, quietRuntime())).rejects.toMatchObject({ code: 'already-a-repository' });
    expect(cli(root, ['status', '--porcelain'])).toBe('');
  });

  test('a branch that HEAD reaches through another name', async () => {
    const root = plain();
    cli(root, ['symbolic-ref', 'refs/heads/alias', 'refs/heads/main']);
    cli(root, ['symbolic-ref', 'HEAD', 'refs/heads/alias']);
    const { save } = await openScene(root, engine);
    const { commit } = await save({ c: '1' });
    expect(cli(root, ['rev-parse', 'main']).trim()).toBe(commit);
    expect(readFileSync(join(root, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/alias\n');
  });

  test('skip-worktree and assume-unchanged paths are not removed', async () => {
    const root = plain();
    cli(root, ['update-index', '--skip-worktree', 'a/x']);
    cli(root, ['update-index', '--assume-unchanged', 'a/y']);
    rmSync(join(root, 'a'), { recursive: true });
    const { git, save } = await openScene(root, engine);
    expect((await git.status()).entries).toEqual([]);
    await save({ c: '1' });
    expect(cli(root, ['ls-files', '-v', 'a'])).toBe('S a/x\nh a/y\n');
    expect(health(root)).toEqual(HEALTHY);
  });

  test('a commit does not run hooks', async () => {
    const root = plain();
    for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction', 'post-index-change']) {
      writeFileSync(join(root, '.git/hooks', hook), `#!/bin/sh\ntouch "${root}/.git/ran"\nexit 1\n`);
      chmodSync(join(root, '.git/hooks', hook), 0o755);
    }
    await (await openScene(root, engine)).save({ c: '1' });
    expect(existsSync(join(root, '.git/ran'))).toBe(false);
  });

  test('status runs no program that the repository names', async () => {
    const root = plain();
    const spy = join(root, '.git/spy');
    writeFileSync(spy, `#!/bin/sh\ntouch "${root}/.git/ran"\ncat\n`);
    chmodSync(spy, 0o755);
    write(root, '.gitattributes', '* filter=spy diff=spy\n');
    for (const key of ['filter.spy.clean', 'core.fsmonitor', 'diff.external', 'diff.spy.textconv', 'diff.spy.command'])
      cli(root, ['config', key, spy]);
    cli(root, ['config', 'filter.spy.required', 'true']);
    write(root, 'a/x', 'a/z'); // same size: git must look at the content
    const { git } = await openScene(root, engine);
    const paths = (await git.status()).entries.map(({ path }) => path);
    expect(paths).toEqual(['.gitattributes', 'a/x']);
    const head = await git.resolveCommit('HEAD');
    if (head !== undefined) await git.diffTrees(undefined, (await git.readCommit(head)).tree);
    await git.log({ paths: ['a/x'] });
    expect(existsSync(join(root, '.git/ran'))).toBe(false);
  });
});

/** Forms that the git binary handles and our own code does not. */
const FOREIGN: Record<string, (root: string) => string> = {
  'index version 4': (root) => {
    cli(root, ['update-index', '--index-version', '4']);
    return root;
  },
  'a split index': (root) => {
    cli(root, ['update-index', '--split-index']);
    return root;
  },
  'a sparse index': (root) => {
    cli(root, ['sparse-checkout', 'init', '--cone', '--sparse-index']);
    cli(root, ['sparse-checkout', 'set', 'a']);
    return root;
  },
  'a linked work tree': (root) => {
    const linked = join(tempDir('linked'), 'tree');
    cli(root, ['worktree', 'add', '-q', '-b', 'topic', linked]);
    return linked;
  },
  'objects of another repository': (root) => {
    const clone = join(tempDir('clone'), 'shared');
    cli(root, ['clone', '-q', '--shared', root, clone]);
    return clone;
  },
};

describe.each(Object.entries(FOREIGN))('%s', (_name, make) => {
  test('is written through system git, clean afterwards, staged work kept', async () => {
    const root = make(plain());
    const { git, save } = await openScene(root, 'system');
    write(root, 'a/y', 'staged');
    cli(root, ['add', 'a/y']);
    write(root, 'a/y', 'staged and edited');
    const { commit, indexRefreshed } = await save({ 'a/x': 'new', 'a/new': '1' });
    expect(indexRefreshed).toBe(true);
    expect(cli(root, ['rev-parse', 'HEAD']).trim()).toBe(commit);
    // git 2.39 itself names trees of a sparse index that it has not written yet, and its fsck then misses them.
    cli(root, ['write-tree']);
    expect(health(root)).toEqual({ fsck: '', status: 'MM a/y\n' });
    expect(cli(root, ['show', ':a/y'])).toBe('staged');
    expect((await git.status()).entries).toEqual([{ path: 'a/y', work: 'changed', staged: true, conflicted: false }]);
    expect(cli(root, ['reflog', '--format=%gs']).split('\n')[0]).toBe('commit: Save');
    expect(await git.refreshIndex(['a/x'])).toBe(true);
  });

  test('is refused without the git binary, saying why', async () => {
    const root = make(plain());
    await expect(openGit(root, 'isomorphic', quietRuntime())).rejects.toMatchObject({
      code: 'unsupported-repository',
      next: ['install git'],
    });
  });
});

test.each([
  ['refstorage', 'reftable'],
  ['partialclone', 'origin'],
  ['somethingnew', 'true'],
])('extension %s is refused without the git binary', async (name, value) => {
  const root = plain();
  cli(root, ['config', `extensions.${name}`, value]);
  await expect(openGit(root, 'isomorphic', quietRuntime())).rejects.toMatchObject({ code: 'unsupported-repository' });
});

test('refs are read and moved by git commands where they are not files', async () => {
  const root = plain();
  const runtime = quietRuntime();
  const binary = await chooseBinary('system', runtime);
  const refs = commandRefStore(new GitRunner(binary?.path ?? '', root, runtime));
  const head = await refs.head();
  const first = head.commit;
  expect(head).toEqual({ kind: 'branch', ref: 'refs/heads/main', commit: cli(root, ['rev-parse', 'HEAD']).trim() });
  if (first === undefined) throw new Error('no commit');
  cli(root, ['commit', '-q', '--allow-empty', '-m', 'second']);
  const second = (await refs.head()).commit;
  const move = { ref: 'refs/heads/main', who: ADA, message: 'back\nto first', beginLogs: true };
  expect(await refs.move({ ...move, before: first, after: first })).toBe(false);
  expect(await refs.move({ ...move, before: second, after: first })).toBe(true);
  expect(cli(root, ['reflog', '-1', '--format=%H %gn %gs']).trim()).toBe(`${first} Ada Lovelace back to first`);
  cli(root, ['switch', '-q', '--detach']);
  expect(await refs.head()).toEqual({ kind: 'detached', commit: first });
  expect(await refs.read('refs/heads/none')).toBeUndefined();
  cli(root, ['switch', '-q', '--orphan', 'empty']);
  expect(await refs.head()).toEqual({ kind: 'branch', ref: 'refs/heads/empty' });
  expect(await refs.move({ ...move, ref: 'refs/heads/empty', before: undefined, after: first })).toBe(true);
  expect(await refs.move({ ...move, ref: 'refs/heads/empty', before: undefined, after: first })).toBe(false);
});

test('a format of a newer git is named, and what to do', async () => {
  const root = plain();
  cli(root, ['config', 'core.repositoryformatversion', '1']);
  cli(root, ['config', 'extensions.fromTheFuture', 'true']);
  const git = await openGit(root, 'system', quietRuntime());
  await expect(git.status()).rejects.toMatchObject({
    code: 'unsupported-repository',
    message: expect.stringContaining('fromthefuture'),
    next: ['install a newer git'],
  });
});

describe('choosing the engine', () => {
  const without = () => testRuntime({ home: tempDir(), env: { PATH: tempDir('empty-path') } });

  test('without a git binary: auto says so and goes on, system is refused', async () => {
    const root = plain();
    const runtime = without();
    const git = await openGit(root, 'auto', runtime);
    expect(git.engine).toBe('isomorphic');
    expect(runtime.warnings).toEqual([expect.stringContaining('no git binary on the PATH')]);
    await expect(openGit(root, 'system', without())).rejects.toMatchObject({ code: 'no-git-binary' });
    expect((await openGit(root, 'auto', quietRuntime())).engine).toBe('system');
  });

  test('a git that is too old, or does not run, counts as none', async () => {
    const bin = tempDir('bin');
    const runtime = testRuntime({ home: tempDir(), env: { PATH: bin } });
    writeFileSync(join(bin, 'git'), '#!/bin/sh\necho git version 2.24.9\n');
    chmodSync(join(bin, 'git'), 0o755);
    await expect(openGit(plain(), 'system', runtime)).rejects.toThrow(/2\.24; 2\.25 or newer/);
    writeFileSync(join(bin, 'git'), '#!/bin/sh\nexit 1\n');
    await expect(openGit(plain(), 'system', runtime)).rejects.toThrow(/does not run/);
  });

  test("the caller's GIT_DIR and GIT_INDEX_FILE do not lead astray", async () => {
    const root = plain();
    const other = plain();
    const runtime = quietRuntime();
    const env = {
      ...runtime.env,
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, 'none'),
    };
    const git = await openGit(root, 'system', { ...runtime, env });
    write(root, 'new', '1');
    expect((await git.status()).entries.map(({ path }) => path)).toEqual(['new']);
    await git.close();
  });
});

test('a folder that git does not trust: the error says what to type, a project is passed over', async () => {
  const root = plain();
  const runtime = quietRuntime();
  const foreign = { ...runtime, env: { ...runtime.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } };
  const git = await openGit(root, 'system', foreign);
  const error = { code: 'unsafe-repository', next: [`git config --global --add safe.directory ${root}`] };
  await expect(git.status()).rejects.toMatchObject(error);
  await expect(git.resolveCommit('HEAD')).rejects.toMatchObject(error);
  expect(await openProject(root, 'system', foreign)).toBeUndefined();
  expect(runtime.warnings).toEqual([expect.stringContaining('does not trust')]);
});

test('locate finds the nearest repository upwards, linked and bare ones too', async () => {
  const root = plain();
  mkdirSync(join(root, 'a/deep'));
  expect(await locateRepository(join(root, 'a/deep'), true)).toEqual({
    workTree: root,
    gitDir: join(root, '.git'),
    commonDir: join(root, '.git'),
    bare: false,
  });
  expect(await locateRepository(join(root, 'a/deep'), false)).toBeUndefined();
  const linked = join(tempDir(), 'tree');
  cli(root, ['worktree', 'add', '-q', '-b', 'topic', linked]);
  expect(await locateRepository(linked, true)).toEqual({
    workTree: linked,
    gitDir: join(root, '.git/worktrees/tree'),
    commonDir: join(root, '.git'),
    bare: false,
  });
  expect(readFileSync(join(linked, '.git'), 'utf8')).toContain('gitdir:');
});

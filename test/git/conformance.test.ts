import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashBlob } from '../../src/git/hash.js';
import { asObjectId, type CommitRequest, type ObjectId, StaleChangeError } from '../../src/git/types.js';
import { ENGINES } from '../support/engines.js';
import { tempDir } from '../support/temp.js';
import { ADA, cli, HEALTHY, health, openScene, reopened, scene, write } from './support.js';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe.each(ENGINES)('git through %s', (engine) => {
  test('a new repository is on an unborn main, empty and clean', async () => {
    const { root, git } = await scene(engine);
    expect(git.engine).toBe(engine);
    expect(await git.head()).toEqual({ kind: 'branch', ref: 'refs/heads/main' });
    expect(await git.status()).toMatchObject({ entries: [] });
    expect(await git.resolveCommit('HEAD')).toBeUndefined();
    expect(await git.log({})).toEqual([]);
    expect(cli(root, ['config', 'core.autocrlf']).trim()).toBe('false');
    expect(health(root).status).toBe('');
  });

  test('the first commit and the next ones are what git itself reads', async () => {
    const { root, git, save } = await scene(engine);
    const first = await save({ 'wings/a/b/c.md': 'one\r\n', 'palace.yaml': 'format: 1\n' });
    expect(first.parent).toBeUndefined();
    const second = await save({ 'wings/a/b/ü 漢.md': Buffer.from([0, 255, 10, 13]) });
    expect(second.parent).toBe(first.commit);
    expect(second.indexRefreshed).toBe(true);
    expect(health(root)).toEqual(HEALTHY);
    expect(cli(root, ['rev-parse', 'HEAD', 'HEAD^{tree}']).split('\n')).toEqual([second.commit, second.tree, '']);
    const commit = await git.readCommit(second.commit);
    expect(commit).toEqual({
      id: second.commit,
      tree: second.tree,
      parents: [first.commit],
      author: ADA,
      committer: ADA,
      message: 'Save\n\nPalace-Op: add\n',
    });
    expect(cli(root, ['log', '-1', '--format=%an <%ae> %ad', '--date=raw'])).toBe(
      'Ada Lovelace <ada@example.org> 1777629600 +0200\n',
    );
    const blob = second.blobs.get('wings/a/b/ü 漢.md');
    expect(blob === undefined ? blob : await git.readBlob(blob)).toEqual(Buffer.from([0, 255, 10, 13]));
  });

  test('the reflog of HEAD and of the branch tells each commit', async () => {
    const { root, save } = await scene(engine);
    await save({ a: '1' });
    await save({ a: '2' });
    const lines = ['HEAD@{0}: commit: Save', 'HEAD@{1}: commit (initial): Save', ''];
    expect(cli(root, ['reflog', '--format=%gd: %gs']).split('\n')).toEqual(lines);
    expect(cli(root, ['reflog', 'main', '--format=%gs']).split('\n')).toEqual([
      'commit: Save',
      'commit (initial): Save',
      '',
    ]);
    expect(await (await reopened(root, engine)).resolveCommit('HEAD~1')).toBe(
      cli(root, ['rev-parse', 'HEAD@{1}']).trim(),
    );
  });

  test('trees, lists and single files of a tree', async () => {
    const { root, git, save } = await scene(engine);
    const { tree } = await save({ 'a.b': '1', 'a/x': '2', 'a/y/z': '3', a0: '4', 𝒜: '5', '\ufb01': '6' });
    const names = cli(root, ['ls-tree', '-z', '--name-only', tree]).split('\0').slice(0, -1);
    expect((await git.readTree(tree)).map(({ name }) => name)).toEqual(names);
    const files = await git.listFiles(tree);
    expect(files.map(({ path }) => path)).toEqual(['a.b', 'a/x', 'a/y/z', 'a0', '𝒜', '\ufb01'].sort());
    expect((await git.listFiles(tree, 'a')).map(({ path }) => path)).toEqual(['a/x', 'a/y/z']);
    expect((await git.listFiles(tree, 'a/y/')).map(({ path }) => path)).toEqual(['a/y/z']);
    expect(await git.listFiles(tree, 'none')).toEqual([]);
    expect(await git.blobAt(tree, 'a/y/z')).toEqual({ id: hashBlob(Buffer.from('3')), mode: '100644' });
    expect(await git.blobAt(tree, 'a/y')).toBeUndefined();
    expect(await git.blobAt(tree, 'a/x/z')).toBeUndefined();
    expect(await git.blobAt(tree, 'b')).toBeUndefined();
  });

  test('many blobs come in the order asked for, a missing one is an error', async () => {
    const { git, save } = await scene(engine);
    const files = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`f${at}`, `text ${at}\n`.repeat(at)]));
    const { blobs } = await save(files);
    const ids = [...blobs.values()].reverse();
    const read = await collect(git.readBlobs(ids));
    expect(read.map(({ id }) => id)).toEqual(ids);
    for (const { id, content } of read) expect(hashBlob(content)).toBe(id);
    await expect(git.readBlob(asObjectId('1'.repeat(40)))).rejects.toThrow(/missing/);
    await expect(collect(git.readBlobs([asObjectId('1'.repeat(40))]))).rejects.toThrow(/missing/);
    expect(await git.readBlob(ids[0] as ObjectId)).toEqual(read[0]?.content);
  });

  test('revisions: branches, tags, HEAD, short ids, steps; anything else is none', async () => {
    const { root, git, save } = await scene(engine);
    const [first, second] = [await save({ a: '1' }), await save({ a: '2' })];
    cli(root, ['tag', 'light', first.commit]);
    cli(root, ['tag', '-a', '-m', 'an annotated tag', 'v1', first.commit]);
    cli(root, ['tag', '-a', '-m', 'a tag of a tag', 'v2', 'v1']);
    cli(root, ['branch', 'topic/x', first.commit]);
    const resolve = (text: string) => git.resolveCommit(text);
    for (const name of [
      'light',
      'v1',
      'v2',
      'topic/x',
      'refs/heads/topic/x',
      'heads/topic/x',
      'HEAD~',
      'main~1',
      '@^',
      'HEAD^1',
      'v1^{commit}',
      'v2^{}',
    ])
      expect(await resolve(name), name).toBe(first.commit);
    for (const name of [
      'HEAD',
      '@',
      'main',
      second.commit,
      second.commit.slice(0, 12),
      second.commit.toUpperCase(),
      'HEAD^0',
      'HEAD~0',
    ])
      expect(await resolve(name), name).toBe(second.commit);
    for (const name of [
      '',
      'nope',
      'HEAD~9',
      'HEAD^2',
      '../HEAD',
      '2026-03',
      'yesterday',
      '-x',
      '--all',
      'HEAD:a',
      second.tree,
      'a\nb',
      'f'.repeat(40),
    ])
      expect(await resolve(name), name).toBeUndefined();
  });

  test('differences of trees: added, changed, removed, mode, file into folder', async () => {
    const { root, git, save } = await scene(engine);
    const one = await save({ 'a/x': '1', 'a/y': '1', b: '1', c: '1', same: '1', run: '1' });
    rmSync(join(root, 'b'));
    const two = await save({ 'a/x': '2', 'a/y': null, b: null, 'b/in': '1', new: '1' });
    const changes = await git.diffTrees(one.tree, two.tree);
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'changed a/x',
      'removed a/y',
      'removed b',
      'added b/in',
      'added new',
    ]);
    expect(changes[0]).toEqual({
      kind: 'changed',
      path: 'a/x',
      before: { id: hashBlob(Buffer.from('1')), mode: '100644' },
      after: { id: hashBlob(Buffer.from('2')), mode: '100644' },
    });
    expect((await git.diffTrees(one.tree, two.tree, 'a')).map(({ path }) => path)).toEqual(['a/x', 'a/y']);
    expect(await git.diffTrees(two.tree, two.tree)).toEqual([]);
    expect((await git.diffTrees(undefined, two.tree)).every(({ kind }) => kind === 'added')).toBe(true);
    expect((await git.diffTrees(two.tree, undefined)).length).toBe((await git.listFiles(two.tree)).length);
    const trees = [undefined, one.tree, two.tree, two.tree, one.tree, undefined, undefined, one.tree];
    const pairs = trees.slice(1).map((after, index) => ({ before: trees[index], after }));
    for (const under of [undefined, 'a', 'nowhere'])
      for (const some of [pairs, pairs.slice(2), pairs.slice(0, 1), []]) {
        const compared = await Promise.all(some.map(({ before, after }) => git.diffTrees(before, after, under)));
        expect(await git.diffManyTrees(some, under)).toEqual(compared);
      }
  });

  test('log: newest first, by path, by date, limited, through merges', async () => {
    const { root, git } = await scene(engine);
    let at = Date.parse('2026-05-01T00:00:00Z');
    const commit = (args: string[]): string => {
      at += 3_600_000;
      const date = `${at / 1000} +0000`;
      cli(root, args, { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
      return cli(root, ['rev-parse', 'HEAD']).trim();
    };
    const change = (path: string, text: string): string => {
      write(root, path, text);
      cli(root, ['add', path]);
      return commit(['commit', '-qm', `${path} ${text}`]);
    };
    const c1 = change('d/a', '1');
    cli(root, ['switch', '-qc', 'side']);
    const c2 = change('d/a', '2');
    const c3 = change('d/a', '1'); // back again: git's default log would hide both
    cli(root, ['switch', '-q', 'main']);
    const c4 = change('e', '1');
    const c5 = commit(['merge', '-q', '--no-edit', 'side']);
    const ids = async (query: Parameters<typeof git.log>[0]) => (await git.log(query)).map(({ id }) => id);
    expect(await ids({})).toEqual([c5, c4, c3, c2, c1]);
    expect(await ids({ limit: 2 })).toEqual([c5, c4]);
    expect(await ids({ limit: 0 })).toEqual([]);
    expect(await ids({ paths: ['d/a'] })).toEqual([c3, c2, c1]);
    expect(await ids({ paths: ['d'], limit: 2 })).toEqual([c3, c2]);
    expect(await ids({ paths: ['e', 'none'] })).toEqual([c4]);
    expect(await ids({ paths: ['none'] })).toEqual([]);
    expect(await ids({ from: asObjectId(c3) })).toEqual([c3, c2, c1]);
    const [d2, d4] = [new Date('2026-05-01T02:00:00Z'), new Date('2026-05-01T04:00:00Z')];
    expect(await ids({ since: d2, before: d4 })).toEqual([c3, c2]);
    expect(await git.isAncestor(asObjectId(c2), asObjectId(c5))).toBe(true);
    expect(await git.isAncestor(asObjectId(c4), asObjectId(c3))).toBe(false);
    expect(await git.isAncestor(asObjectId(c4), asObjectId(c4))).toBe(true);
  });

  test('a merge that somebody resolved by hand is a change of the path', async () => {
    const { root, git, save } = await scene(engine);
    await save({ a: 'base\n' });
    cli(root, ['switch', '-qc', 'side']);
    await save({ a: 'theirs\n' });
    cli(root, ['switch', '-q', 'main']);
    await save({ a: 'ours\n' });
    expect(() => cli(root, ['merge', '-q', 'side'])).toThrow();
    write(root, 'a', 'both\n');
    cli(root, ['add', 'a']);
    cli(root, ['commit', '-qm', 'resolved']);
    expect((await git.log({ paths: ['a'] })).length).toBe(4);
  });

  test('status tells work and staging apart', async () => {
    const { root, git, save } = await scene(engine);
    write(root, '.gitignore', '*.log\n/skip/\n');
    await save({
      '.gitignore': '*.log\n/skip/\n',
      edit: '1',
      gone: '1',
      staged: '1',
      both: '1',
      back: '1',
      rmcached: '1',
      'keep.log': '1',
      stagedgone: '1',
    });
    write(root, 'edit', '2');
    rmSync(join(root, 'gone'));
    write(root, 'staged', '2');
    cli(root, ['add', 'staged']);
    write(root, 'both', '2');
    cli(root, ['add', 'both']);
    write(root, 'both', '3');
    write(root, 'back', '2');
    cli(root, ['add', 'back']);
    write(root, 'back', '1');
    cli(root, ['rm', '-q', '--cached', 'rmcached']);
    cli(root, ['rm', '-q', 'stagedgone']);
    write(root, 'new file', '1');
    write(root, 'dir/deep/new', '1');
    write(root, 'new.log', 'ignored');
    write(root, 'skip/x', 'ignored');
    write(root, 'addedgone', '1');
    cli(root, ['add', 'addedgone']);
    rmSync(join(root, 'addedgone'));
    write(root, 'intent', '1');
    cli(root, ['add', '-N', 'intent']);
    write(root, 'added', '1');
    cli(root, ['add', 'added']);
    const { entries, head } = await git.status();
    expect(head).toEqual(await git.head());
    expect(entries.map(({ path, work, staged }) => `${path}: ${work}${staged ? ' staged' : ''}`)).toEqual([
      'added: added staged',
      'addedgone: same staged',
      'back: same staged',
      'both: changed staged',
      'dir/deep/new: added',
      'edit: changed',
      'gone: removed',
      'intent: added',
      'new file: added',
      'rmcached: same staged',
      'staged: changed staged',
      'stagedgone: removed staged',
    ]);
    expect((await git.status('dir')).entries.map(({ path }) => path)).toEqual(['dir/deep/new']);
    expect((await git.status('edit')).entries.map(({ path }) => path)).toEqual(['edit']);
  });

  test("status follows nested ignore files, info/exclude and the user's excludes file", async () => {
    const { root, git, save } = await scene(engine);
    await save({
      '.gitignore': '*.tmp\n!keep.tmp\nbuild/\n',
      'a/.gitignore': '!mine.tmp\n/local\n',
      'build/tracked': '1',
    });
    write(root, '.git/info/exclude', 'secret\n');
    const excludes = join(tempDir(), 'excludes');
    write(excludes, '../excludes', '');
    write(join(excludes, '..'), 'excludes', '*.swp\n');
    await git.setLocalConfig('core.excludesFile', excludes);
    for (const path of [
      'x.tmp',
      'keep.tmp',
      'a/mine.tmp',
      'a/x.tmp',
      'a/local',
      'a/b/local',
      'secret',
      'y.swp',
      'build/new',
    ])
      write(root, path, '1');
    write(root, 'build/tracked', '2');
    const paths = (await git.status()).entries.map(({ path }) => path);
    expect(paths).toEqual(['a/b/local', 'a/mine.tmp', 'build/tracked', 'keep.tmp']);
  });

  test('status: repositories within, symbolic links to folders and modes', async () => {
    const { root, git, save } = await scene(engine);
    await save({ 'real/x': '1', run: '1' });
    mkdirSync(join(root, 'within'));
    cli(join(root, 'within'), ['init', '-q']);
    write(root, 'within/x', '1');
    renameSync(join(root, 'real'), join(root, 'moved'));
    symlinkSync('moved', join(root, 'real'));
    chmodSync(join(root, 'run'), 0o755);
    const { entries } = await git.status();
    expect(entries.map(({ path, work }) => `${path}: ${work}`)).toEqual([
      'moved/x: added',
      'real: added',
      'real/x: removed',
      'run: changed',
    ]);
  });

  test('status of a conflict, and what is in progress', async () => {
    const { root, git, save } = await scene(engine);
    await save({ a: 'base\n', b: 'b\n' });
    cli(root, ['switch', '-qc', 'side']);
    await save({ a: 'theirs\n' });
    cli(root, ['switch', '-q', 'main']);
    await save({ a: 'ours\n' });
    expect(() => cli(root, ['merge', '-q', 'side'])).toThrow();
    const status = await git.status();
    expect(status.inProgress).toBe('merge');
    expect(status.entries).toEqual([{ path: 'a', work: 'changed', staged: true, conflicted: true }]);
    await expect(save({ c: '1' })).rejects.toMatchObject({ code: 'git-in-progress', exit: 5 });
    cli(root, ['merge', '--abort']);
    expect((await git.status()).inProgress).toBeUndefined();
    expect(() => cli(root, ['cherry-pick', 'side'])).toThrow();
    expect((await git.status()).inProgress).toBe('cherry-pick');
    cli(root, ['cherry-pick', '--abort']);
    expect(() => cli(root, ['rebase', 'side'])).toThrow();
    expect((await git.status()).inProgress).toBe('rebase');
    cli(root, ['rebase', '--abort']);
    cli(root, ['bisect', 'start']);
    expect((await git.status()).inProgress).toBe('bisect');
  });

  test('a detached HEAD is read and not written', async () => {
    const { root, git, save } = await scene(engine);
    const { commit } = await save({ a: '1' });
    cli(root, ['switch', '-q', '--detach']);
    expect(await git.head()).toEqual({ kind: 'detached', commit });
    await expect(save({ a: '2' })).rejects.toMatchObject({ code: 'detached-head', exit: 5 });
    expect(cli(root, ['rev-parse', 'HEAD', 'main']).trim().split('\n')).toEqual([commit, commit]);
  });

  test('staged and edited files of a person stay as they are', async () => {
    const { root, git, save } = await scene(engine);
    await save({ mine: '1', edited: '1', 'staged-old': '1', removed: '1' });
    write(root, 'edited', '2');
    write(root, 'staged-old', '2');
    write(root, 'staged-new', '2');
    cli(root, ['add', 'staged-old', 'staged-new']);
    cli(root, ['rm', '-q', '--cached', 'removed']);
    const before = cli(root, ['ls-files', '--stage']);
    await save({ mine: '2', other: '1' });
    expect(cli(root, ['status', '--porcelain']).split('\n').sort()).toEqual(
      ['', ' M edited', '?? removed', 'A  staged-new', 'D  removed', 'M  staged-old'].sort(),
    );
    const after = cli(root, ['ls-files', '--stage']);
    const staged = (text: string) => text.split('\n').filter((line) => line.includes('staged'));
    expect(staged(after)).toEqual(staged(before));
    // What a person staged at one of our own paths is not lost either.
    write(root, 'mine', 'staged by hand');
    cli(root, ['add', 'mine']);
    await git.commit({
      changes: [{ path: 'mine', content: Buffer.from('3') }],
      message: 'x',
      author: ADA,
      committer: ADA,
    });
    expect(cli(root, ['show', ':mine'])).toBe('staged by hand');
    expect(cli(root, ['show', 'HEAD:mine'])).toBe('3');
    expect(health(root).fsck).toBe('');
  });

  test('a file that is edited while we commit stays visible as edited', async () => {
    const { root, git } = await scene(engine);
    write(root, 'a', 'edited meanwhile');
    await git.commit({
      changes: [{ path: 'a', content: Buffer.from('committed') }],
      message: 'x',
      author: ADA,
      committer: ADA,
    });
    expect(cli(root, ['status', '--porcelain'])).toBe(' M a\n');
    expect((await git.status()).entries).toEqual([{ path: 'a', work: 'changed', staged: false, conflicted: false }]);
  });

  test('folders and files change places, modes are kept, empty folders go', async () => {
    const { root, git, save } = await scene(engine);
    await save({ x: 'file', 'd/only': '1', run: '#!/bin/sh\n' });
    chmodSync(join(root, 'run'), 0o755);
    cli(root, ['commit', '-qam', 'mode']);
    rmSync(join(root, 'x'));
    rmSync(join(root, 'd'), { recursive: true });
    const { tree } = await save({
      x: null,
      'x/in': '1',
      'd/only': null,
      d: 'now a file',
      run: '#!/bin/sh\necho\n',
      'no/such': null,
    });
    expect((await git.listFiles(tree)).map(({ path, mode }) => `${path} ${mode}`)).toEqual([
      'd 100644',
      'run 100755',
      'x/in 100644',
    ]);
    expect(health(root)).toEqual(HEALTHY);
    const request: CommitRequest = {
      changes: [{ path: 'run/in', content: Buffer.from('1') }],
      message: 'x',
      author: ADA,
      committer: ADA,
    };
    await expect(git.commit(request)).rejects.toMatchObject({ code: 'path-conflict', exit: 5 });
    await expect(git.commit({ ...request, changes: [{ path: 'x', content: Buffer.from('1') }] })).rejects.toMatchObject(
      { code: 'path-conflict' },
    );
  });

  test('the last file goes: an empty tree', async () => {
    const { root, git, save } = await scene(engine);
    await save({ 'a/b': '1' });
    rmSync(join(root, 'a'), { recursive: true });
    const { tree } = await save({ 'a/b': null });
    expect(await git.listFiles(tree)).toEqual([]);
    expect(health(root)).toEqual(HEALTHY);
    await save({ c: '1' });
    expect(health(root)).toEqual(HEALTHY);
  });

  test("paths that leave the work tree or reach git's own files are refused", async () => {
    const { git } = await scene(engine);
    for (const path of [
      '',
      '/a',
      '../a',
      'a/../b',
      'a//b',
      'a/',
      './a',
      '.git/config',
      'x/.GIT/y',
      'a\0b',
      'git~1/x',
      '.git ./x',
      '..\\.git\\x',
    ])
      await expect(
        git.commit({ changes: [{ path, content: Buffer.from('1') }], message: 'x', author: ADA, committer: ADA }),
        path,
      ).rejects.toThrow(TypeError);
    expect(await git.head()).toEqual({ kind: 'branch', ref: 'refs/heads/main' });
  });

  test('expectations are checked on the newest HEAD', async () => {
    const { root, git, save } = await scene(engine);
    const { blobs } = await save({ a: '1' });
    const old = blobs.get('a') as ObjectId;
    await save({ a: '2' }, { expect: old });
    await expect(save({ a: '3' }, { expect: old })).rejects.toThrow(StaleChangeError);
    await expect(save({ a: '3' }, { expect: null })).rejects.toMatchObject({ paths: ['a'] });
    await save({ b: '1' }, { expect: null });
    expect(cli(root, ['show', 'HEAD:a'])).toBe('2');
    expect(await git.log({})).toHaveLength(3);
  });

  test("identity and config come from git's settings", async () => {
    const { root, git } = await scene(engine);
    expect(await git.identity()).toBeUndefined();
    await git.setLocalConfig('user.name', 'Ada "the first" #1');
    expect(await git.identity()).toBeUndefined();
    await git.setLocalConfig('user.email', 'ada@example.org');
    expect(await git.identity()).toEqual({ name: 'Ada "the first" #1', email: 'ada@example.org' });
    expect(cli(root, ['config', 'user.name'])).toBe('Ada "the first" #1\n');
    expect(await git.config('USER.Email')).toBe('ada@example.org');
    expect(await git.config('no.such')).toBeUndefined();
    cli(root, ['config', 'remote.Up.url', 'https://example.org/x']);
    expect(await git.config('remote.Up.url')).toBe('https://example.org/x');
    expect(await git.config('remote.up.url')).toBeUndefined();
  });

  test('packed refs and packed objects are read, and committed upon', async () => {
    const { root, save } = await scene(engine);
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`d/${at}`, `line ${at}\n`.repeat(50)]));
    await save(files);
    await save({ 'd/1': `${'line 1\n'.repeat(50)}more\n` });
    cli(root, ['gc', '-q']);
    expect(readFileSync(join(root, '.git/packed-refs'), 'utf8')).toContain('refs/heads/main');
    const again = await openScene(root, engine);
    const { commit } = await again.save({ 'd/2': 'new' });
    expect(health(root)).toEqual(HEALTHY);
    expect((await again.git.log({})).map(({ id }) => id)).toHaveLength(3);
    expect(await again.git.head()).toMatchObject({ commit });
    cli(root, ['gc', '-q', '--prune=now']); // what the open engine has read moves to another pack
    expect(await again.git.listFiles((await again.git.readCommit(commit)).tree)).toHaveLength(30);
    await again.save({ 'd/3': 'newer' });
    expect(health(root)).toEqual(HEALTHY);
  });

  test('what one engine made the other reads', async () => {
    const { root, save } = await scene(engine);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`m/${at % 7}/${at}`, `${at}`]));
    await save(many);
    await save({ 'm/1/1': 'changed' });
    const both = await Promise.all(ENGINES.map((other) => reopened(root, other)));
    for (const git of both) {
      const [newest] = await git.log({ limit: 1 });
      expect(await git.listFiles(newest?.tree as ObjectId)).toHaveLength(150);
      expect((await git.status()).entries).toEqual([]);
    }
    expect(health(root)).toEqual(HEALTHY);
  });

  test('refreshIndex repairs an index that lags behind, and keeps what was staged', async () => {
    const { root, git, save } = await scene(engine);
    await save({ a: '1', b: '1', c: '1' });
    const lagging = readFileSync(join(root, '.git/index'));
    await save({ a: '2', b: null, d: '1' });
    rmSync(join(root, 'b'));
    write(root, '.git/index', lagging);
    write(root, 'c', 'staged');
    cli(root, ['add', 'c']);
    expect(await git.refreshIndex(['a', 'b', 'c', 'd'])).toBe(true);
    expect(cli(root, ['status', '--porcelain'])).toBe('M  c\n');
  });

  test('the named moments come in order', async () => {
    const { git } = await scene(engine);
    const phases: string[] = [];
    await git.commit({
      changes: [{ path: 'a', content: Buffer.from('1') }],
      message: 'x',
      author: ADA,
      committer: ADA,
      onPhase: (phase) => phases.push(phase),
      reflog: 'palace: add\nx',
    });
    expect(phases).toEqual(['objects', 'ref', 'index']);
    expect(cli(git.workTree, ['reflog', '--format=%gs'])).toBe('palace: add x\n');
  });

  test('nothing is logged where the user switched reflogs off', async () => {
    const { root, git, save } = await scene(engine);
    await git.setLocalConfig('core.logAllRefUpdates', 'false');
    await save({ a: '1' });
    expect(cli(root, ['reflog'])).toBe('');
  });
});

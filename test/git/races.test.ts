import { execFile } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Runtime } from '../../src/base/runtime.js';
import { fileRefStore } from '../../src/git/refs/move.js';
import { asObjectId } from '../../src/git/types.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { ADA, cli, HEALTHY, health, openScene, reopened, scene, write } from './support.js';

const run = promisify(execFile);
/** The full counts take longer than the suite's limit for one test. Milliseconds. */
const TIMEOUT = longRun(120_000, 3_600_000);

/** A person's `git commit` of one file; git gives up after 100 ms on a busy ref, so a person would type it again. */
async function personCommits(root: string, path: string): Promise<void> {
  write(root, path, path);
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'G',
    GIT_AUTHOR_EMAIL: 'g@x',
    GIT_COMMITTER_NAME: 'G',
    GIT_COMMITTER_EMAIL: 'g@x',
  };
  for (let attempt = 0; ; attempt++) {
    try {
      await run('git', ['add', '--', path], { cwd: root, env });
      await run('git', ['commit', '-q', '-m', path, '--', path], { cwd: root, env });
      return;
    } catch (error) {
      if (attempt >= 50) throw error;
    }
  }
}

describe.each(ENGINES)('others at work beside %s', (engine) => {
  test(
    'commits of a person in a terminal and ours are all kept',
    async () => {
      const { root, git, save } = await scene(engine);
      await save({ start: '1' });
      const rounds = longRun(12, 200);
      const person = (async () => {
        for (let at = 0; at < rounds; at++) await personCommits(root, `person/${at}`);
      })();
      for (let at = 0; at < rounds; at++) await save({ [`ours/${at % 5}/${at}`]: `${at}` });
      await person;
      const paths = cli(root, ['ls-tree', '-r', '--name-only', 'HEAD']).trim().split('\n');
      expect(paths).toHaveLength(2 * rounds + 1);
      expect(await git.log({})).toHaveLength(2 * rounds + 1);
      expect(cli(root, ['fsck', '--strict'])).not.toMatch(/error|missing|broken/);
      expect(cli(root, ['reflog']).trim().split('\n')).toHaveLength(2 * rounds + 1);
      await git.refreshIndex(paths);
      expect(cli(root, ['status', '--porcelain'])).toBe('');
    },
    TIMEOUT,
  );

  test('several writers of ours at once lose nothing', async () => {
    const { root, git, save } = await scene(engine);
    await save({ start: '1' });
    const writers = await Promise.all(Array.from({ length: 4 }, () => openScene(root, engine)));
    const each = longRun(5, 40);
    await Promise.all(
      writers.map(async (writer, who) => {
        for (let at = 0; at < each; at++) await writer.save({ [`w${who}/${at}`]: `${at}` });
      }),
    );
    expect(await git.log({})).toHaveLength(4 * each + 1);
    expect(cli(root, ['ls-tree', '-r', '--name-only', 'HEAD']).trim().split('\n')).toHaveLength(4 * each + 1);
    expect(health(root)).toEqual(HEALTHY);
  });

  test('a branch that moves while the objects are written is followed', async () => {
    const { root, git, save } = await scene(engine);
    await save({ a: '1' });
    let moved = false;
    write(root, 'ours', '1');
    const receipt = await git.commit({
      changes: [{ path: 'ours', content: Buffer.from('1'), expect: null }],
      message: 'ours',
      author: ADA,
      committer: ADA,
      onPhase: (phase) => {
        if (phase !== 'ref' || moved) return;
        moved = true;
        write(root, 'theirs', '1');
        cli(root, ['add', 'theirs']);
        cli(root, ['commit', '-qm', 'theirs']);
      },
    });
    expect(cli(root, ['log', '--format=%s'])).toBe('ours\ntheirs\nSave\n');
    expect(receipt.parent).toBe(cli(root, ['rev-parse', 'HEAD~1']).trim());
    expect(health(root)).toEqual(HEALTHY);
  });

  test('the branch moves over an expectation: given up, nothing written over', async () => {
    const { root, git, save } = await scene(engine);
    const { blobs } = await save({ a: '1' });
    const commit = git.commit({
      changes: [{ path: 'a', content: Buffer.from('ours'), expect: blobs.get('a') ?? null }],
      message: 'ours',
      author: ADA,
      committer: ADA,
      onPhase: (phase) => {
        if (phase !== 'ref') return;
        write(root, 'a', 'theirs');
        cli(root, ['commit', '-qam', 'theirs']);
      },
    });
    await expect(commit).rejects.toMatchObject({ name: 'StaleChangeError', paths: ['a'] });
    expect(cli(root, ['show', 'HEAD:a'])).toBe('theirs');
    expect(health(root).status).toBe('');
  });

  test('a busy index.lock is said, the commit stands, a later refresh repairs', async () => {
    const { root, git, save } = await scene(engine);
    await save({ a: '1' });
    const lock = join(root, '.git/index.lock');
    closeSync(openSync(lock, 'wx'));
    const receipt = await save({ a: '2' });
    expect(receipt.indexRefreshed).toBe(false);
    expect(cli(root, ['show', 'HEAD:a'])).toBe('2');
    rmSync(lock);
    expect(await git.refreshIndex(['a'])).toBe(true);
    expect(health(root)).toEqual(HEALTHY);
  });

  test('no lock and no temporary file is left behind', async () => {
    const { root, git, save } = await scene(engine);
    await save({ a: '1' });
    await save(Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`m/${at}`, `${at}`])));
    await git.setLocalConfig('a.b', 'c');
    const left = cli(root, ['-c', 'core.quotepath=off', 'count-objects', '-v']);
    expect(left).toMatch(/^garbage: 0$/m);
    const { stdout } = await run('find', ['.git', '-name', '*.lock', '-o', '-name', 'tmp_*'], { cwd: root });
    expect(stdout).toBe('');
  });

  test('an open engine does not keep the process alive', async () => {
    const { root, save } = await scene(engine);
    const { commit } = await save({ a: '1' });
    const git = await reopened(root, engine);
    const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    await git.readCommit(commit);
    await expect.poll(children).toBe(0);
  });
});

describe('a lock that somebody left', () => {
  async function locked(name: string) {
    const { root, git, save } = await scene('isomorphic');
    const { commit } = await save({ a: '1' });
    const lock = join(root, '.git', `${name}.lock`);
    closeSync(openSync(lock, 'wx'));
    const clock: Pick<Runtime, 'now'> = { now: () => new Date(performance.timeOrigin + performance.now() + 60_000) };
    const repository = { workTree: root, gitDir: git.gitDir, commonDir: git.commonDir, bare: false };
    const refs = fileRefStore(repository, { now: clock.now, lockWaitMs: 50 });
    const move = {
      ref: 'refs/heads/main',
      before: commit,
      after: asObjectId('1'.repeat(40)),
      who: ADA,
      message: 'x',
      beginLogs: true,
    };
    return { root, lock, commit, moving: refs.move(move) };
  }

  test.each(['refs/heads/main', 'HEAD'])('of %s is reported by its path and age, and not removed', async (name) => {
    const { root, lock, commit, moving } = await locked(name);
    await expect(moving).rejects.toMatchObject({
      code: 'ref-locked',
      exit: 7,
      message: expect.stringMatching(/\.lock \(it has been there for \d+ s\)$/),
      details: { lock },
    });
    expect(readFileSync(lock, 'utf8')).toBe('');
    expect(readFileSync(join(root, '.git/refs/heads/main'), 'utf8').trim()).toBe(commit);
    expect(cli(root, ['reflog']).trim().split('\n')).toHaveLength(1);
  });
});

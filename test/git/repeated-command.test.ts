import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RepeatedCommand } from '../../src/git/system/repeated-command.js';
import { GitRunner } from '../../src/git/system/run.js';
import { statusCommand } from '../../src/git/system/status.js';
import { tempDir } from '../support/temp.js';
import { cli, openScene, quietRuntime, write } from './support.js';

function repository(): string {
  const root = tempDir("a place with 'quotes' and $(names)");
  cli(root, ['init', '-q', '-b', 'main']);
  write(root, 'kept', 'kept');
  cli(root, ['add', '.']);
  cli(root, ['commit', '-qm', 'first']);
  return root;
}

describe('a git command that is asked again and again', () => {
  it('prints each time what it prints by itself', async () => {
    const root = repository();
    const runner = new GitRunner('git', root, quietRuntime());
    const command = new RepeatedCommand(runner, statusCommand(undefined));
    const names = ['plain', 'with\nnewline', 'with \\ and "', '中文', '$(touch harm)', '1 0'];
    for (const name of names) {
      // A change of a tracked file is a record that begins with a number, as a turn might.
      write(root, 'kept', `changed for ${name}`);
      write(root, name, 'text');
      expect(await command.run()).toEqual((await runner.run(statusCommand(undefined))).stdout);
    }
    // Asked together, answered in order.
    const answers = await Promise.all([command.run(), command.run(), command.run()]);
    expect(new Set(answers.map(String)).size).toBe(1);
    command.close();
  });

  it('gives nothing when it fails or when there is no shell: then it is run by itself', async () => {
    const root = repository();
    const runner = new GitRunner('git', root, quietRuntime());
    const failing = new RepeatedCommand(runner, ['rev-parse', '--verify', 'no-such-branch']);
    expect(await failing.run()).toBeUndefined();
    expect(await failing.run()).toBeUndefined();
    failing.close();
    const nowhere = new GitRunner('/usr/bin/git', root, { ...quietRuntime(), env: { PATH: '/nowhere' } });
    const lost = new RepeatedCommand(nowhere, statusCommand(undefined));
    expect(await lost.run()).toBeUndefined();
    expect(await lost.run()).toBeUndefined();
    lost.close();
  });
});

it('a process that stays sees every change of the work tree, however often it asks', async () => {
  const root = repository();
  const { git } = await openScene(root, 'system');
  write(root, 'kept', 'changed');
  cli(root, ['add', 'kept']);
  write(root, 'kept', 'changed again');
  for (let turn = 0; turn < 12; turn++) {
    write(root, `file ${turn}`, 'text');
    expect((await git.status()).entries).toHaveLength(turn + 2);
  }
  cli(root, ['add', '.']);
  cli(root, ['commit', '-qm', 'all']);
  expect((await git.status()).entries).toEqual([]);
  rmSync(join(root, 'kept'));
  expect((await git.status()).entries).toMatchObject([{ path: 'kept', work: 'removed' }]);
  await git.close();
});

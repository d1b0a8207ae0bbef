import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp.js';
import { ADA, cli, HEALTHY, health, openScene, scene } from './support.js';

function keyTool(): boolean {
  try {
    execFileSync('ssh-keygen', ['-?'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

test.skipIf(!keyTool())('commits are signed where the user asks for it (needs ssh-keygen)', async () => {
  const { root, save, git } = await scene('system');
  const key = join(tempDir('key'), 'id');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  for (const [name, value] of [
    ['commit.gpgsign', 'true'],
    ['gpg.format', 'ssh'],
    ['user.signingKey', key],
  ] as const)
    await git.setLocalConfig(name, value);
  const { commit } = await save({ a: 'ü' });
  expect(cli(root, ['cat-file', 'commit', commit])).toContain('gpgsig -----BEGIN SSH SIGNATURE-----');
  expect(await git.readCommit(commit)).toMatchObject({
    author: ADA,
    committer: ADA,
    message: 'Save\n\nPalace-Op: add\n',
  });
  expect(health(root)).toEqual(HEALTHY);
  await git.setLocalConfig('user.signingKey', join(root, 'none'));
  await expect(save({ a: '2' })).rejects.toMatchObject({ code: 'signing-failed' });
  expect(cli(root, ['rev-parse', 'HEAD']).trim()).toBe(commit);
});

test('without the git binary commits are unsigned, and that is said', async () => {
  const { root, git } = await scene('isomorphic');
  await git.setLocalConfig('commit.gpgsign', 'true');
  const again = await openScene(root, 'isomorphic');
  await again.save({ a: '1' });
  expect(cli(root, ['cat-file', 'commit', 'HEAD'])).not.toContain('gpgsig');
});

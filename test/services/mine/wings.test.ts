import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mine } from '../../../src/services/mine/mine.js';
import { session } from '../../acceptance/support.js';
import { testPalace } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';
import { drawers, mineInto, sourceFolder } from './support.js';

function git(folder: string, ...args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const who = ['-c', 'user.name=Bo', '-c', 'user.email=bo@example.org'];
  execFileSync('git', [...who, ...args], { cwd: folder, env, stdio: 'pipe' });
}

/** A repository with one commit, in a folder of this name. */
function repository(name: string, remote?: string): string {
  const folder = join(tempDir(), name);
  mkdirSync(join(folder, 'packages', 'api'), { recursive: true });
  writeFileSync(join(folder, 'packages', 'api', 'a.md'), 'The mole of the harbour.\n');
  writeFileSync(join(folder, '.gitignore'), 'private/\n');
  mkdirSync(join(folder, 'private'));
  git(folder, 'init', '-q', '-b', 'main');
  if (remote !== undefined) git(folder, 'remote', 'add', 'origin', remote);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'work');
  return folder;
}

const ranIn = (id: string, cwd: string): string =>
  session(id, ['user', `what of ${id}?`], ['assistant', 'It is so.']).replaceAll('/home/ada/src/driftwood', cwd);

/** Wings of sessions by their id. */
async function wingsOf(cwds: Record<string, string>, palace = testPalace()): Promise<Record<string, string>> {
  const own = await palace;
  const files = Object.entries(cwds).map(([id, cwd]) => [`${id}.jsonl`, ranIn(id, cwd)] as const);
  await mineInto(own, sourceFolder('chats', Object.fromEntries(files)), { mode: 'chats' });
  return Object.fromEntries(
    drawers(own)
      .filter(({ front }) => front.source?.startsWith('claude-code:'))
      .map(({ front, path }) => [front.source?.slice('claude-code:'.length) ?? '', path.split('/')[1] ?? '']),
  );
}

describe('the wing of a session', () => {
  it('is the project of its remote: clones, work trees and folders within are one', async () => {
    const first = repository('driftwood', 'git@example.org:team/driftwood.git');
    const clone = repository('copy-of-it', 'https://example.org/team/driftwood');
    const tree = join(tempDir(), 'fix-42');
    git(first, 'worktree', 'add', '-q', tree);
    const wings = await wingsOf({ a: first, b: clone, c: tree, d: join(first, 'packages', 'api') });
    expect(wings).toEqual({ a: 'driftwood', b: 'driftwood', c: 'driftwood', d: 'driftwood' });
  });

  it('is the wing that holds the files of that project', async () => {
    const palace = await testPalace();
    const project = repository('driftwood', 'git@example.org:team/driftwood.git');
    await mine(palace, { paths: [project], wing: 'harbour' });
    expect(await wingsOf({ a: join(project, 'packages') }, Promise.resolve(palace))).toEqual({ a: 'harbour' });
  });

  it('without a remote is the folder of the main work tree', async () => {
    const first = repository('marble');
    const tree = join(tempDir(), 'fix-43');
    git(first, 'worktree', 'add', '-q', tree);
    expect(await wingsOf({ a: first, b: tree })).toEqual({ a: 'marble', b: 'marble' });
  });

  it('is the name of the folder when that is gone, in no repository, or left out by it', async () => {
    const first = repository('driftwood', 'git@example.org:team/driftwood.git');
    const gone = repository('slate', 'git@example.org:team/other.git');
    rmSync(gone, { recursive: true });
    const plain = join(tempDir(), 'letters');
    mkdirSync(plain);
    expect(await wingsOf({ a: gone, b: plain, c: join(first, 'private'), d: '../driftwood' })).toEqual({
      a: 'slate',
      b: 'letters',
      c: 'private',
      d: 'driftwood',
    });
  });

  it('stays what it was when it is filed already', async () => {
    const palace = await testPalace();
    const folder = join(tempDir(), 'quarry');
    expect(await wingsOf({ a: folder }, Promise.resolve(palace))).toEqual({ a: 'quarry' });
    const project = repository('quarry', 'git@example.org:team/granite.git');
    const wings = await wingsOf({ a: project, b: project }, Promise.resolve(palace));
    expect(wings).toEqual({ a: 'quarry', b: 'granite' });
  });
});

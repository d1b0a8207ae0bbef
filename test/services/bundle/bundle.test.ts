import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGit } from '../../../src/git/open.js';
import { bundlePalace } from '../../../src/services/bundle/bundle.js';
import { importInto } from '../../../src/services/import/import.js';
import { savePalace } from '../../../src/services/save/save.js';
import { everyFile } from '../../acceptance/support.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';
import { wingsOf } from '../export/support.js';
import { commitCount, minedDrawer, remember } from '../support.js';

/** Two wings, one drawer removed again, bytes that a conversion of line endings would change. */
async function filled(): Promise<TestPalace> {
  const palace = await testPalace();
  edit(palace, 'wings/quarry/stone/marble.md', minedDrawer('quarry', 'file:q#marble', 'from the north\r\nand heavy\n'));
  edit(palace, 'wings/harbour/boats/sails.md', minedDrawer('harbour', 'file:h#sails', 'sails are dear'));
  edit(palace, 'wings/quarry/stone/removed.md', minedDrawer('quarry', 'file:q#removed', 'what was removed'));
  edit(palace, 'wings/quarry/wing.yaml', 'kind: project\n');
  edit(palace, 'wings/quarry/stone/by-hand.md', 'no front-matter');
  await savePalace(palace);
  rmSync(join(palace.root, 'wings/quarry/stone/removed.md'));
  await savePalace(palace);
  return palace;
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

describe('bundle', () => {
  test('a clone of it is the palace with its history; import brings the same bytes, once', async () => {
    const palace = await filled();
    const folder = tempDir();
    const file = join(folder, 'memories of mine.bundle');
    const before = everyFile(palace.root);
    const result = await bundlePalace(palace, { file });
    expect(everyFile(palace.root)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['memories of mine.bundle']);
    expect(result).toEqual({
      file,
      bytes: readFileSync(file).length,
      branch: 'main',
      commit: gitIn(palace, 'rev-parse', 'HEAD').trim(),
      commits: commitCount(palace),
      drawers: 3,
      unsaved: 0,
    });

    git(folder, 'clone', '--quiet', file, 'clone');
    expect(git(join(folder, 'clone'), 'rev-list', '--all')).toBe(gitIn(palace, 'rev-list', '--all'));
    expect(wingsOf(join(folder, 'clone'))).toEqual(wingsOf(palace.root));

    const to = await testPalace();
    const temporary = tempDir();
    Object.assign(to.runtime.env, { TMPDIR: temporary });
    const first = await importInto(to, { path: file });
    expect(first).toMatchObject({ format: 'bundle', drawers: { added: 3, unchanged: 0, conflicts: 0 }, left: [] });
    expect(first.notes.join()).toContain(`git clone ${file}`);
    expect(wingsOf(to.root)).toEqual(wingsOf(palace.root));
    assertClean(to);
    const commits = commitCount(to);
    expect((await importInto(to, { path: file })).drawers).toEqual({
      added: 0,
      unchanged: 3,
      conflicts: 0,
      forgotten: 0,
    });
    expect(commitCount(to)).toBe(commits);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('what differs is kept beside; what is not saved is counted, and not in it', async () => {
    const [from, to] = [await testPalace(), await testPalace()];
    edit(from, 'wings/a/r/mined.md', minedDrawer('a', 'file:a#x', 'what they have'));
    edit(to, 'wings/a/r/mined.md', minedDrawer('a', 'file:a#x', 'what we have'));
    await savePalace(from);
    await savePalace(to);
    edit(from, 'wings/a/r/late.md', 'too late');
    const file = join(tempDir(), 'x.bundle');
    expect(await bundlePalace(from, { file })).toMatchObject({ drawers: 1, unsaved: 1 });
    expect(await importInto(to, { path: file })).toMatchObject({
      drawers: { added: 0, conflicts: 1 },
      conflicts: [{ path: 'wings/a/r/mined.md', beside: 'wings/a/r/mined~import.md' }],
    });
  });

  test('HEAD on no branch is bundled alone, and imported', async () => {
    const palace = await filled();
    gitIn(palace, 'checkout', '--quiet', '--detach');
    const file = join(tempDir(), 'x.bundle');
    expect(await bundlePalace(palace, { file })).toMatchObject({ branch: null, drawers: 3 });
    expect((await importInto(await testPalace(), { path: file })).drawers.added).toBe(3);
  });

  test('nothing is replaced but a bundle, and that on demand', async () => {
    const palace = await filled();
    const folder = tempDir();
    const file = join(folder, 'x.bundle');
    writeFileSync(file, 'my own words');
    await expect(bundlePalace(palace, { file })).rejects.toMatchObject({ code: 'exists', exit: 2 });
    await expect(bundlePalace(palace, { file, force: true })).rejects.toMatchObject({ code: 'not-a-bundle', exit: 2 });
    await expect(bundlePalace(palace, { file: folder, force: true })).rejects.toMatchObject({ code: 'exists' });
    symlinkSync(file, join(folder, 'link'));
    await expect(bundlePalace(palace, { file: join(folder, 'link'), force: true })).rejects.toMatchObject({
      code: 'exists',
    });
    expect(readFileSync(file, 'utf8')).toBe('my own words');
    const inside = join(palace.root, 'x.bundle');
    await expect(bundlePalace(palace, { file: inside })).rejects.toMatchObject({ code: 'inside-palace' });
    const nowhere = join(folder, 'none', 'x.bundle');
    await expect(bundlePalace(palace, { file: nowhere })).rejects.toMatchObject({ code: 'not-found', exit: 4 });
    const other = join(folder, 'y.bundle');
    await bundlePalace(palace, { file: other });
    await remember(palace, 'one more', { wing: 'quarry' });
    await expect(bundlePalace(palace, { file: other })).rejects.toMatchObject({ code: 'exists' });
    expect(await bundlePalace(palace, { file: other, force: true })).toMatchObject({ drawers: 4 });
    expect(readdirSync(folder).sort()).toEqual(['link', 'x.bundle', 'y.bundle']);
  });

  test('a damaged palace, a shallow clone, a stop: an error, and no file', async () => {
    const palace = await filled();
    const folder = tempDir();
    const file = join(folder, 'x.bundle');
    git(folder, 'clone', '--quiet', '--depth', '1', `file://${palace.root}`, 'shallow');
    const clone = await openGit(join(folder, 'shallow'), 'system', palace.runtime);
    const shallow = { ...palace, root: clone.workTree, git: clone };
    await expect(bundlePalace(shallow, { file })).rejects.toMatchObject({ code: 'shallow-clone' });
    await clone.close();
    const stopped = { ...palace, runtime: { ...palace.runtime, signal: AbortSignal.abort() } };
    await expect(bundlePalace(stopped, { file })).rejects.toMatchObject({ code: 'interrupted', exit: 130 });
    const blob = gitIn(palace, 'rev-parse', 'HEAD:wings/quarry/stone/by-hand.md').trim();
    rmSync(join(palace.root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    await expect(bundlePalace(palace, { file })).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:bundle-failed|damaged-repository)$/),
      exit: 1,
    });
    expect(readdirSync(folder)).toEqual(['shallow']);
  });

  test('without the git binary both ways are refused and the way around is named', async () => {
    const palace = await filled();
    const file = join(tempDir(), 'x.bundle');
    await bundlePalace(palace, { file });
    const other = await testPalace('isomorphic');
    await remember(other, 'words', { wing: 'a' });
    const refused = { code: 'no-git-binary', next: expect.arrayContaining([expect.stringContaining('palace export')]) };
    await expect(bundlePalace(other, { file: `${file}2` })).rejects.toMatchObject(refused);
    await expect(importInto(other, { path: file })).rejects.toMatchObject(refused);
    expect(existsSync(`${file}2`)).toBe(false);
    assertClean(other);
  });
});

describe('import of a bundle', () => {
  test('cut off, changed, of a part only, of no palace, of many branches: refused, and nothing is filed or left', async () => {
    const palace = await filled();
    const to = await testPalace();
    const temporary = tempDir();
    Object.assign(to.runtime.env, { TMPDIR: temporary });
    const folder = tempDir();
    const at = (name: string): string => join(folder, name);
    await bundlePalace(palace, { file: at('whole') });
    const whole = readFileSync(at('whole'));
    writeFileSync(at('head'), whole.subarray(0, 40));
    writeFileSync(at('cut'), whole.subarray(0, whole.length - 30));
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(whole.length - 40) ^ 1, whole.length - 40);
    writeFileSync(at('changed'), changed);
    for (const name of ['head', 'cut', 'changed'])
      await expect(importInto(to, { path: at(name) }), name).rejects.toMatchObject({ code: 'damaged-bundle', exit: 1 });
    gitIn(palace, 'bundle', 'create', at('part'), 'HEAD', '^HEAD~1');
    await expect(importInto(to, { path: at('part') })).rejects.toMatchObject({ code: 'incomplete-bundle' });
    gitIn(palace, 'branch', 'try-1');
    gitIn(palace, 'branch', 'try-2');
    gitIn(palace, 'bundle', 'create', at('many'), 'refs/heads/try-1', 'refs/heads/try-2');
    await expect(importInto(to, { path: at('many') })).rejects.toMatchObject({ code: 'which-branch', exit: 2 });
    mkdirSync(at('project'));
    git(at('project'), 'init', '--quiet');
    git(at('project'), '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'x');
    git(at('project'), 'bundle', 'create', at('other'), 'HEAD');
    await expect(importInto(to, { path: at('other') })).rejects.toMatchObject({ code: 'no-export', exit: 2 });
    gitIn(palace, 'bundle', 'create', at('one'), 'refs/heads/try-1');
    expect((await importInto(to, { path: at('one'), dryRun: true })).drawers.added).toBe(3);
    expect(existsSync(join(to.root, 'wings'))).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('a link in it is named and not followed', async () => {
    const palace = await filled();
    symlinkSync('/etc/hostname', join(palace.root, 'wings/quarry/stone/link.md'));
    gitIn(palace, 'add', '--all');
    gitIn(palace, 'commit', '--quiet', '-m', 'a link');
    const file = join(tempDir(), 'x.bundle');
    gitIn(palace, 'bundle', 'create', file, 'HEAD');
    expect(await importInto(await testPalace(), { path: file })).toMatchObject({
      drawers: { added: 3 },
      left: [{ where: 'wings/quarry/stone/link.md', damaged: true }],
    });
  });
});

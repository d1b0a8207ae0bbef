import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLog } from '../../src/history/log.js';
import { mine } from '../../src/services/mine/mine.js';
import type { MineResult } from '../../src/services/mine/types.js';
import { commitSources, drawerOf, drawers, filesBelow, mineInto, sourceFolder } from '../services/mine/support.js';
import { commitCount } from '../services/support.js';
import { ENGINES } from '../support/engines.js';
import { assertClean, gitIn, testPalace } from '../support/palace.js';
import { count, everyFile, FILLER, find, firstHit, session } from './support.js';

const PROJECT = {
  'README.md': '# Driftwood\n\nThe codeword is basalt.\n',
  'src/server.ts': 'export const port = 8080; // gravel\n',
  'docs/decisions.md': '# Decisions\n\nWe use GraphQL.\n',
};

/** What was left out, by path. */
const skipped = (result: MineResult): Record<string, string> =>
  Object.fromEntries(result.skipped.map(({ path, reason }) => [path, reason]));

/** The sources of a wing as paths in their folder. */
const sources = (palace: Parameters<typeof drawers>[0]): string[] =>
  drawers(palace)
    .map(({ front }) => front.source?.split('#')[1] ?? '')
    .sort();

describe.each(ENGINES)('acceptance: mining a project (%s git)', (engine) => {
  it('19: a second mine of an unchanged tree adds nothing and makes no commit, in or out of git', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    for (const phase of ['plain', 'git']) {
      if (phase === 'git') commitSources(project);
      await mineInto(palace, project, { wing: phase });
      const [before, files] = [commitCount(palace), everyFile(join(palace.root, 'wings'))];
      const again = await mineInto(palace, project, { wing: phase });
      expect(again.drawers).toEqual({
        added: 0,
        changed: 0,
        unchanged: 3,
        moved: 0,
        removed: 0,
        merged: 0,
        ignored: 0,
      });
      expect(again).toMatchObject({ commits: [], op_id: null });
      expect(commitCount(palace)).toBe(before);
      expect(everyFile(join(palace.root, 'wings'))).toEqual(files);
    }
    assertClean(palace);
  });

  it('20: an edit is found and the old words as of before; a renamed file is one drawer whose history follows', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { ...PROJECT, 'src/long.ts': `${FILLER}\n`.repeat(30) });
    commitSources(project);
    await mineInto(palace, project);
    const first = gitIn(palace, 'rev-parse', 'HEAD').trim();
    const { id, path } = await firstHit(palace, 'basalt');
    project.write('README.md', '# Driftwood\n\nThe codeword is granite.\n');
    await mineInto(palace, project);
    expect(await firstHit(palace, 'granite')).toMatchObject({ id, path });
    expect(await count(palace, 'basalt')).toBe(0);
    expect(await find(palace, 'basalt', { asOf: first })).toMatchObject({
      total: 1,
      hits: [{ id, path, commit: first }],
    });
    expect(await count(palace, 'granite', { asOf: first })).toBe(0);

    project.rename('README.md', 'docs/overview.md');
    project.rename('src/long.ts', 'lib/gulls.ts');
    project.write('lib/gulls.ts', `${`${FILLER}\n`.repeat(30)}and one codeword, schist\n`);
    const renamed = await mineInto(palace, project);
    expect(renamed.drawers).toMatchObject({ added: 0, removed: 0, moved: 2, unchanged: 2 });
    expect(await firstHit(palace, 'granite')).toMatchObject({
      id,
      source: expect.stringContaining('docs/overview.md'),
    });
    expect(await count(palace, 'granite')).toBe(1);
    expect(await firstHit(palace, 'schist')).toMatchObject({ source: expect.stringContaining('lib/gulls.ts') });
    const { entries } = await readLog(palace, { drawer: id });
    expect(entries.map(({ op, drawer }) => [op, drawer?.change])).toEqual([
      ['mine', 'changed'],
      ['mine', 'changed'],
      ['mine', 'added'],
    ]);
    assertClean(palace);
  });

  it('21: a deleted project file is not returned, and as of before it is; a vanished note or transcript stays', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    const chats = sourceFolder('chats', {
      'a.jsonl': session('a', ['user', 'why marble?'], ['assistant', 'Because it is there.']),
      'b.md': 'a note of chalk\n',
      'c.md': '> why slate?\nIt was cheap.\n\n> and now?\nIt still is.\n',
      'stays.md': 'another note\n',
    });
    await mineInto(palace, project);
    await mineInto(palace, chats, { mode: 'chats', wing: 'talk' });
    const before = gitIn(palace, 'rev-parse', 'HEAD').trim();
    project.remove('README.md');
    for (const gone of ['a.jsonl', 'b.md', 'c.md']) chats.remove(gone);
    const result = await mine(palace, { paths: [project.path] });
    await mineInto(palace, chats, { mode: 'chats', wing: 'talk' });
    expect(result.drawers.removed).toBe(1);
    expect(await count(palace, 'basalt')).toBe(0);
    expect(await count(palace, 'basalt', { asOf: before })).toBe(1);
    for (const word of ['marble', 'chalk', 'slate']) expect(await count(palace, word), word).toBe(1);
    assertClean(palace);
  });

  it('22: the same tree in two wings is in both, and mining one again does not touch the other', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', PROJECT);
    commitSources(project);
    for (const wing of ['one', 'two']) await mineInto(palace, project, { wing });
    const ids = new Set(drawers(palace).map(({ front }) => front.id));
    expect(ids.size).toBe(6);
    const two = everyFile(join(palace.root, 'wings/two'));
    project.write('README.md', '# Driftwood\n\nThe codeword is granite.\n');
    project.rename('src/server.ts', 'src/listen.ts');
    project.remove('docs/decisions.md');
    expect((await mineInto(palace, project, { wing: 'one' })).wings).toEqual(['one']);
    expect(everyFile(join(palace.root, 'wings/two'))).toEqual(two);
    expect(await count(palace, 'basalt', { wing: 'one' })).toBe(0);
    expect(await find(palace, 'basalt')).toMatchObject({ total: 1, hits: [{ wing: 'two' }] });
    assertClean(palace);
  });

  it.each(['git', 'plain'])(
    '23: nested .gitignore with negation, --no-gitignore and an explicit include, in a %s folder',
    async (kind) => {
      const palace = await testPalace(engine);
      const project = sourceFolder('driftwood', {
        '.gitignore': '*.draft.md\nprivate/\n',
        'a.md': 'a',
        'a.draft.md': 'b',
        'docs/.gitignore': '!kept.draft.md\nlocal.md\n',
        'docs/kept.draft.md': 'c',
        'docs/other.draft.md': 'd',
        'docs/local.md': 'e',
        'private/.gitignore': '!in.md\n!*\n',
        'private/in.md': 'f',
        'node_modules/ours/notes.md': 'g',
        'node_modules/theirs/notes.md': 'h',
      });
      if (kind === 'git') commitSources(project);
      const shown = ['a.md', 'docs/kept.draft.md'];
      const result = await mineInto(palace, project, { wing: 'rules' });
      expect(sources(palace)).toEqual(shown);
      expect(skipped(result)).toMatchObject({ 'private/': 'ignored', 'node_modules/': 'skip-list' });
      await mineInto(palace, project, { wing: 'rules', include: ['node_modules/ours/', 'private/in.md'] });
      expect(sources(palace)).toEqual([...shown, 'node_modules/ours/notes.md', 'private/in.md']);
      await mineInto(palace, project, { wing: 'rules', gitignore: false });
      const all = sources(palace);
      for (const path of ['a.draft.md', 'docs/other.draft.md', 'docs/local.md', 'private/in.md'])
        expect(all).toContain(path);
      expect(all).not.toContain('node_modules/theirs/notes.md');
    },
  );

  it('24: symbolic links are skipped and named; a FIFO called x.md does not hang', { timeout: 20_000 }, async () => {
    const palace = await testPalace(engine);
    for (const kind of ['plain', 'git']) {
      const project = sourceFolder(kind, PROJECT);
      const outside = sourceFolder('outside', { 'secret.md': 'not of this project' });
      if (kind === 'git') commitSources(project);
      symlinkSync('README.md', join(project.path, 'link.md'));
      symlinkSync(join(outside.path, 'secret.md'), join(project.path, 'escape.md'));
      symlinkSync(outside.path, join(project.path, 'folder'));
      symlinkSync('nowhere', join(project.path, 'dangling.md'));
      execFileSync('mkfifo', [join(project.path, 'x.md')]);
      const result = await mineInto(palace, project);
      expect(result.drawers.added, kind).toBe(3);
      expect(skipped(result), kind).toMatchObject({
        'link.md': 'symlink',
        'escape.md': 'symlink',
        'dangling.md': 'symlink',
        'x.md': 'not-a-regular-file',
      });
      expect(Object.keys(skipped(result)).some((path) => path.startsWith('folder'))).toBe(true);
    }
    expect(await count(palace, 'not of this project')).toBe(0);
  });

  it('26: the lines of a passage are those of the source file, also with leading blank lines, CR LF and CJK', async () => {
    const palace = await testPalace(engine);
    const texts = {
      'blank.md': `\n\n\n${FILLER}\nfirst pebble\n${`${FILLER}\n`.repeat(40)}\n\nsecond boulder\n`,
      'crlf.txt': `\r\n\r\n${`${FILLER}\r\n`.repeat(30)}third cobble\r\n`,
      'zh.md': `\n# 标题\n\n${'渡船中午离开旧港。\n'.repeat(60)}鹅卵石在这里\n`,
      'parts.md': `\n\n${`${FILLER}\n`.repeat(900)}fourth shingle, far down\n${`${FILLER}\n`.repeat(300)}`,
    };
    const project = sourceFolder('lines', texts);
    await mineInto(palace, project);
    for (const [word, file] of [
      ['pebble', 'blank.md'],
      ['boulder', 'blank.md'],
      ['cobble', 'crlf.txt'],
      ['鹅卵石', 'zh.md'],
    ] as const) {
      const hit = await firstHit(palace, word);
      const lines = texts[file].split(/(?<=\n)/);
      expect(lines.slice(hit.lines[0] - 1, hit.lines[1]).join(''), word).toBe(hit.text);
      expect(hit.text).toContain(word);
      const drawer = gitIn(palace, 'show', `HEAD:${hit.path}`).split(/(?<=\n)/);
      expect(drawer.slice(hit.file_lines[0] - 1, hit.file_lines[1]).join(''), word).toBe(hit.text);
    }
    // A part of a large source: lines of the memory, and the same lines of its file.
    const far = await firstHit(palace, 'shingle');
    const file = gitIn(palace, 'show', `HEAD:${far.path}`).split(/(?<=\n)/);
    expect(file.slice(far.file_lines[0] - 1, far.file_lines[1]).join('')).toBe(far.text);
    assertClean(palace);
  });

  it('27: a date in the file name or front-matter is the date; "tmp_file_5" and "Version 3.3.6" give none', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('dated', {
      '2024-11-08-notes.md': 'plain words\n',
      'front.md': '---\ndate: 2025-02-03\n---\nwords\n',
      'tmp_file_5.md': 'words of no day\n',
      'release.md': 'Version 3.3.6\n\nwords of no day\n',
    });
    commitSources(project, '2026-03-04T10:00:00Z');
    await mineInto(palace, project);
    const dates = Object.fromEntries(drawers(palace).map(({ front }) => [front.source?.split('#')[1], front.date]));
    // Without a date of its own, a file of a repository has that of its newest commit.
    expect(dates).toEqual({
      '2024-11-08-notes.md': '2024-11-08',
      'front.md': '2025-02-03',
      'tmp_file_5.md': '2026-03-04T10:00:00Z',
      'release.md': '2026-03-04T10:00:00Z',
    });
    expect(drawerOf(palace, 'front.md').text).toBe('---\ndate: 2025-02-03\n---\nwords\n');
  });

  it('28: --dry-run writes nothing, not even a cache, and counts as the real run does', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { ...PROJECT, 'keep.md': 'kept\n', 'old/name.md': FILLER.repeat(20) });
    commitSources(project);
    const chats = sourceFolder('chats', {
      'a.jsonl': session('a', ['user', 'one'], ['assistant', 'two']),
      'n.md': 'note\n',
    });
    const paths = [project.path, chats.path];
    await mine(palace, { paths });
    project.write('README.md', '# Driftwood\n\nThe codeword is granite.\n');
    project.remove('keep.md');
    project.rename('old/name.md', 'new/name.md');
    project.write('more.md', 'new\n');
    project.write('logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]));
    chats.write(
      'a.jsonl',
      session('a', ['user', 'one'], ['assistant', 'two'], ['user', 'three'], ['assistant', 'four']),
    );
    mkdirSync(join(project.path, 'node_modules'));
    const files = everyFile(palace.root);

    const dry = await mine(palace, { paths, dryRun: true });

    expect(everyFile(palace.root)).toEqual(files);
    expect(dry).toMatchObject({ dry_run: true, commits: [], op_id: null });
    const real = await mine(palace, { paths });
    expect(real.drawers).toMatchObject({ added: 1, changed: 2, moved: 1, removed: 1 });
    for (const key of [
      'drawers',
      'sources',
      'passages',
      'skipped',
      'not_kept',
      'files',
      'wing',
      'wings',
      'conflicts',
    ] as const)
      expect(dry[key], key).toEqual(real[key]);
    expect(filesBelow(palace, 'wings')).toHaveLength(7);
    // And the first mine of all, which has nothing to compare with.
    const first = await mine(palace, { paths, wing: 'fresh', dryRun: true });
    expect(first.drawers).toEqual((await mine(palace, { paths, wing: 'fresh' })).drawers);
  });
});

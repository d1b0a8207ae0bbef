import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Runtime } from '../../src/base/runtime.js';
import type { GitChoice } from '../../src/git/types.js';
import { describeRoot } from '../../src/sources/root.js';
import { sourceOf, sourcePrefix, unitPath } from '../../src/sources/unit-path.js';
import { type WalkOptions, walkSources } from '../../src/sources/walk.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';
import { write } from './support.js';

function git(folder: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: folder, stdio: 'pipe' });
}

function repository(files: Record<string, string>): string {
  const folder = join(tempDir(), 'driftwood');
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  return write(folder, files);
}

async function walked(path: string, runtime: Runtime, choice: GitChoice, options: Partial<WalkOptions> = {}) {
  const { root, project } = await describeRoot(path, runtime, choice);
  const files: string[] = [];
  const skipped: Record<string, string> = {};
  for await (const entry of walkSources(root, project, { maxBytes: 1e6, ...options })) {
    if ('candidate' in entry) files.push(entry.candidate.relative);
    else skipped[entry.skipped.path] = entry.skipped.reason;
  }
  await project?.close();
  return { root, files, skipped };
}

describe.each(ENGINES)('a git project, with the %s engine', (engine) => {
  it('is walked by the rules of git: nested, parents, info/exclude, global excludes', async () => {
    const folder = repository({
      '.gitignore': '*.tmp.md\n/gen/\n',
      'a.md': 'x',
      'a.tmp.md': 'x',
      'gen/x.md': 'x',
      'private.md': 'x',
      'mine-only.md': 'x',
      'docs/.gitignore': '!keep.tmp.md\ndraft.md\n',
      'docs/keep.tmp.md': 'x',
      'docs/draft.md': 'x',
      'docs/guide.md': 'x',
      '.git/info/exclude': 'private.md\n',
    });
    const home = write(tempDir(), { '.config/git/ignore': 'mine-only.md\n' });
    const runtime = testRuntime({ home });
    const all = await walked(folder, runtime, engine);
    expect(all.files).toEqual(['a.md', 'docs/guide.md', 'docs/keep.tmp.md']);
    expect(all.skipped).toEqual({ 'gen/': 'ignored', '*.md': 'ignored' });
    const below = await walked(join(folder, 'docs'), runtime, engine);
    expect(below.files).toEqual(['guide.md', 'keep.tmp.md']);
    expect(below.root).toMatchObject({ prefix: 'docs', key: 'file:driftwood', isGit: true });
    const without = await walked(folder, runtime, engine, { gitignore: false });
    expect(without.files).toHaveLength(8);
    const included = await walked(folder, runtime, engine, { include: ['gen/x.md', 'private.md'] });
    expect(included.files).toEqual(['a.md', 'docs/guide.md', 'docs/keep.tmp.md', 'gen/x.md', 'private.md']);
  });

  it('does not claim a folder that it ignores altogether, when that folder is named', async () => {
    const folder = repository({
      '.gitignore': '/notes/\n',
      'a.ts': 'x',
      'notes/.gitignore': 'no.md\n',
      'notes/a.md': 'x',
      'notes/no.md': 'x',
      'notes/in/b.md': 'x',
    });
    const runtime = testRuntime({ home: tempDir() });
    const { root, files } = await walked(join(folder, 'notes'), runtime, engine);
    expect(root).toMatchObject({ key: 'file:notes', prefix: '', isGit: false, place: 'notes' });
    expect(files).toEqual(['a.md', 'in/b.md']);
    git(folder, 'add', '-f', 'notes/in/b.md');
    const tracked = await walked(join(folder, 'notes'), runtime, engine);
    expect(tracked.root).toMatchObject({ key: 'file:driftwood', prefix: 'notes', isGit: true });
    expect(tracked.files).toEqual(['in/b.md']);
  });

  it('names links, pipes and repositories within', async () => {
    const folder = repository({ 'a.md': 'x', 'other/b.md': 'x' });
    symlinkSync('a.md', join(folder, 'link.md'));
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    git(join(folder, 'other'), 'init', '-q');
    git(folder, 'add', 'a.md', 'link.md');
    const { files, skipped } = await walked(folder, testRuntime({ home: tempDir() }), engine);
    expect(files).toEqual(['a.md']);
    expect(skipped).toEqual({ 'link.md': 'symlink', 'pipe.md': 'not-a-regular-file', 'other/': 'nested-repository' });
  });

  it('has one name for each source wherever it is cloned and however much of it is mined', async () => {
    const folder = repository({ 'docs/a.md': 'x' });
    git(folder, 'remote', 'add', 'origin', `https:${'//'}me:secret@GitHub.com/tide/driftwood.git`);
    const runtime = testRuntime({ home: tempDir() });
    const names: string[] = [];
    for (const path of [folder, join(folder, 'docs'), join(folder, 'docs/a.md')]) {
      const { root, project } = await describeRoot(path, runtime, engine);
      const relative = root.file ?? (root.prefix === 'docs' ? 'a.md' : 'docs/a.md');
      names.push(sourceOf(root, relative));
      expect(unitPath(root, relative)).toBe('docs/a.md');
      expect(sourceOf(root, relative).startsWith(sourcePrefix(root))).toBe(true);
      await project?.close();
    }
    expect(new Set(names)).toEqual(new Set(['git:github.com/tide/driftwood#docs/a.md']));
  });
});

describe('the rules read here and those of git', () => {
  it('leave the same files, whatever the ignore files say', async () => {
    const pattern = fc.constantFrom(
      '*.md',
      '!a.md',
      'a/',
      '/b',
      'b/*',
      '!b/a.md',
      '**/c.md',
      'a/**',
      '!a/',
      '# x',
      '',
      '\\#c.md',
      'a/b/',
      '?.md',
      '[ab].md',
      '/*',
      '!/b/',
    );
    const rules = fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join('\n'));
    const names = ['a.md', 'b.md', 'c.md', 'a/a.md', 'a/b/c.md', 'b/a.md', 'b/b/b.md', '#c.md'];
    const folder = repository(Object.fromEntries(names.map((name) => [name, 'x'])));
    const runtime = testRuntime({ home: tempDir() });
    await fc.assert(
      fc.asyncProperty(rules, rules, rules, rules, fc.subarray(names), async (top, inA, inB, exclude, tracked) => {
        write(folder, { '.gitignore': top, 'a/.gitignore': inA, 'b/.gitignore': inB, '.git/info/exclude': exclude });
        rmSync(join(folder, '.git/index'), { force: true });
        if (tracked.length > 0) git(folder, 'add', '-f', '--', ...tracked);
        const [system, own] = [await walked(folder, runtime, 'system'), await walked(folder, runtime, 'isomorphic')];
        expect(own.files).toEqual(system.files);
      }),
      {
        numRuns: longRun(25, 300),
        // A folder taken out of weaker rules by name: what they say of the files in it still holds.
        examples: [['', '!/b/', '', 'a/**', []]],
      },
    );
  }, 600_000);
});

describe('the root of a mine', () => {
  const runtime = (home: string) => testRuntime({ home });

  it('outside git is named by its folder', async () => {
    const folder = write(join(tempDir(), 'notes-2026'), { 'a.md': 'x' });
    const { root, project } = await describeRoot(folder, runtime(folder));
    expect(project).toBeUndefined();
    expect(root).toMatchObject({ path: folder, key: 'file:notes-2026', prefix: '', isGit: false, place: 'notes' });
    expect(sourceOf(root, 'a.md')).toBe('file:notes-2026#a.md');
    const single = await describeRoot('a.md', { ...runtime(folder), cwd: folder });
    expect(single.root).toMatchObject({ path: folder, key: 'file:notes-2026', file: 'a.md', place: 'notes' });
  });

  it('is a project when it has more code than notes, notes when it is a vault', async () => {
    const home = tempDir();
    const code = write(tempDir(), { 'README.md': 'x', 'src/a.ts': 'x', 'src/b.ts': 'x' });
    expect((await describeRoot(code, runtime(home))).root.place).toBe('project');
    const vault = write(tempDir(), { '.obsidian/app.json': '{}', 'a.ts': 'x' });
    expect((await describeRoot(vault, runtime(home))).root.place).toBe('notes');
  });

  it('that is a link is the place it leads to', async () => {
    const folder = tempDir();
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    expect((await describeRoot(join(folder, 'link'), runtime(folder))).root.path).toBe(join(folder, 'real'));
  });

  it('is refused with a reason where nothing can be mined', async () => {
    const folder = write(tempDir(), { 'mem/palace.yaml': 'format: 1', 'mem/wings/w/r/a.md': 'x', 'mem/src/a.ts': 'x' });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const code = (path: string) =>
      describeRoot(join(folder, path), runtime(folder)).then(
        () => 'accepted',
        (error: { code: string }) => error.code,
      );
    expect(await code('nowhere')).toBe('no-such-source');
    expect(await code('pipe')).toBe('source-not-a-file');
    expect(await code('mem')).toBe('palace-into-palace');
    expect(await code('mem/wings/w')).toBe('palace-into-palace');
    expect(await code('mem/wings/w/r/a.md')).toBe('palace-into-palace');
    expect(await code('mem/src')).toBe('accepted');
  });
});

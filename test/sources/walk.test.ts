import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SourceRoot } from '../../src/sources/types.js';
import { type WalkOptions, walkSources } from '../../src/sources/walk.js';
import { tempDir } from '../support/temp.js';

function write(folder: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function plainRoot(path: string): SourceRoot {
  return { path, key: `file:${basename(path)}`, prefix: '', isGit: false, place: 'project' };
}

async function walked(root: SourceRoot, options: Partial<WalkOptions> = {}) {
  const files: string[] = [];
  const skipped: Record<string, string> = {};
  const counts: Record<string, number | undefined> = {};
  for await (const entry of walkSources(root, undefined, { maxBytes: 1e6, ...options })) {
    if ('candidate' in entry) files.push(entry.candidate.relative);
    else {
      skipped[entry.skipped.path] = entry.skipped.reason;
      counts[entry.skipped.path] = entry.skipped.count;
    }
  }
  return { files, skipped, counts };
}

describe('a folder is walked', () => {
  it('in the order of its bytes, depth first, hidden text files included', async () => {
    const folder = write(tempDir(), {
      'b.md': 'x',
      'B.md': 'x',
      'a/z.md': 'x',
      'a/a.md': 'x',
      '.github/ci.yml': 'x',
      'a.md': 'x',
    });
    const { files } = await walked(plainRoot(folder));
    expect(files).toEqual(['.github/ci.yml', 'B.md', 'a/a.md', 'a/z.md', 'a.md', 'b.md']);
  });

  it('with the beginning of each file, or without', async () => {
    const folder = write(tempDir(), { 'a.md': 'hello', 'long.md': 'x'.repeat(100_000) });
    const sizes = async (heads: boolean) => {
      const found: [number, number][] = [];
      for await (const entry of walkSources(plainRoot(folder), undefined, { maxBytes: 1e6, heads }))
        if ('candidate' in entry) found.push([entry.candidate.size, entry.candidate.head.length]);
      return found;
    };
    expect(await sizes(true)).toEqual([
      [5, 5],
      [100_000, 65_536],
    ]);
    expect(await sizes(false)).toEqual([
      [5, 0],
      [100_000, 0],
    ]);
  });

  it('leaving out nested .gitignore rules, with negation, and nothing below an ignored folder', async () => {
    const folder = write(tempDir(), {
      '.gitignore': '*.log.md\nsecret/\n/top.md\n',
      'a.md': 'x',
      'top.md': 'x',
      'sub/top.md': 'x',
      'x.log.md': 'x',
      'sub/.gitignore': '!keep.log.md\nlocal.md\n',
      'sub/keep.log.md': 'x',
      'sub/other.log.md': 'x',
      'sub/local.md': 'x',
      'local.md': 'x',
      'secret/.gitignore': '!in.md\n',
      'secret/in.md': 'x',
    });
    const { files, skipped, counts } = await walked(plainRoot(folder));
    expect(files).toEqual(['a.md', 'local.md', 'sub/keep.log.md', 'sub/top.md']);
    expect(skipped).toEqual({ 'secret/': 'ignored', '*.md': 'ignored' });
    expect(counts['*.md']).toBe(4);
    const all = await walked(plainRoot(folder), { gitignore: false });
    expect(all.files).toContain('secret/in.md');
    expect(all.files).toHaveLength(9);
  });

  it('taking a folder back that a deeper .gitignore re-includes', async () => {
    const folder = write(tempDir(), { '.gitignore': '/a/b/\n', 'a/.gitignore': '!b/\n', 'a/b/c.md': 'x' });
    expect((await walked(plainRoot(folder))).files).toEqual(['a/b/c.md']);
  });

  it('leaving out folders of tools, lock files, unknown extensions and environment files, each named or counted', async () => {
    const folder = write(tempDir(), {
      'node_modules/x/index.js': 'x',
      'src/__pycache__/m.py': 'x',
      'package-lock.json': '{}',
      'logo.png': 'x',
      'b/photo.PNG': 'x',
      'data.bin': 'x',
      noext: 'x',
      Makefile: 'all:',
      'Dockerfile.dev': 'FROM x',
      '.env': 'TOKEN=1',
      '.env.local': 'TOKEN=1',
      'src/main.rs': 'x',
    });
    const { files, skipped, counts } = await walked(plainRoot(folder));
    expect(files).toEqual(['Dockerfile.dev', 'Makefile', 'src/main.rs']);
    expect(skipped).toEqual({
      '.env': 'secrets-file',
      '.env.local': 'secrets-file',
      'node_modules/': 'skip-list',
      'package-lock.json': 'lock-file',
      'src/__pycache__/': 'skip-list',
      '(no extension)': 'extension',
      '*.bin': 'extension',
      '*.png': 'extension',
    });
    expect(counts['*.png']).toBe(2);
  });

  it('reading what an include pattern asks for in spite of rules and lists, and no more', async () => {
    const folder = write(tempDir(), {
      '.gitignore': 'private/\n*.local.md\n',
      'private/plan.md': 'x',
      'private/diary.md': 'x',
      'a.local.md': 'x',
      'node_modules/ours/notes.md': 'x',
      'node_modules/theirs/notes.md': 'x',
      'dist/notes.md': 'x',
      'odd.xyz': 'x',
      '.git/hooks/notes.md': 'x',
    });
    const root = plainRoot(folder);
    expect((await walked(root)).files).toEqual([]);
    const one = await walked(root, { include: ['private/plan.md', 'node_modules/ours/', 'odd.xyz'] });
    expect(one.files).toEqual(['node_modules/ours/notes.md', 'odd.xyz', 'private/plan.md']);
    expect((await walked(root, { include: ['*.local.md', 'diary.md'] })).files).toEqual([
      'a.local.md',
      'private/diary.md',
    ]);
    expect((await walked(root, { include: ['**/notes.md'] })).files).toEqual([
      'dist/notes.md',
      'node_modules/ours/notes.md',
      'node_modules/theirs/notes.md',
    ]);
    expect((await walked(root, { include: ['notes.md'] })).files).toEqual([]);
  });

  it('naming links, pipes, large files and palaces instead of reading them', async () => {
    const folder = write(tempDir(), {
      'a.md': 'x',
      'big.md': 'x'.repeat(50),
      'mem/palace.yaml': 'format: 1',
      'mem/wings/w/r/d.md': 'x',
    });
    symlinkSync('a.md', join(folder, 'link.md'));
    symlinkSync('mem', join(folder, 'linked'));
    execFileSync('mkfifo', [join(folder, 'x.md')]);
    const { files, skipped } = await walked(plainRoot(folder), { maxBytes: 20 });
    expect(files).toEqual(['a.md']);
    expect(skipped).toEqual({
      'big.md': 'too-large',
      'link.md': 'symlink',
      linked: 'symlink',
      'mem/': 'nested-palace',
      'x.md': 'not-a-regular-file',
    });
  });

  it.skipIf(process.platform === 'darwin')('naming files whose names are not UTF-8, and only these', async () => {
    const folder = tempDir();
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'x');
    writeFileSync(join(folder, 'real-\ufffd.md'), 'x');
    const { files, skipped } = await walked(plainRoot(folder));
    expect(files).toEqual(['real-\ufffd.md']);
    expect(skipped).toEqual({ 'caf\ufffd.md': 'name-not-utf8' });
  });

  it.skipIf(process.getuid?.() === 0)('naming folders and files that cannot be read', async () => {
    const folder = write(tempDir(), { 'shut/a.md': 'x', 'shut.md': 'x', 'b.md': 'x' });
    execFileSync('chmod', ['000', join(folder, 'shut'), join(folder, 'shut.md')]);
    const { files, skipped } = await walked(plainRoot(folder));
    execFileSync('chmod', ['700', join(folder, 'shut'), join(folder, 'shut.md')]);
    expect(files).toEqual(['b.md']);
    expect(skipped).toEqual({ 'shut/': 'unreadable', 'shut.md': 'unreadable' });
  });

  it('in mode chats by its text and JSON files only, which are then notes', async () => {
    const folder = write(tempDir(), { 'a.md': 'x', 'b.jsonl': '{}', 'c.py': 'x' });
    const places: string[] = [];
    for await (const entry of walkSources(plainRoot(folder), undefined, { maxBytes: 100, mode: 'chats' }))
      if ('candidate' in entry) places.push(`${entry.candidate.relative} ${entry.candidate.place}`);
    expect(places).toEqual(['a.md notes', 'b.jsonl notes']);
  });
});

describe('a single file', () => {
  it('is read whatever the rules say', async () => {
    const folder = write(tempDir(), { '.gitignore': '*', 'odd.xyz': 'x', 'other.md': 'x' });
    expect(await walked({ ...plainRoot(folder), file: 'odd.xyz' })).toMatchObject({ files: ['odd.xyz'], skipped: {} });
  });
});

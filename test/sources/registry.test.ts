import { describe, expect, it } from 'vitest';
import { note } from '../../src/sources/adapters/note.js';
import { projectFile } from '../../src/sources/adapters/project-file.js';
import { chooseAdapter, readSource } from '../../src/sources/registry.js';
import type { SourceAdapter } from '../../src/sources/types.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';
import { candidateOf, OPTIONS, plainRoot, read, unitsOf, write } from './support.js';

const SESSION = '{"type":"user","sessionId":"s","uuid":"u","parentUuid":null,"message":{"content":"hi"}}\n';

function chosen(name: string, text: string, place: 'project' | 'notes', mode: 'auto' | 'files' | 'chats') {
  const root = plainRoot(write(tempDir(), { [name]: text }), place);
  return chooseAdapter(candidateOf(root, name), undefined, mode)?.name;
}

describe('the adapter of a file', () => {
  it('follows what the file is, where it stands and the mode', () => {
    expect(chosen('a.md', 'x', 'project', 'auto')).toBe('project-file');
    expect(chosen('a.md', 'x', 'notes', 'auto')).toBe('note');
    expect(chosen('a.md', 'x', 'notes', 'files')).toBe('project-file');
    expect(chosen('a.md', 'x', 'notes', 'chats')).toBe('note');
    expect(chosen('a.ts', 'x', 'notes', 'auto')).toBe('project-file');
    expect(chosen('s.jsonl', SESSION, 'project', 'auto')).toBe('claude-code');
    expect(chosen('s.jsonl', SESSION, 'project', 'files')).toBe('project-file');
    expect(chosen('s.jsonl', '{"a":1}\n', 'notes', 'chats')).toBe('note');
    expect(chosen('x.bin', 'x', 'project', 'auto')).toBeUndefined();
  });

  it('can be named, and a mistyped name is answered with the near one', () => {
    const root = plainRoot(write(tempDir(), { 'a.md': 'x' }));
    expect(chooseAdapter(candidateOf(root, 'a.md'), 'note', 'auto')?.name).toBe('note');
    expect(() => chooseAdapter(candidateOf(root, 'a.md'), 'claud-code', 'auto')).toThrowError(
      expect.objectContaining({ code: 'unknown-adapter', exit: 2, next: ['did you mean "claude-code"?'] }),
    );
  });

  it('fails loudly when it breaks: only a reason to skip is swallowed', async () => {
    const broken: SourceAdapter = {
      ...note,
      read: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new TypeError('a bug')) }) }),
    };
    const root = plainRoot(write(tempDir(), { 'a.md': 'x' }), 'notes');
    await expect(
      readSource(broken, candidateOf(root, 'a.md'), root, OPTIONS, testRuntime({ home: root.path })),
    ).rejects.toThrow('a bug');
  });
});

describe('a text file', () => {
  it('has its heading or its path as title', async () => {
    const root = plainRoot(
      write(tempDir(), {
        'docs/a.md': '---\ntitle: no\n---\n```\n# not this\n```\n# The title #\n',
        'src/b.ts': '# no\n',
        'c.md': 'no heading\n## second level\n',
      }),
    );
    expect((await unitsOf(projectFile, root, 'docs/a.md'))[0]?.title).toBe('The title');
    expect((await unitsOf(projectFile, root, 'src/b.ts'))[0]?.title).toBe('src/b.ts');
    expect((await unitsOf(projectFile, root, 'c.md'))[0]?.title).toBe('c.md');
    expect((await unitsOf(note, root, 'c.md'))[0]?.title).toBe('c');
  });

  it('has the date that its content says, else of its commit, else of the file, and in git never that', async () => {
    const root = plainRoot(
      write(tempDir(), { 'a.md': 'on 2026-03-04', 'b.md': 'x', 'c.ts': "const d = '2020-01-01'", 'd.md': 'x' }),
    );
    const inGit = { ...root, isGit: true, prefix: 'sub' };
    const dates = new Map([
      ['sub/a.md', '2026-05-01T10:00:00Z'],
      ['sub/d.md', '2026-05-01T10:00:00Z'],
    ]);
    const dateOf = async (where: typeof root, file: string) => {
      const [unit] = await unitsOf(projectFile, where, file, { dates });
      return [unit?.date, unit?.dateFrom];
    };
    expect(await dateOf(inGit, 'a.md')).toEqual(['2026-03-04', 'content']);
    expect(await dateOf(inGit, 'd.md')).toEqual(['2026-05-01T10:00:00Z', 'commit']);
    expect(await dateOf(root, 'a.md')).toEqual(['2026-03-04', 'content']);
    expect(await dateOf(root, 'b.md')).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), 'modified']);
    expect(await dateOf(inGit, 'b.md')).toEqual([undefined, undefined]);
    expect(await dateOf(inGit, 'c.ts')).toEqual([undefined, undefined]);
  });

  it('that is empty, blank or binary is skipped with the reason', async () => {
    const root = plainRoot(
      write(tempDir(), {
        'empty.md': '',
        'blank.md': ' \n\t\r\n',
        'bom.md': '\ufeff\n',
        'x.md': Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
        'tiny.md': 'a',
      }),
    );
    const reason = async (file: string) => {
      const result = await read(projectFile, root, file);
      return 'skipped' in result ? result.skipped.reason : 'read';
    };
    expect(await Promise.all(['empty.md', 'blank.md', 'bom.md', 'x.md', 'tiny.md'].map(reason))).toEqual([
      'empty',
      'empty',
      'empty',
      'binary',
      'read',
    ]);
  });

  it('that changed kind or grew after the walk is not read past its limits', async () => {
    const folder = write(tempDir(), { 'a.md': 'x'.repeat(70_000) });
    const root = plainRoot(folder);
    const candidate = candidateOf(root, 'a.md');
    const runtime = testRuntime({ home: folder });
    const result = await readSource(projectFile, candidate, root, { ...OPTIONS, maxBytes: 1000 }, runtime);
    expect(result).toMatchObject({ skipped: { reason: 'too-large' } });
    const gone = await readSource(projectFile, { ...candidate, path: `${folder}/gone.md` }, root, OPTIONS, runtime);
    expect(gone).toMatchObject({ skipped: { reason: 'vanished' } });
  });

  it('in a chat folder with unknown JSON is filed as text, and said', async () => {
    const root = plainRoot(write(tempDir(), { 'x.json': '{"what":"is this"}' }), 'notes');
    const [unit] = await unitsOf(note, root, 'x.json');
    expect(unit?.body.toString()).toBe('{"what":"is this"}');
    expect(unit?.notes).toEqual(['x.json: no known chat format; filed as plain text']);
  });
});

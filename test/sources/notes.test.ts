import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logseq } from '../../src/sources/adapters/logseq.js';
import { note } from '../../src/sources/adapters/note.js';
import { notebook } from '../../src/sources/adapters/notebook.js';
import { notion } from '../../src/sources/adapters/notion.js';
import { linkFacts, linksOf } from '../../src/sources/notes/links.js';
import { chooseAdapter } from '../../src/sources/registry.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { candidateOf, notKept, plainRoot, read, unitsOf, write } from './support.js';

const SHARED = join(dirname(fileURLToPath(import.meta.url)), '../../../shared/fixtures/chats');

const listOf = (value: unknown) => (Array.isArray(value) ? value.map(String).sort() : []);

interface WantedDocument {
  path: string;
  title: string;
  date?: string;
  created?: string;
  aliases?: string[];
  tags?: string[];
  links?: string[];
  embeds?: string[];
  block_refs?: string[];
  source_id?: string;
  properties?: Record<string, string>;
}

describe.skipIf(!existsSync(SHARED))('the shared samples of notes (skipped where ../shared is absent)', () => {
  it.each(['obsidian/vault', 'logseq/graph', 'notion/markdown-export'])('%s', async (name) => {
    const folder = join(SHARED, dirname(name));
    const { files, documents }: { files: string[]; documents: WantedDocument[] } = JSON.parse(
      readFileSync(join(SHARED, `${name}.expect.json`), 'utf8'),
    );
    const given: string[] = [];
    for (const file of files.filter((one) => /\.(?:md|csv)$/.test(one) && !one.includes('/.trash/'))) {
      const root = plainRoot(dirname(join(folder, file)), 'notes');
      const relative = file.slice(file.lastIndexOf('/') + 1);
      const adapter = chooseAdapter(candidateOf(root, relative), undefined, 'chats');
      if (adapter === undefined) throw new Error(`nobody reads ${file}`);
      expect(adapter.name).toBe({ obsidian: 'note', logseq: 'logseq', notion: 'notion' }[dirname(name)]);
      const result = await read(adapter, root, relative);
      const wanted = documents.find(({ path }) => path === file);
      if ('skipped' in result) {
        expect(wanted, file).toBeUndefined();
        expect(['bookkeeping', 'part-of']).toContain(result.skipped.reason);
        continue;
      }
      given.push(file);
      const [unit] = result.units;
      expect(unit?.body.equals(readFileSync(join(folder, file)))).toBe(true);
      expect(unit?.title).toBe(wanted?.title);
      for (const key of ['aliases', 'tags', 'links', 'embeds', 'block_refs'] as const)
        if (wanted?.[key] !== undefined) expect(listOf(unit?.facts?.[key])).toEqual(listOf(wanted[key]));
      if (wanted?.date !== undefined) expect(unit?.date).toBe(wanted.date);
      if (wanted?.created !== undefined) expect(unit?.date).toBe(wanted.created.slice(0, 10));
      if (wanted?.source_id !== undefined) expect(unit?.facts?.notion_id).toBe(wanted.source_id);
      if (wanted?.properties !== undefined)
        expect(unit?.facts?.properties).toEqual(
          Object.entries(wanted.properties).map(([key, value]) => `${key}: ${value}`),
        );
    }
    expect(given.sort()).toEqual(documents.map(({ path }) => path).sort());
  });
});

describe('links of a note', () => {
  it('are those of its text and front-matter, not of code, pages of the web, or numbers', () => {
    expect(
      linksOf(
        '---\ntags: one, two/three\nalias: A\nup: "[[Home]]"\nn: 1\n---\n[[a|b]] ![[p.png|20]] [x](<sub/b c.md>) [y](d%20e.md "t") [z](https://a.b) [w](#h)\n`[[no]] #no` #tag #42 #4x a#b (#par)\n```\n[[no]] #no\n```\n| [[t\\|u]] |\n((7b4b54d3-f823-5951-a5f0-880fbb7b1f78))',
      ),
    ).toEqual({
      aliases: ['A'],
      tags: ['one', 'two/three', 'tag', '4x', 'par'],
      links: ['Home', 'a', 'd e.md', 't'],
      embeds: ['p.png'],
      blockRefs: ['7b4b54d3-f823-5951-a5f0-880fbb7b1f78'],
    });
    expect(linksOf('---\n: [broken\n---\n[[a]]').links).toEqual(['a']);
    expect(linksOf('\ufeff---\r\ntags:\r\n  - x\r\n---\r\n[[a]]\r\n')).toMatchObject({ tags: ['x'], links: ['a'] });
  });

  it('are cut where they would fill the front-matter, with a count, and never slow', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `[[page ${n}]]`).join(' ');
    const { facts, left } = linkFacts(linksOf(many));
    expect((facts.links as string[]).length + left).toBe(20_000);
    expect(left).toBeGreaterThan(10_000);
    for (const odd of [
      '['.repeat(50_000),
      '[[a'.repeat(20_000),
      '[x]('.repeat(20_000),
      '`'.repeat(50_000),
      '#'.repeat(50_000),
    ])
      expect(linksOf(odd).links).toEqual([]);
  });

  it('leave the note as it is, byte for byte', async () => {
    const root = plainRoot(tempDir(), 'notes');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), fc.boolean(), async (text, front) => {
        const bytes = Buffer.from(`${front ? '---\ntags: [x]\nweight: 12.50\n---\n' : ''}x${text} [[y]]`);
        write(root.path, { 'a.md': bytes });
        const [unit] = await unitsOf(note, root, 'a.md');
        expect(unit?.body.equals(bytes)).toBe(true);
      }),
      { numRuns: longRun(50, 1000) },
    );
  });
});

describe('pages of Logseq and Notion', () => {
  it('are known by what stands beside them', async () => {
    const root = plainRoot(
      write(tempDir(), {
        'g/logseq/config.edn': '{}',
        'g/pages/a___b.md': '- x',
        'g/journals/2026_03_22.md': '- #[[a b]] [[c]]',
        'g/logseq/bak/pages/a/1.md': '- old',
        'site/pages/a.md': '- x',
        'X 0123456789abcdef0123456789abcdef_all.csv': 'a,b\n1,2\n',
      }),
      'notes',
    );
    const one = async (file: string) => (await unitsOf(logseq, root, file))[0];
    expect(await one('g/pages/a___b.md')).toMatchObject({ title: 'a/b' });
    expect(await one('g/journals/2026_03_22.md')).toMatchObject({
      title: 'Mar 22nd, 2026',
      date: '2026-03-22',
      facts: { links: ['a b', 'c'] },
    });
    expect(await read(logseq, root, 'g/logseq/bak/pages/a/1.md')).toMatchObject({ skipped: { reason: 'bookkeeping' } });
    expect(logseq.detect(candidateOf(root, 'site/pages/a.md'))).toBe(0);
    const [only] = await unitsOf(notion, root, 'X 0123456789abcdef0123456789abcdef_all.csv');
    expect(only).toMatchObject({ title: 'X', facts: { notion_id: '0123456789abcdef0123456789abcdef' } });
  });
});

describe('a notebook', () => {
  const book = (cells: unknown[]) =>
    JSON.stringify({ cells, metadata: { kernelspec: { language: 'R' } }, nbformat: 4 });
  const code = (source: unknown, ...outputs: object[]) => ({ cell_type: 'code', source, outputs });
  const unitOf = async (content: string) =>
    (await unitsOf(notebook, plainRoot(write(tempDir(), { 'a.ipynb': content })), 'a.ipynb'))[0];

  it('has its cells in order, with outputs named', async () => {
    const unit = await unitOf(
      book([
        { cell_type: 'markdown', source: ['# Title\n', 'text'] },
        code(['a <- "```"\n', 'a'], {
          output_type: 'error',
          ename: 'E',
          evalue: 'v',
          traceback: ['\u001b[31mE\u001b[0m: v'],
        }),
        code('plot()', {
          output_type: 'display_data',
          data: { 'image/png': 'iVBORw==', 'text/plain': ['fig'], 'text/html': '<b>' },
        }),
        { cell_type: 'raw', source: 'raw' },
      ]),
    );
    expect(unit).toMatchObject({ kind: 'file', title: 'Title', facts: { language: 'R' } });
    expect(unit?.body.toString()).toBe(
      `# Title\ntext\n\n\`\`\`\`r\na <- "\`\`\`"\na\n\`\`\`\`\n\nError (E):\n\n\`\`\`\nE: v\n\`\`\`\n\n\`\`\`r\nplot()\n\`\`\`\n\nOutput (image/png, 4 bytes, sha256 0f4636c78f65d3639ece5a064b5ae753e3408614a14fb18ab4d7540d2c248543)\n\nOutput (text/plain):\n\n\`\`\`\nfig\n\`\`\`\n\n\`\`\`raw\nraw\n\`\`\`\n`,
    );
    expect(notKept(unit)).toEqual({
      'colours of terminals': 1,
      'copies of outputs in other forms': 1,
      'data of pictures and other outputs': 1,
    });
  });

  it('that is cut keeps its whole cells; one without cells is filed as it stands', async () => {
    const whole = book([code('one'), code('two'), code('three')]);
    const cut = await unitOf(whole.slice(0, whole.indexOf('three')));
    expect(cut?.body.toString()).toContain('two');
    expect(notKept(cut)).toEqual({ 'damaged records': 1 });
    const odd = await unitOf('{"not": "a notebook"}');
    expect(odd?.body.toString()).toBe('{"not": "a notebook"}');
    expect(odd?.notes).toEqual([expect.stringContaining('no cells')]);
  });

  it('holds every source in order, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }), async (sources) => {
        const text =
          (
            await unitOf(book(sources.map((source, n) => (n % 2 ? code(source) : { cell_type: 'markdown', source }))))
          )?.body.toString() ?? '';
        let at = 0;
        for (const source of sources) {
          const found = text.indexOf(source, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + source.length;
        }
      }),
      { numRuns: longRun(30, 500) },
    );
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Filer } from '../../../src/services/import/foreign/filer.js';
import { readMemPalace } from '../../../src/services/import/foreign/mempalace.js';
import { joinSlices } from '../../../src/services/import/foreign/mempalace-chunks.js';
import { readExportedRooms } from '../../../src/services/import/foreign/mempalace-markdown.js';
import { importInto } from '../../../src/services/import/import.js';
import { longRun } from '../../support/counts.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, testPalace } from '../../support/palace.js';
import { testRuntime } from '../../support/runtime.js';
import { remember } from '../support.js';
import {
  drawersIn,
  filedBy,
  folderWith,
  isDrawerPath,
  NOWHERE,
  type OriginalDrawer,
  originalGraph,
  originalPalace,
  originalSlices,
} from './foreign-support.js';

const prose = fc
  .array(
    fc.array(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 3, maxLength: 60 }).map((words) => words.join(' ')),
    { minLength: 8, maxLength: 60 },
  )
  .chain((lines) =>
    fc
      .array(fc.constantFrom('\n', '\n\n', '\n    ', '\n\n\n'), { minLength: lines.length, maxLength: lines.length })
      .map((ends) => lines.map((line, at) => `${line}${ends[at]}`).join('')),
  );

describe('slices of the original', () => {
  it('become the text that was cut, or nothing at all', () => {
    let joined = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.oneof(prose, fc.stringMatching(/^[ab \n]{900,3000}$/)), (text) => {
        const slices = originalSlices(text);
        if (slices.length < 2) return;
        all++;
        const result = joinSlices(slices);
        if (result === undefined) return;
        joined++;
        expect(result).toBe(text.trim());
      }),
      { numRuns: longRun(150, 3000) },
    );
    expect(joined).toBeGreaterThan(all / 3);
  });

  it.each([
    ['another text follows', ['a'.repeat(40).concat(' end of it'), 'something else that begins']],
    ['the repetition could be longer or shorter', [`${'x  '.repeat(260)}x`, `${'x  '.repeat(200)}x`]],
    ['too little is repeated', ['first words that end in alpha', 'alpha begins the next']],
  ])('stay apart when %s', (_why, slices) => {
    expect(joinSlices(slices)).toBeUndefined();
  });

  it('count characters as Python does', () => {
    const text = `${'🐝 bees and 蜂 '.repeat(90)}${[...'abcdefghijklmnopqrstuvwxyz'].map((c) => `${c}🐝${c}${c}`).join('')}`;
    const characters = [...text];
    const cut = characters.length - 70;
    const slices = [characters.slice(0, cut).join(''), characters.slice(cut - 100).join('')];
    const unique = [...Array(300).keys()].map((n) => `${n}🐝`).join(' ');
    const own = [...unique];
    expect(joinSlices([own.slice(0, 600).join(''), own.slice(500).join('')])).toBe(unique);
    // What repeats itself may be proven or not, but never wrong.
    expect([undefined, text]).toContain(joinSlices(slices));
  });
});

const FILE = 'C:\\work\\tide\\notes.md';
const LONG = [...Array(60).keys()].map((n) => `Line ${n} tells of tide number ${n * 7} at the pier.`).join('\n');

function palaceOfAll(): OriginalDrawer[] {
  const slices = originalSlices(LONG);
  return [
    ...slices.map(
      (text, at): OriginalDrawer => ({
        id: `drawer_wing_tide_app_frontend_${at}`,
        text,
        metadata: {
          wing: 'wing_tide_app',
          room: 'frontend',
          source_file: FILE,
          chunk_index: at,
          added_by: 'mempalace',
          filed_at: `2026-01-02T03:04:0${at}.5`,
        },
      }),
    ),
    {
      id: 'gap_0',
      text: slices[0] ?? '',
      metadata: { wing: 'tide', room: 'gap', source_file: 'g.md', chunk_index: 0 },
    },
    {
      id: 'gap_2',
      text: slices[2] ?? '',
      metadata: { wing: 'tide', room: 'gap', source_file: 'g.md', chunk_index: 2 },
    },
    {
      id: 'diary_wing_nova_20260105_101112_abcdef01',
      text: 'SESSION:2026-01-05|★★★',
      metadata: {
        wing: 'wing_nova',
        room: 'diary',
        hall: 'hall_diary',
        type: 'diary_entry',
        topic: 'general',
        agent: 'nova',
        date: '2026-01-05',
        filed_at: '2026-01-05T10:11:12+01:00',
      },
    },
    {
      id: 'a/b',
      text: ' two\r\nlines \n',
      metadata: {
        wing: '../etc',
        room: 'con',
        importance: 4,
        flag: true,
        score: 0.5,
        hall: 'hall_other',
        entities: 'Ann;Ben',
      },
    },
    { id: 'no-text', text: null, metadata: { wing: 'tide', room: 'r' } },
    { id: 'closet', text: 'pointers', metadata: {}, collection: 'mempalace_closets' },
  ];
}

test.each(ENGINES)(
  'a palace of the original: every drawer, its words, dates and names; once (%s git)',
  async (engine) => {
    const palace = await testPalace(engine);
    const folder = originalPalace(palaceOfAll());
    originalGraph(join(dirname(folder), 'knowledge_graph.sqlite3'), [
      { subject: 'ann', predicate: 'likes', object: 'tea' },
    ]);
    const before = readFileSync(join(folder, 'chroma.sqlite3'));
    const dry = await importInto(palace, { path: folder, dryRun: true });
    expect(dry).toMatchObject({ format: 'mempalace', drawers: { added: 5 }, commits: [] });
    const result = await importInto(palace, { path: folder });
    expect(result.drawers).toEqual({ added: 5, unchanged: 0, conflicts: 0, forgotten: 0 });
    expect(result.facts).toEqual({ added: 1, merged: 0, unchanged: 0 });
    expect(result.wings).toEqual(['etc', 'nova', 'tide', 'tide-app']);
    expect(result.left).toEqual([
      {
        where: 'chroma.sqlite3, collection mempalace_closets',
        reason: expect.stringContaining('made anew'),
        damaged: false,
      },
      { where: 'chroma.sqlite3: no-text', reason: 'has no text there', damaged: true },
    ]);
    const [etc, nova, whole] = drawersIn(palace.root);
    expect(whole).toMatchObject({
      text: LONG,
      front: {
        title: 'notes.md',
        source_file: FILE,
        filed: '2026-01-02T03:04:00.5',
        by: 'mempalace',
        slices: originalSlices(LONG).length,
      },
    });
    expect(whole?.path).toMatch(/^wings\/tide-app\/frontend\/notes\.md-/);
    expect(etc).toMatchObject({
      text: ' two\r\nlines \n',
      front: {
        source: 'mempalace:a/b',
        wing_before: '../etc',
        room_before: 'con',
        importance: 4,
        flag: true,
        score: 0.5,
        mempalace_hall: 'hall_other',
        entities: ['Ann', 'Ben'],
      },
    });
    expect(etc?.path).toMatch(/^wings\/etc\/x-con\//);
    expect(nova).toMatchObject({
      front: {
        hall: 'diary',
        date: '2026-01-05',
        filed: '2026-01-05T09:11:12.000Z',
        filed_at: '2026-01-05T10:11:12+01:00',
        by: 'nova',
        topic: 'general',
      },
    });
    assertClean(palace);
    expect(await importInto(palace, { path: join(folder, 'chroma.sqlite3') })).toMatchObject({
      drawers: { added: 0, unchanged: 5, conflicts: 0 },
      commits: [],
    });
    expect(readFileSync(join(folder, 'chroma.sqlite3'))).toEqual(before);
  },
);

test('a wing that stands under its whole name keeps it', async () => {
  const palace = await testPalace();
  await remember(palace, 'words', { wing: 'wing_tide', room: 'r' });
  const folder = originalPalace([{ id: 'x', text: 'more', metadata: { wing: 'wing_tide', room: 'r' } }]);
  expect(await importInto(palace, { path: dirname(folder) })).toMatchObject({ wings: ['wing-tide'] });
});

test('as many words come out as went in, whatever they are', async () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 200 })
    .map((one) => one.replaceAll('\0', '').replace(/[\ud800-\udfff]/gu, '?'));
  const name = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((one) => one.replaceAll('\0', '').replace(/[\ud800-\udfff]/gu, '?'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ text, wing: name, room: name, source: fc.constantFrom('', 'a.md'), index: fc.nat(3) }), {
        minLength: 1,
        maxLength: 30,
      }),
      async (all) => {
        const folder = originalPalace(
          all.map(({ source, index, ...one }, at) => ({
            id: `d${at}`,
            text: one.text,
            metadata: { wing: one.wing, room: one.room, source_file: source, chunk_index: index },
          })),
        );
        const read = await filedBy(
          readMemPalace(
            join(folder, 'chroma.sqlite3'),
            new Filer(NOWHERE, { original: true }),
            testRuntime({ home: folder }),
            () => new Error(),
          ),
        );
        expect(read.texts.sort()).toEqual(all.map((one) => one.text).sort());
        expect(read.left).toEqual([]);
        expect(new Set(read.ids).size).toBe(all.length);
        expect(read.paths.every(isDrawerPath)).toBe(true);
      },
    ),
    { numRuns: longRun(12, 400) },
  );
});

test('a damaged database and one of another program are named', async () => {
  const palace = await testPalace();
  const folder = originalPalace(
    [...Array(400).keys()].map((n) => ({
      id: `d${n}`,
      text: `words ${n} `.repeat(40),
      metadata: { wing: 'w', room: 'r' },
    })),
  );
  const path = join(folder, 'chroma.sqlite3');
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096 * 12);
  writeFileSync(path, bytes);
  const result = await importInto(palace, { path });
  expect(result.left.at(-1)).toMatchObject({ reason: expect.stringContaining('SQLite'), damaged: true });
  const graph = join(folder, 'knowledge_graph.sqlite3');
  originalGraph(graph, []);
  expect(await importInto(palace, { path: graph })).toMatchObject({
    left: [],
    facts: { added: 0 },
    drawers: { added: 0 },
  });
  writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(50)]));
  expect((await importInto(palace, { path })).left[0]).toMatchObject({ damaged: true });
  await expect(importInto(palace, { path: folderWith({ 'a.txt': 'x' }) })).rejects.toMatchObject({ code: 'no-export' });
  await expect(importInto(palace, { path: folder, from: 'palace' })).rejects.toMatchObject({ code: 'no-export' });
});

const quoted = (text: string): string => `> ${text.replace(/\n+$/, '').split('\n').join('\n> ')}`;
const exportedDrawer = (id: string, text: string, source = 'unknown'): string =>
  `## ${id}\n\n${quoted(text)}\n\n| Field | Value |\n|-------|-------|\n| Source | ${source} |\n| Filed | 2026-02-03T04:05:06 |\n| Added by | unknown |\n\n---\n\n`;

test('the markdown export of the original', async () => {
  const palace = await testPalace();
  const tricky = '## no heading\n\n> quoted\n---\n| Field | no table |\n\r\nend';
  const folder = folderWith({
    'index.md': '# Palace Export — 2026-02-03\n',
    'tide/index.md': '# Wing Export — tide\n',
    'tide/front end.md': `# wing_tide / front end\n\n${exportedDrawer('drawer_1', tricky, '/x/a|b.md')}${exportedDrawer('drawer_2', 'one\n')}stray words\n`,
    'tide/other.md': 'just a note\n',
    'win/r.md': `# win / r\n\n${exportedDrawer('drawer_3', 'a\nb')}`.replaceAll('\n', '\r\n'),
  });
  const result = await importInto(palace, { path: folder });
  expect(result).toMatchObject({ format: 'mempalace-markdown', drawers: { added: 3 }, wings: ['tide', 'win'] });
  expect(result.left.map(({ where }) => where)).toEqual([
    expect.stringMatching(/^tide\/front end\.md:\d+$/),
    'tide/other.md',
  ]);
  const [first, second, third] = drawersIn(palace.root).sort((a, b) =>
    (a.front.source ?? '') < (b.front.source ?? '') ? -1 : 1,
  );
  expect(first).toMatchObject({
    text: tricky,
    front: { source: 'mempalace:drawer_1', source_file: '/x/a|b.md', filed: '2026-02-03T04:05:06' },
  });
  expect(first?.path).toMatch(/^wings\/tide\/front-end\//);
  expect(second?.text).toBe('one');
  expect(third?.text).toBe('a\nb');
  expect(await importInto(palace, { path: folder })).toMatchObject({
    drawers: { added: 0, unchanged: 3 },
    commits: [],
  });
});

test('every exported drawer comes back in its words', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('>', '#', ' ', '\n', '|', '-', 'a', '\r', '.') }), {
        minLength: 1,
        maxLength: 20,
      }),
      async (texts) => {
        const folder = folderWith({
          'w/r.md': `# w / r\n\n${texts.map((text, at) => exportedDrawer(`d${at}`, text)).join('')}`,
        });
        const read = await filedBy(readExportedRooms(folder, new Filer(NOWHERE)));
        expect(read.left).toEqual([]);
        const wanted = texts.map((text) => text.replace(/\n+$/, ''));
        expect(read.texts.sort()).toEqual(wanted.sort());
      },
    ),
    { numRuns: longRun(25, 1000) },
  );
});

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Filer } from '../../../src/services/import/foreign/filer.js';
import { readMemoryServer } from '../../../src/services/import/foreign/memory-server.js';
import { importInto } from '../../../src/services/import/import.js';
import { longRun } from '../../support/counts.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, gitIn, testPalace } from '../../support/palace.js';
import { drawersIn, filedBy, folderWith, NOWHERE } from './foreign-support.js';

const NOTE = `---\r
title: Tide tables\r
type: note\r
permalink: sea/tide-tables\r
tags:\r
- sea\r
---\r
\r
# Tide tables\r
\r
## Observations\r
- [fact] High water at noon #tide (from the board)\r
\r
## Relations\r
- part_of [[The pier]] (loosely)\r
- written by [[Ann]]\r
`;

test('no secret in a title gets into git, as the name of a file neither, and the second import finds the first', async () => {
  const palace = await testPalace();
  const hidden = `${'kx7q29vmz'}${'t4wpl83jr'}`;
  const note = `---\ntitle: the password = "${hidden}" of Ann\ntype: note\npermalink: ann\n---\nwords\n`;
  const folder = folderWith({ 'ann.md': note }, 'notes');
  expect(await importInto(palace, { path: folder })).toMatchObject({ drawers: { added: 1 } });
  expect(await importInto(palace, { path: folder })).toMatchObject({ drawers: { added: 0, unchanged: 1 } });
  expect(gitIn(palace, 'log', '-p', '--all')).toContain('[secret:password:1]');
  expect(gitIn(palace, 'log', '-p', '--all')).not.toContain(hidden);
});

test.each(ENGINES)('notes of basic-memory: byte for byte, links and names beside; once (%s git)', async (engine) => {
  const palace = await testPalace(engine);
  const folder = folderWith(
    {
      'sea/tides/Tide tables.md': NOTE,
      'top.md': '---\ntitle: Top\ntype: note\npermalink: top\n---\nwords',
      'plain.md': 'no front-matter\n',
      'blank.md': '\n',
      'binary.md': Buffer.from([0, 1, 2, 0, 255]),
      'a.png': 'x',
      '.obsidian/x.md': 'x',
    },
    'my notes',
  );
  const result = await importInto(palace, { path: folder });
  expect(result).toMatchObject({ format: 'basic-memory', drawers: { added: 3 }, wings: ['my-notes'] });
  expect(result.left).toMatchObject([
    { where: 'binary.md', damaged: true },
    { where: 'blank.md', damaged: false },
    { reason: '1 files are no markdown notes' },
  ]);
  const drawers = drawersIn(palace.root);
  const tides = drawers.find(({ front }) => front.unit === 'sea/tides/Tide tables.md');
  expect(tides).toMatchObject({
    text: NOTE,
    front: {
      title: 'Tide tables',
      permalink: 'sea/tide-tables',
      source: 'basic-memory:my notes',
      links: ['The pier', 'Ann'],
      relations: ['part_of [[The pier]]', 'written by [[Ann]]'],
    },
  });
  expect(tides?.path).toMatch(/^wings\/my-notes\/sea\//);
  expect(drawers.find(({ front }) => front.unit === 'plain.md')?.text).toBe('no front-matter\n');
  assertClean(palace);
  expect(await importInto(palace, { path: folder })).toMatchObject({
    drawers: { added: 0, unchanged: 3 },
    commits: [],
  });
});

const ANN = { type: 'entity', name: 'Ann', entityType: 'person', observations: ['speaks Dutch', 'two\nlines'] };
const KNOWS = { type: 'relation', from: 'Ann', to: 'Ben', relationType: 'knows' };

test('the graph of the memory server: entities with their observations, relations, what is damaged', async () => {
  const palace = await testPalace();
  const lines = [
    KNOWS,
    ANN,
    { type: 'entity', name: 'Empty', entityType: 'con', observations: [] },
    { ...ANN, observations: ['again'] },
  ];
  const text = [
    ...lines.map((line) => JSON.stringify(line)),
    '{"type":"entity"}',
    '{broken',
    '',
    '{"type":"relation","from":"x"}',
  ];
  const folder = folderWith({ 'memory.json': text.join('\n') });
  const result = await importInto(palace, { path: folder });
  expect(result).toMatchObject({ format: 'memory-server', drawers: { added: 4 }, wings: ['memory'] });
  expect(result.left.map(({ where, damaged }) => [where, damaged])).toEqual(
    [5, 6, 8].map((n) => [`memory.json:${n}`, true]),
  );
  const drawers = drawersIn(palace.root);
  expect(drawers.map((drawer) => drawer.text).sort()).toEqual([
    'Ann (person)\n\nagain\n',
    'Ann (person)\n\nspeaks Dutch\ntwo\nlines\n',
    'Ann knows Ben\n',
    'Empty (con)\n\n',
  ]);
  expect(drawers.find(({ front }) => front.title === 'Ann: relations')).toMatchObject({
    front: { entities: ['Ann', 'Ben'] },
  });
  const file = join(folder, 'memory.json');
  expect(await importInto(palace, { path: file })).toMatchObject({ drawers: { added: 0, unchanged: 4 }, commits: [] });
  await expect(importInto(palace, { path: file, from: 'basic-memory' })).rejects.toMatchObject({ code: 'no-export' });
  expect((await importInto(palace, { path: file, from: 'palace' })).left).toHaveLength(7);
});

test('every observation and relation of any graph is in the palace', async () => {
  const words = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((one) => one.replace(/[\ud800-\udfff]/gu, '?'));
  const entity = fc.record({
    type: fc.constant('entity'),
    name: words,
    entityType: words,
    observations: fc.array(words, { maxLength: 5 }),
  });
  const relation = fc.record({ type: fc.constant('relation'), from: words, to: words, relationType: words });
  await fc.assert(
    fc.asyncProperty(
      fc.array(entity, { minLength: 1, maxLength: 8 }),
      fc.array(relation, { maxLength: 8 }),
      async (entities, relations) => {
        const folder = folderWith({
          'memory.jsonl': [...entities, ...relations].map((one) => JSON.stringify(one)).join('\n'),
        });
        const { left, texts, ids } = await filedBy(readMemoryServer(join(folder, 'memory.jsonl'), new Filer(NOWHERE)));
        expect(left).toEqual([]);
        expect(new Set(ids).size).toBe(entities.length + new Set(relations.map(({ from }) => from)).size);
        const wanted = entities.map(
          (one) => `${[`${one.name} (${one.entityType})`, '', ...one.observations].join('\n')}\n`,
        );
        for (const text of wanted) expect(texts).toContain(text);
        const all = texts.join('');
        for (const { from, to, relationType } of relations) expect(all).toContain(`${from} ${relationType} ${to}\n`);
      },
    ),
    { numRuns: longRun(25, 1000) },
  );
});

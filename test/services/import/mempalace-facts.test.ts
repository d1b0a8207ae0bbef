import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importInto } from '../../../src/services/import/import.js';
import { endFact } from '../../../src/services/kg/end.js';
import { queryKg } from '../../../src/services/kg/query.js';
import { assertClean, testPalace } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';
import { commitCount } from '../support.js';
import { type OriginalFact, originalGraph } from './foreign-support.js';

const NAMES = { nadia_petrov: 'Nadia Petrov', orion: 'Orion' };
const FACTS: OriginalFact[] = [
  {
    subject: 'nadia_petrov',
    predicate: 'works_at',
    object: 'orion',
    from: '2026-03-15',
    confidence: 0.8,
    file: '/x/a.md',
  },
  {
    subject: 'nadia_petrov',
    predicate: 'works_at',
    object: 'orion',
    from: '2025-06-01',
    to: '2026-03-15',
    closet: 'c1',
  },
  { subject: 'nadia_petrov', predicate: 'works_at', object: 'nova', from: '2026-01-01T10:00:00' },
  { subject: 'nadia_petrov', predicate: 'loves', object: 'chess' },
  { subject: 'nadia_petrov', predicate: 'loves', object: 'tea', from: 'last spring' },
  { subject: 'nadia_petrov', predicate: 'loves', object: 'rain', from: '2026-03-01', to: '2026-02-01' },
];

test('facts of the original come with dates, confidence and source; once; what changed here since stays', async () => {
  const palace = await testPalace();
  const path = join(tempDir(), 'knowledge_graph.sqlite3');
  originalGraph(path, FACTS, NAMES);
  const commits = commitCount(palace);
  const dry = await importInto(palace, { path, dryRun: true });
  expect(dry).toMatchObject({ facts: { added: 4, merged: 0, unchanged: 0 }, commits: [] });
  expect(commitCount(palace)).toBe(commits);

  const result = await importInto(palace, { path });
  expect(result.facts).toEqual({ added: 4, merged: 0, unchanged: 0 });
  expect(result.commits).toHaveLength(1);
  expect(result.left.map(({ where, damaged }) => [where, damaged])).toEqual([
    ['knowledge_graph.sqlite3: Nadia Petrov → loves → rain', true],
    ['knowledge_graph.sqlite3: Nadia Petrov → loves → tea', true],
  ]);
  assertClean(palace);

  const rows = async () =>
    (await queryKg(palace, { entity: 'nadia petrov' })).facts
      .map((fact) => [
        fact.predicate,
        fact.object,
        fact.valid_from,
        fact.valid_to,
        fact.confidence,
        fact.source_closet,
        fact.source_file,
      ])
      .sort();
  const imported = [
    ['loves', 'chess', null, null, 1, null, null],
    ['works_at', 'Orion', '2025-06-01', '2026-03-15', 1, 'c1', null],
    ['works_at', 'Orion', '2026-03-15', null, 0.8, null, '/x/a.md'],
    ['works_at', 'nova', '2026-01-01', null, 1, null, null],
  ];
  expect(await rows()).toEqual(imported);

  await endFact(palace, { subject: 'Nadia Petrov', predicate: 'loves', object: 'chess', ended: '2026-04-01' });
  const before = commitCount(palace);
  expect((await importInto(palace, { path })).facts).toEqual({ added: 0, merged: 0, unchanged: 4 });
  expect(commitCount(palace)).toBe(before);
  expect(await rows()).toEqual([['loves', 'chess', null, '2026-04-01', 1, null, null], ...imported.slice(1)]);
});

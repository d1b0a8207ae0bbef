import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addFact } from '../../../src/services/kg/add.js';
import { readKgStats } from '../../../src/services/kg/stats.js';
import { readStatus } from '../../../src/services/status/status.js';
import { edit, testPalace } from '../../support/palace.js';

test('status counts the facts that stand and those that hold now, and names damaged lines', async () => {
  const palace = await testPalace();
  expect((await readStatus(palace)).facts).toEqual({ total: 0, current: 0, damaged: 0 });
  await addFact(palace, { subject: 'Kai', predicate: 'works_on', object: 'Orion', valid_from: '2025' });
  await addFact(palace, {
    subject: 'Kai',
    predicate: 'works_on',
    object: 'Lyra',
    valid_from: '2024',
    valid_to: '2025',
  });
  edit(palace, 'facts/other/2026-01.jsonl', '{"event":\n');
  const { triples, current_facts: current } = await readKgStats(palace);
  expect((await readStatus(palace)).facts).toEqual({ total: triples, current, damaged: 1 });
  expect([triples, current]).toEqual([2, 1]);
});

test('status does not read logs that are long, and keeps no cache of facts', async () => {
  const palace = await testPalace();
  const line = (at: number) =>
    `${JSON.stringify({ event: `e-${String(at).padStart(16, '0')}`, op: 'add', at: '2026-01-01T00:00:00.000Z', subject: `P${at}`, predicate: 'knows', object: 'x'.repeat(200) })}\n`;
  const lines = Array.from({ length: 3000 }, (_, at) => line(at));
  edit(palace, 'facts/other/2026-01.jsonl', lines.join(''));
  expect((await readStatus(palace)).facts).toEqual({ total: 3000, current: 3000, damaged: 0 });
  expect(existsSync(join(palace.cacheDir, 'facts'))).toBe(false);
  edit(palace, 'facts/other/2026-02.jsonl', lines.join(''));
  expect((await readStatus(palace)).facts).toEqual({ total: null, current: null, damaged: 0 });
});

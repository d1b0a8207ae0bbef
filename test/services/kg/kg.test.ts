import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addFact, type KgAddRequest } from '../../../src/services/kg/add.js';
import { correctFact } from '../../../src/services/kg/correct.js';
import { endFact } from '../../../src/services/kg/end.js';
import { describeEntity, listEntities } from '../../../src/services/kg/entities.js';
import { importFacts } from '../../../src/services/kg/import.js';
import { queryKg } from '../../../src/services/kg/query.js';
import { retractFact } from '../../../src/services/kg/retract.js';
import { readKgStats } from '../../../src/services/kg/stats.js';
import { readTimeline } from '../../../src/services/kg/timeline.js';
import { removeDrawers } from '../../../src/services/remove/remove.js';
import { undoOperation } from '../../../src/services/undo/undo.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { commitCount, refusal, remember } from '../support.js';

// The clock of the tests begins at 2026-06-01T12:00:00Z.
type More = Partial<KgAddRequest>;
const state = (palace: TestPalace, subject: string, predicate: string, object: string, more: More = {}) =>
  addFact(palace, { subject, predicate, object, ...more });

async function known(palace: TestPalace, entity: string, more: Record<string, unknown> = {}): Promise<string[]> {
  const { facts } = await queryKg(palace, { entity, ...more });
  return facts.map((fact) => `${fact.predicate} ${fact.object} ${fact.valid_from ?? '?'}..${fact.valid_to ?? ''}`);
}

describe('stating a fact', () => {
  test('again says nothing new; an earlier start, an end, more confidence and a source are merged and reported (acceptance 39)', async () => {
    const palace = await testPalace();
    const first = await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025-06', confidence: 0.5 });
    const commits = commitCount(palace);
    const same = await state(palace, 'KAI', 'Works on', 'orion', { valid_from: '2025-07' });
    expect(same).toMatchObject({
      status: 'unchanged',
      triple_id: first.triple_id,
      valid_from: '2025-06',
      commit: null,
    });
    expect(commitCount(palace)).toBe(commits);
    const earlier = await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025-05-12' });
    expect(earlier).toMatchObject({
      status: 'merged',
      triple_id: first.triple_id,
      changed: [{ field: 'valid_from', before: '2025-06', after: '2025-05-12' }],
    });
    const surer = await state(palace, 'Kai', 'works_on', 'Orion', { confidence: 0.9, source_file: 'minutes.md' });
    expect(surer.changed.map(({ field }) => field)).toEqual(['confidence', 'sources']);
    const over = await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025-05-12', valid_to: '2026-03' });
    expect(over.changed).toEqual([{ field: 'valid_to', before: null, after: '2026-03' }]);
    const [fact] = (await queryKg(palace, { entity: 'kai' })).facts;
    expect(fact).toMatchObject({ confidence: 0.9, source_file: 'minutes.md', current: false, by: 'Ada Tester' });
    assertClean(palace);
  });

  test('that ended and returns is a fact of its own; one that overlaps a closed one is reported (22.7)', async () => {
    const palace = await testPalace();
    const first = await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025' });
    expect((await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025' })).triple_id).toBe(first.triple_id);
    await endFact(palace, { subject: 'Kai', predicate: 'works_on', object: 'Orion', ended: '2025-09' });
    const back = await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2026-01' });
    expect(back).toMatchObject({ status: 'added', overlapping: [] });
    expect(await known(palace, 'Kai')).toEqual(['works_on Orion 2025..2025-09', 'works_on Orion 2026-01..']);
    expect(await known(palace, 'Kai', { as_of: '2025-09-30' })).toEqual(['works_on Orion 2025..2025-09']);
    expect(await known(palace, 'Kai', { as_of: '2025-11' })).toEqual([]);
    await endFact(palace, { subject: 'Kai', predicate: 'works_on', object: 'Orion', ended: '2026-02' });
    const inside = await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025-03', valid_to: '2025-04' });
    expect(inside.status).toBe('unchanged');
    const wider = await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025-03', valid_to: '2025-11' });
    expect(wider.changed).toEqual([
      { field: 'valid_from', before: '2025', after: '2025-03' },
      { field: 'valid_to', before: '2025-09', after: '2025-11' },
    ]);
    const open = await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2026-02-10' });
    expect(open.overlapping).toMatchObject([{ valid_from: '2026-01', valid_to: '2026-02' }]);
  });

  test('of a relation with one value ends the old value where the new one begins, for every kind of date', async () => {
    const palace = await testPalace();
    await state(palace, 'Kai', 'works_at', 'Acme', { valid_from: '2024' });
    const next = await state(palace, 'Kai', 'works_at', 'Beta', { valid_from: '2026-03-15' });
    expect(next.ended).toMatchObject([{ fact: 'Kai → works_at → Acme', valid_to: '2026-03-14' }]);
    expect(await known(palace, 'Kai', { as_of: '2026-03-14' })).toEqual(['works_at Acme 2024..2026-03-14']);
    expect(await known(palace, 'Kai', { as_of: '2026-03-15' })).toEqual(['works_at Beta 2026-03-15..']);
    const moment = await state(palace, 'Kai', 'works_at', 'Gamma', { valid_from: '2026-04-01T10:00:00+02:00' });
    expect(moment.ended).toMatchObject([{ valid_to: '2026-04-01T08:00:00Z' }]);
    const older = await state(palace, 'Kai', 'works_at', 'Zero', { valid_from: '2020' });
    expect(older).toMatchObject({ valid_to: '2023', ended: [] });
    expect(older.notes[0]).toMatch(/ends on 2023/);
    const beside = await state(palace, 'Kai', 'works_at', 'Delta', { valid_from: '2026-05', also: true });
    expect(beside.ended).toEqual([]);
    const clash = await state(palace, 'Kai', 'works_at', 'Epsilon', { valid_from: '2026-05' });
    expect(clash.conflicts).toMatchObject([{ fact: 'Kai → works_at → Delta' }]);
    const undated = await state(palace, 'Nova', 'status', 'done');
    expect(undated.ended).toEqual([]);
    const since = await state(palace, 'Nova', 'status', 'open again');
    expect(since.ended).toMatchObject([{ fact: 'Nova → status → done', valid_to: '2026-05-31' }]);
  });

  test('reports circles, facts about oneself and near names; refuses what cannot be', async () => {
    const palace = await testPalace();
    await state(palace, 'Ann', 'reports_to', 'Ben');
    await state(palace, 'Ben', 'reports_to', 'Cid');
    expect((await state(palace, 'Cid', 'reports_to', 'Ann')).notes).toEqual([
      'this makes a circle: Cid reports_to Ann reports_to Ben reports_to Cid',
    ]);
    expect((await state(palace, 'Ann', 'knows', 'ANN')).notes).toEqual(['"Ann" is both sides of this fact']);
    expect((await queryKg(palace, { entity: 'Ann' })).facts.map(({ predicate }) => predicate)).toContain('knows');
    expect((await state(palace, 'Anm', 'knows', 'Ben')).notes[0]).toMatch(/"Anm" is new here; near are "Ann"/);
    const text = `${'x'.repeat(9_990)}, (c) / #d`;
    expect((await state(palace, 'Ann', 'said', text)).status).toBe('added');
    expect((await queryKg(palace, { entity: 'Ann', predicate: 'said' })).facts[0]?.object).toBe(text);
    for (const [more, code] of [
      [{ object: 'a\0b' }, 'bad-fact'],
      [{ object: 'x'.repeat(10_001) }, 'bad-fact'],
      [{ subject: ' ' }, 'bad-fact'],
      [{ valid_from: '2026-02-30' }, 'bad-date'],
      [{ valid_from: '2026-03', valid_to: '2026-02' }, 'ends-before-start'],
      [{ confidence: 1.5 }, 'bad-confidence'],
      [{ source_drawer: 'd-1234123412341234' }, 'not-found'],
      [{ source_lines: '1-2' }, 'bad-lines'],
    ] as const) {
      const error = await refusal(addFact(palace, { ...{ subject: 'Ann', predicate: 'x', object: 'y' }, ...more }));
      expect(error.code).toBe(code);
    }
  });

  test('keeps the memory that says so, also when that is removed', async () => {
    const palace = await testPalace();
    const drawer = await remember(palace, 'one\ntwo\nKai leads Orion now.');
    const fact = await state(palace, 'Kai', 'leads', 'Orion', {
      source_drawer: drawer.id.slice(0, 8),
      source_lines: '3',
    });
    expect(
      (await refusal(state(palace, 'Kai', 'leads', 'Nova', { source_drawer: drawer.id, source_lines: '4' }))).code,
    ).toBe('bad-lines');
    await removeDrawers(palace, { ids: [drawer.id] });
    expect((await queryKg(palace, { entity: 'Kai' })).facts).toMatchObject([
      { triple_id: fact.triple_id, source_drawer: drawer.id, source_lines: [3, 3] },
    ]);
  });
});

describe('ending, correcting, retracting', () => {
  test('say what they did, and that there was nothing to do (acceptance 39, 20.2 row 26)', async () => {
    const palace = await testPalace();
    await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025-06' });
    const wrong = await refusal(endFact(palace, { subject: 'Kai', predicate: 'works_on', object: 'Nova' }));
    expect(wrong).toMatchObject({ code: 'no-such-fact', exit: 4 });
    expect(wrong.message).toMatch(/known is Kai → works_on → Orion/);
    expect((await refusal(endFact(palace, { subject: 'Kay', predicate: 'works_on' }))).message).toMatch(
      /did you mean "Kai"/,
    );
    expect((await refusal(endFact(palace, { subject: 'Kai', predicate: 'work_on' }))).message).toMatch(
      /did you mean "works_on"/,
    );
    expect((await refusal(endFact(palace, { subject: 'Kai', predicate: 'works_on', ended: '2025-05' }))).code).toBe(
      'ends-before-start',
    );
    const ended = await endFact(palace, { subject: 'kai', predicate: 'works_on' });
    expect(ended).toMatchObject({ status: 'ended', count: 1, ended: '2026-06-01' });
    expect(await endFact(palace, { subject: 'kai', predicate: 'works_on' })).toMatchObject({
      status: 'unchanged',
      count: 0,
      commit: null,
    });
    const twice = await refusal(endFact(palace, { subject: 'Kai', predicate: 'works_on', ended: '2026-05' }));
    expect(twice).toMatchObject({ code: 'already-ended', exit: 4 });
    const fixed = await correctFact(palace, {
      subject: 'Kai',
      predicate: 'works_on',
      set: { valid_to: 'none', valid_from: '2025' },
    });
    expect(fixed.changed).toEqual([
      { field: 'valid_from', before: '2025-06', after: '2025' },
      { field: 'valid_to', before: '2026-06-01', after: null },
    ]);
    expect(await known(palace, 'Kai')).toEqual(['works_on Orion 2025..']);
    expect(
      (await correctFact(palace, { subject: 'Kai', predicate: 'works_on', set: { valid_from: '2025' } })).status,
    ).toBe('unchanged');
    const renamed = await correctFact(palace, { id: fixed.triple_id.slice(-12), set: { object: 'Nova' } });
    expect(renamed.fact).toBe('Kai → works_on → Nova');
    expect(await known(palace, 'Orion')).toEqual([]);
    expect(await known(palace, 'Nova')).toEqual(['works_on Nova 2025..']);
    expect((await refusal(correctFact(palace, { id: fixed.triple_id, set: {} }))).code).toBe('nothing-to-correct');
  });

  test('a retracted fact was never true: what it had ended holds again', async () => {
    const palace = await testPalace();
    await state(palace, 'Kai', 'works_at', 'Acme', { valid_from: '2024' });
    await state(palace, 'Kai', 'works_at', 'Beta', { valid_from: '2026' });
    const gone = await retractFact(palace, {
      subject: 'Kai',
      predicate: 'works_at',
      object: 'Beta',
      reason: 'in jest',
    });
    expect(gone.reopened).toMatchObject([{ fact: 'Kai → works_at → Acme', valid_to: null }]);
    expect(await known(palace, 'Kai')).toEqual(['works_at Acme 2024..']);
    expect(await known(palace, 'Kai', { retracted: true })).toHaveLength(2);
    expect((await refusal(endFact(palace, { subject: 'Kai', predicate: 'works_at', object: 'Beta' }))).message).toMatch(
      /was retracted on/,
    );
    expect((await state(palace, 'Kai', 'works_at', 'Beta', { valid_from: '2026' })).notes[0]).toMatch(
      /retracted on .*: in jest/,
    );
  });
});

describe.each(ENGINES)('what was known then (%s)', (engine) => {
  test('a date folds the events up to it, a revision its tree', async () => {
    const palace = await testPalace(engine);
    await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025-06-01' });
    const before = gitIn(palace, 'rev-parse', 'HEAD').trim();
    palace.runtime.advance(40 * 86_400_000);
    await endFact(palace, { subject: 'Kai', predicate: 'works_on', object: 'Orion', ended: '2026-03-01' });
    expect(await known(palace, 'Kai', { as_of: '2026-04-01' })).toEqual([]);
    for (const known_at of ['2026-06-20', before, 'HEAD~1'])
      expect(await known(palace, 'Kai', { as_of: '2026-04-01', known_at })).toEqual(['works_on Orion 2025-06-01..']);
    expect(await known(palace, 'Kai', { known_at: '2026-05' })).toEqual([]);
    expect((await refusal(queryKg(palace, { entity: 'Kai', known_at: 'no-such' }))).code).toBe('unknown-revision');
  });

  test('undo revokes, redo takes that back, and both hold across a merge of two clones', async () => {
    const palace = await testPalace(engine);
    await state(palace, 'Kai', 'works_at', 'Acme', { valid_from: '2024' });
    gitIn(palace, 'checkout', '-q', '-b', 'other');
    palace.runtime.env = { ...palace.runtime.env, PALACE_WRITER: 'other' };
    await state(palace, 'Kai', 'works_at', 'Beta', { valid_from: '2026' });
    const undone = await undoOperation(palace, {});
    expect(undone.revoked).toBe(2);
    expect(await known(palace, 'Kai')).toEqual(['works_at Acme 2024..']);
    gitIn(palace, 'checkout', '-q', 'main');
    palace.runtime.env = { ...palace.runtime.env, PALACE_WRITER: 'mine' };
    await state(palace, 'Kai', 'knows', 'Ann');
    gitIn(palace, 'merge', '-q', '--no-edit', 'other');
    expect(await known(palace, 'Kai')).toEqual(['works_at Acme 2024..', 'knows Ann ?..']);
    await undoOperation(palace, { revision: undone.commit ?? '' });
    expect(await known(palace, 'Kai')).toEqual(['works_at Acme 2024..2025', 'works_at Beta 2026..', 'knows Ann ?..']);
    await undoOperation(palace, {});
    expect(await known(palace, 'Kai')).toEqual(['works_at Acme 2024..', 'knows Ann ?..']);
    assertClean(palace);
  });
});

describe('entities, import, timeline, statistics', () => {
  test('properties are merged and never wiped (20.2 row 27); entities.yaml gives aliases', async () => {
    const palace = await testPalace();
    edit(palace, 'entities.yaml', 'people:\n  - name: Ines Ramos\n    aliases: [Innie]\n');
    await describeEntity(palace, { name: 'Innie', type: 'person', set: ['born=1990', 'left_handed=true'] });
    const more = await describeEntity(palace, { name: 'ines ramos', set: ['team=blue', 'born=1990'] });
    expect(more.changed).toEqual([{ field: 'team', before: null, after: 'blue' }]);
    await state(palace, 'INNIE', 'leads', 'driftwood');
    expect((await listEntities(palace, { name: 'Ines Ramos' })).entities).toMatchObject([
      {
        name: 'Ines Ramos',
        type: 'person',
        aliases: ['Innie'],
        properties: { born: 1990, left_handed: true, team: 'blue' },
        facts: 1,
      },
    ]);
    expect((await listEntities(palace, { name: 'Innis Ramos' })).near).toEqual(['Ines Ramos']);
    expect((await refusal(describeEntity(palace, { name: 'x', set: ['=1'] }))).code).toBe('bad-property');
    expect((await describeEntity(palace, { name: 'Innie', type: 'Person' })).status).toBe('unchanged');
  });

  test('entity facts of the original are taken in once, without invented dates or lost properties (5.5)', async () => {
    const palace = await testPalace();
    const seed = {
      kai: {
        full_name: 'Kai Moreno',
        gender: 'm',
        birthday: '2015-04-02',
        parent: 'ines',
        relationship: 'son',
        interests: ['chess', ''],
      },
      ines: { full_name: 'Ines Ramos', partner: 'tom', relationship: 'wife' },
      rex: { relationship: 'dog', owner: 'kai', gender: 'm', birthday: '2020' },
      bad: 7,
    };
    const content = { kind: 'text' as const, text: JSON.stringify(seed) };
    expect(await importFacts(palace, { content, dry_run: true })).toMatchObject({ added: 4, commit: null });
    const done = await importFacts(palace, { content });
    expect(done).toMatchObject({ added: 4, entities: 3, skipped: [{ entry: 'bad', reason: 'it is no object' }] });
    expect(await known(palace, 'Kai Moreno')).toEqual([
      'child_of Ines Ramos 2015-04-02..',
      'pet_of Kai Moreno 2020..',
      'loves Chess ?..',
    ]);
    expect((await listEntities(palace, { name: 'Rex' })).entities).toMatchObject([
      { type: 'animal', properties: { gender: 'm', birthday: '2020', species: 'dog' } },
    ]);
    const commits = commitCount(palace);
    expect(await importFacts(palace, { content })).toMatchObject({ added: 0, unchanged: 4, entities: 0, commit: null });
    expect(commitCount(palace)).toBe(commits);
    const lines =
      '{"subject":"A","predicate":"works_at","object":"X","valid_from":"2024"}\n{"subject":"A","predicate":"works_at","object":"Y","valid_from":"2025"}\n{"subject":"A"}\n';
    const listed = await importFacts(palace, { content: { kind: 'text', text: lines } });
    expect(listed).toMatchObject({ added: 2, ended: 1, skipped: [{ entry: '3' }] });
    expect(await known(palace, 'A')).toEqual(['works_at X 2024..2024', 'works_at Y 2025..']);
    expect((await refusal(importFacts(palace, { content: { kind: 'text', text: 'no json' } }))).code).toBe(
      'bad-import',
    );
  });

  test('a timeline has beginnings and ends, half-open bounds, and no silent cut', async () => {
    const palace = await testPalace();
    await state(palace, 'Kai', 'works_on', 'Orion', { valid_from: '2025-06-01', valid_to: '2026-03-01' });
    await state(palace, 'Kai', 'works_on', 'Nova', { valid_from: '2026-03-15' });
    await state(palace, 'Kai', 'likes', 'tea');
    const all = await readTimeline(palace, { entity: 'kai' });
    expect(all).toMatchObject({ entity: 'Kai', count: 3, total: 3 });
    expect(all.events.map(({ date, kind, object }) => `${date} ${kind} ${object}`)).toEqual([
      '2025-06-01 started Orion',
      '2026-03-01 ended Orion',
      '2026-03-15 started Nova',
      'null started tea',
    ]);
    const spring = await readTimeline(palace, { since: '2026-03-01', before: '2026-03-15' });
    expect(spring.events.map(({ kind, object }) => `${kind} ${object}`)).toEqual(['ended Orion']);
    expect(await readTimeline(palace, { limit: 1, offset: 1 })).toMatchObject({ count: 1, total: 3, entity: 'all' });
    expect(await readKgStats(palace)).toMatchObject({
      entities: 4,
      triples: 3,
      current_facts: 2,
      expired_facts: 1,
      relationship_types: ['likes', 'works_on'],
    });
  });

  test('a damaged line is named by file and line, and the rest works and can be written to', async () => {
    const palace = await testPalace();
    await state(palace, 'Kai', 'works_on', 'Orion');
    const [writer = ''] = readdirSync(join(palace.root, 'facts'));
    const path = `facts/${writer}/2026-06.jsonl`;
    appendFileSync(join(palace.root, path), '{"half');
    const result = await queryKg(palace, { entity: 'Kai' });
    expect(result).toMatchObject({ count: 1, damaged: [{ file: path, line: 2, message: 'not JSON' }] });
    expect(palace.runtime.warnings.at(-1)).toBe(`${path}:2: not JSON; the line does not count`);
    expect((await refusal(state(palace, 'Kai', 'likes', 'tea'))).code).toBe('unsaved-edit');
    gitIn(palace, 'commit', '-qam', 'half a line');
    await state(palace, 'Kai', 'likes', 'tea');
    expect((await queryKg(palace, { entity: 'Kai' })).count).toBe(2);
    writeFileSync(join(palace.root, 'entities.yaml'), 'people: [');
    expect((await queryKg(palace, { entity: 'Kai' })).count).toBe(2);
    expect(palace.runtime.warnings.at(-2)).toMatch(/entities.yaml, line 1: .*aliases are not used/);
  });
});

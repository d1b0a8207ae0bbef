import { describe, expect, it } from 'vitest';
import { openFacts } from '../../../src/facts/read.js';
import { addFact } from '../../../src/services/kg/add.js';
import { proposeFacts } from '../../../src/services/proposals/propose.js';
import { acceptProposals, rejectProposals } from '../../../src/services/proposals/review.js';
import { removeDrawers } from '../../../src/services/remove/remove.js';
import { undoOperation as undo } from '../../../src/services/undo/undo.js';
import { assertClean, type TestPalace, testPalace } from '../../support/palace.js';
import { commitCount, refusal, remember } from '../support.js';

async function open(palace: TestPalace): Promise<string[]> {
  const { proposals } = await proposeFacts(palace, {});
  return proposals.map(
    ({ subject, predicate, object, over }) => `${subject} ${predicate} ${object}${over ? ' over' : ''}`,
  );
}

async function idOf(palace: TestPalace, object: string): Promise<string> {
  const { proposals } = await proposeFacts(palace, {});
  return proposals.find((each) => each.object === object)?.id ?? '';
}

describe('proposals', () => {
  it('are read from drawers with their lines, and asserted by nobody', async () => {
    const palace = await testPalace();
    const words = '# Stand-up\n\n- Ines leads Driftwood since 2026-03.\n- We chose Postgres over MySQL.\n';
    const { id } = await remember(palace, words, { wing: 'driftwood', date: '2026-05-04' });
    const before = commitCount(palace);
    const { proposals, total, drawers } = await proposeFacts(palace, { wing: 'driftwood' });
    expect({ total, drawers }).toEqual({ total: 2, drawers: 1 });
    expect(proposals).toMatchObject([
      { subject: 'Ines', predicate: 'leads', object: 'Driftwood', valid_from: '2026-03', status: 'open' },
      { subject: 'driftwood', predicate: 'chose', object: 'Postgres', valid_from: '2026-05-04' },
    ]);
    expect(proposals.map(({ sources }) => sources[0])).toMatchObject([
      { drawer: id, lines: [3, 3], quote: 'Ines leads Driftwood since 2026-03.', date: '2026-05-04' },
      { drawer: id, lines: [4, 4] },
    ]);
    expect(commitCount(palace)).toBe(before);
    expect((await openFacts(palace)).facts.all()).toEqual([]);
    expect(await proposeFacts(palace, { since: 'tomorrow' })).toMatchObject({ total: 0, drawers: 0 });
    expect(await proposeFacts(palace, { since: '2026-06-01' })).toMatchObject({ total: 0, drawers: 0 });
    expect((await refusal(proposeFacts(palace, { wing: 'driftwod' }))).code).toBe('not-found');
    expect((await refusal(proposeFacts(palace, { since: 'soon' }))).code).toBe('bad-date');
  });

  it('become facts with their drawer when they are accepted, and undo offers them again', async () => {
    const palace = await testPalace();
    const { id: drawer } = await remember(palace, 'Ines leads Driftwood.', { wing: 'team' });
    const [id = ''] = (await proposeFacts(palace, {})).proposals.map((each) => each.id);
    const { reviewed } = await acceptProposals(palace, { ids: [id.slice(0, 8)], valid_from: '2026-04' });
    expect(reviewed).toMatchObject([
      { id, status: 'accepted', fact: 'Ines → leads → Driftwood', valid_from: '2026-04' },
    ]);
    const facts = (await openFacts(palace)).facts.all();
    expect(facts).toMatchObject([
      { subject: 'Ines', from: '2026-04', sources: [{ drawer, lines: [1, 1], by: 'Ada Tester' }] },
    ]);
    expect(await proposeFacts(palace, { decided: true })).toMatchObject({
      total: 0,
      accepted: 1,
      proposals: [{ status: 'accepted' }],
    });
    await undo(palace, {});
    expect((await openFacts(palace)).facts.all()).toEqual([]);
    expect(await open(palace)).toEqual(['Ines leads Driftwood']);
    assertClean(palace);
  });

  it('are not offered again once rejected, by no drawer and under no alias, until that is undone', async () => {
    const palace = await testPalace();
    await remember(palace, 'Ines leads Driftwood.', { wing: 'team' });
    const { reviewed } = await rejectProposals(palace, { ids: [await idOf(palace, 'Driftwood')], reason: 'a joke' });
    expect(reviewed).toMatchObject([{ status: 'rejected', triple_id: null }]);
    await remember(palace, 'As everybody knows: Ines leads Driftwood!', { wing: 'other' });
    expect(await open(palace)).toEqual([]);
    const again = await rejectProposals(palace, { ids: [reviewed[0]?.id ?? ''] });
    expect(again.reviewed).toMatchObject([{ status: 'unchanged', commit: null }]);
    expect((await proposeFacts(palace, { decided: true })).proposals).toMatchObject([
      { status: 'rejected', decided: { by: 'Ada Tester', reason: 'a joke' }, sources: [{}, {}] },
    ]);
    await undo(palace, { revision: reviewed[0]?.commit ?? '' });
    expect(await open(palace)).toEqual(['Ines leads Driftwood']);
  });

  it('end facts, and name what the facts say against them', async () => {
    const palace = await testPalace();
    await addFact(palace, { subject: 'Ravi', predicate: 'works_at', object: 'Northwind', valid_from: '2020' });
    await addFact(palace, { subject: 'Orion', predicate: 'led_by', object: 'Ravi' });
    await remember(palace, 'Ravi left Northwind in April 2026. Ines leads Orion.', {
      wing: 'team',
      date: '2026-05-01',
    });
    const { proposals } = await proposeFacts(palace, {});
    expect(
      proposals.map(({ object, over, valid_to, conflicts }) => [object, over, valid_to, conflicts.length]),
    ).toEqual([
      ['Northwind', true, '2026-04', 0],
      ['Orion', false, null, 1],
    ]);
    const { reviewed } = await acceptProposals(palace, { ids: [await idOf(palace, 'Northwind')] });
    expect(reviewed).toMatchObject([{ ended: [{ fact: 'Ravi → works_at → Northwind', valid_to: '2026-04' }] }]);
    const [fact] = (await openFacts(palace)).facts.ofTriple('Ravi', 'works_at', 'Northwind');
    expect(fact).toMatchObject({ to: '2026-04', sources: [{ drawer: null }, { lines: [1, 1] }] });
    expect(await open(palace)).toEqual(['Ines leads Orion']);
  });

  it('leave out what is known, in whatever words, and what drawers no longer say', async () => {
    const palace = await testPalace();
    await addFact(palace, { subject: 'Orion', predicate: 'led_by', object: 'Ines' });
    const { id } = await remember(palace, 'Ines leads Orion. Soren lives in Oslo.', { wing: 'team' });
    expect(await proposeFacts(palace, {})).toMatchObject({ total: 1, known: 1 });
    await removeDrawers(palace, { ids: [id] });
    expect(await proposeFacts(palace, {})).toMatchObject({ total: 0, known: 0, drawers: 0 });
  });

  it('refuse unknown ids, edits of several, and dates that are none, and write nothing then', async () => {
    const palace = await testPalace();
    await remember(palace, 'Ines leads Driftwood. Soren lives in Oslo.', { wing: 'team' });
    const ids = (await proposeFacts(palace, {})).proposals.map(({ id }) => id);
    const before = commitCount(palace);
    expect((await refusal(acceptProposals(palace, { ids: ['p-000000000000'] }))).code).toBe('not-found');
    expect((await refusal(rejectProposals(palace, { ids: ['../x'] }))).code).toBe('not-found');
    expect((await refusal(acceptProposals(palace, { ids, object: 'Orion' }))).code).toBe('bad-usage');
    expect((await refusal(acceptProposals(palace, { ids: ids.slice(0, 1), valid_from: 'May 6' }))).code).toBe(
      'bad-date',
    );
    expect((await refusal(acceptProposals(palace, { ids: ids.slice(0, 1), confidence: 2 }))).code).toBe(
      'bad-confidence',
    );
    expect(commitCount(palace)).toBe(before);
    expect((await acceptProposals(palace, { ids })).reviewed.map(({ status }) => status)).toEqual([
      'accepted',
      'accepted',
    ]);
    assertClean(palace);
  });
});

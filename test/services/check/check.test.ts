import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { issueLine } from '../../../src/cli/output/check.js';
import { checkText } from '../../../src/services/check/check.js';
import { checkGraph } from '../../../src/services/check/check-drawers.js';
import { mine } from '../../../src/services/mine/mine.js';
import { edit, testPalace } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';
import { commitCount, refusal, remember } from '../support.js';
import { stateFacts } from './support.js';

const text = (words: string) => ({ content: { kind: 'text' as const, text: words } });

describe('checking a text', () => {
  it('says what the records say, as the reference words it', async () => {
    const palace = await testPalace();
    stateFacts(
      palace,
      { subject: 'invoice-import', predicate: 'assigned_to', object: 'Dana' },
      { subject: 'Dana', predicate: 'works_at', object: 'Globex', from: '2023-04' },
      { subject: 'sprint', predicate: 'ends_on', object: 'Friday', to: '2026-05-29' },
      { subject: 'sprint', predicate: 'ends_on', object: 'Thursday', from: '2026-05-30' },
      { subject: 'Ravi', predicate: 'knows', object: 'Dana' },
    );
    const words = 'Ravi finished the invoice-import.\n\nDana has been here 2 years.\nThe sprint ends Friday.';
    const { issues, total, claims } = await checkText(palace, text(words));
    expect(issues.map(issueLine)).toEqual([
      '🔴 INVOICE-IMPORT: attribution conflict — Dana was assigned, not Ravi',
      '🟡 DANA: wrong_tenure — records show 3 years (started 2023-04)',
      '🟡 SPRINT: stale_date — current sprint ends Thursday (updated 2 days ago)',
    ]);
    expect(issues.map(({ lines }) => lines?.[0])).toEqual([1, 3, 4]);
    expect({ total, claims }).toEqual({ total: 3, claims: 3 });
  });

  it('names the fact and the drawer that speak against it', async () => {
    const palace = await testPalace();
    const { id } = await remember(palace, 'Dana has the invoice-import.', { wing: 'team' });
    const [fact] = stateFacts(palace, {
      subject: 'Dana',
      predicate: 'owns',
      object: 'invoice-import',
      from: '2026-01',
      drawer: id,
      lines: [1, 1],
    });
    stateFacts(palace, { subject: 'Ravi', predicate: 'knows', object: 'Dana' });
    const { issues } = await checkText(palace, text('I hear that Ravi owns invoice-import.'));
    expect(issues).toMatchObject([
      {
        severity: 'high',
        kind: 'attribution_conflict',
        subject: 'invoice-import',
        quote: 'I hear that Ravi owns invoice-import.',
        claim: { subject: 'Ravi', relation: 'owns', object: 'invoice-import' },
        facts: [{ triple_id: fact, valid_from: '2026-01', source_drawer: id, source_lines: [1, 1], by: 'Ines' }],
        drawer: null,
      },
    ]);
  });

  it('goes by the day of the text', async () => {
    const palace = await testPalace();
    stateFacts(
      palace,
      { subject: 'Kai', predicate: 'works_on', object: 'Orion', from: '2025-06-01', to: '2026-03-01' },
      { subject: 'Kai', predicate: 'works_on', object: 'Nova', from: '2026-03-15' },
    );
    const words = text('Kai works on Orion.');
    expect((await checkText(palace, { ...words, date: '2025-12-01' })).total).toBe(0);
    const { issues } = await checkText(palace, words);
    expect(issues.map(({ kind, evidence }) => [kind, evidence])).toEqual([
      ['stale_fact', 'works_on Orion was true until 2026-03-01; now Nova since 2026-03-15'],
    ]);
    expect((await refusal(checkText(palace, { ...words, date: 'some day' }))).code).toBe('bad-date');
  });

  it('is milder where the records are not sure, and silent where they know nothing', async () => {
    const palace = await testPalace();
    expect(await checkText(palace, text('Kai works at Globex.'))).toMatchObject({ total: 0, facts: 0, claims: 0 });
    stateFacts(palace, { subject: 'Kai', predicate: 'works_at', object: 'Initech', confidence: 0.3 });
    stateFacts(palace, { subject: 'Globex', predicate: 'located_in', object: 'Oslo' });
    const { issues } = await checkText(palace, text('Kai works at Globex.'));
    expect(issues).toMatchObject([{ severity: 'medium', kind: 'value_conflict' }]);
    expect(issues[0]?.evidence).toContain('confidence 0.3');
    expect((await refusal(checkText(palace, text(' ')))).code).toBe('empty-content');
  });

  it('knows aliases, and what is no longer retracted is no witness', async () => {
    const palace = await testPalace();
    edit(palace, 'entities.yaml', 'people:\n  - name: Kai Moreno\n    aliases: [km, 凯]\nprojects: []\n');
    stateFacts(palace, { subject: 'Kai Moreno', predicate: 'works_at', object: 'Initech' });
    stateFacts(palace, { subject: 'Vandelay', predicate: 'located_in', object: 'Oslo' });
    for (const words of ['km works at Vandelay.', '凯在Vandelay工作。', 'Kai works at Vandelay.'])
      expect((await checkText(palace, text(words))).issues.map(({ subject }) => subject)).toEqual(['Kai Moreno']);
  });
});

describe('checking the graph', () => {
  it('finds two values, ends before beginnings, circles and names that may be one', async () => {
    const palace = await testPalace();
    stateFacts(
      palace,
      { subject: 'Kai', predicate: 'works_at', object: 'Globex', from: '2024' },
      { subject: 'Kai', predicate: 'works_at', object: 'Initech', from: '2025' },
      { subject: 'Ada', predicate: 'works_on', object: 'Orion', from: '2026-03', to: '2025-01' },
      { subject: 'Ravi', predicate: 'reports_to', object: 'Dana' },
      { subject: 'Dana', predicate: 'reports_to', object: 'Ravi' },
      { subject: 'Marguerite', predicate: 'works_on', object: 'Orion' },
      { subject: 'Margurite', predicate: 'works_on', object: 'Nova' },
      { subject: 'sprint 13', predicate: 'follows', object: 'sprint 12' },
    );
    const { issues, drawers, facts } = await checkGraph(palace, {});
    expect(issues.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['two_values', 'Kai'],
      ['impossible_order', 'Ada'],
      ['circle', 'Ravi'],
      ['similar_name', 'Marguerite'],
    ]);
    expect({ facts, checked: drawers?.checked }).toEqual({ facts: 8, checked: 0 });
    expect((await checkGraph(palace, { drawers: false })).drawers).toBeNull();
  });

  it('compares what drawers of late state, each as of its own day', async () => {
    const palace = await testPalace();
    stateFacts(palace, { subject: 'Kai', predicate: 'works_at', object: 'Globex', to: '2026-05-20' });
    await remember(palace, 'Kai works at Globex.', { wing: 'team', date: '2026-05-10', title: 'then' });
    const late = await remember(palace, 'As of today Kai works at Globex.', {
      wing: 'team',
      date: '2026-05-31',
      title: 'now',
    });
    await remember(palace, 'Kai works at Globex!', { wing: 'team', date: '2020-01-01', title: 'old' });
    const { issues, drawers } = await checkGraph(palace, { wing: 'team' });
    expect(drawers?.checked).toBe(2);
    expect(issues).toMatchObject([{ kind: 'stale_fact', drawer: { id: late.id, date: '2026-05-31' }, lines: [1, 1] }]);
    expect((await checkGraph(palace, { since: '2019' })).drawers?.checked).toBe(3);
    expect((await refusal(checkGraph(palace, { wing: 'tema' }))).code).toBe('not-found');
  });
});

describe('a write', () => {
  it('is remarked on, and done all the same', async () => {
    const palace = await testPalace();
    expect((await remember(palace, 'Ravi finished the invoice-import.')).contradictions).toEqual([]);
    stateFacts(palace, { subject: 'Dana', predicate: 'owns', object: 'invoice-import' });
    stateFacts(palace, { subject: 'Ravi', predicate: 'knows', object: 'Dana' });
    const before = commitCount(palace);
    const { contradictions, status } = await remember(palace, 'Good news: Ravi finished the invoice-import today.');
    expect(status).toBe('added');
    expect(commitCount(palace)).toBe(before + 1);
    expect(contradictions).toMatchObject([{ kind: 'attribution_conflict' }]);
  });

  it('of many is summed up; source code states nothing', async () => {
    const palace = await testPalace();
    stateFacts(palace, { subject: 'Dana', predicate: 'owns', object: 'invoice-import' });
    stateFacts(palace, { subject: 'Ravi', predicate: 'knows', object: 'Dana' });
    const folder = tempDir();
    writeFileSync(join(folder, 'minutes.md'), '# Minutes\n\n- Ravi finished the invoice-import.\n');
    writeFileSync(join(folder, 'main.ts'), '// Ravi finished the invoice-import.\nexport const x = 1;\n');
    const { contradictions } = await mine(palace, { paths: [folder], wing: 'team' });
    expect(contradictions).toMatchObject({
      total: 1,
      left: 0,
      issues: [{ kind: 'attribution_conflict', lines: [3, 3] }],
    });
    expect((await mine(palace, { paths: [folder], wing: 'team' })).contradictions).toBeNull();
  });

  it('is not hindered by damaged facts', async () => {
    const palace = await testPalace();
    edit(palace, 'facts/w-other/2026-01.jsonl', 'no event\n');
    expect((await remember(palace, 'Ravi finished the invoice-import.')).status).toBe('added');
  });
});

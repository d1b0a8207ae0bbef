import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Aliases } from '../../src/facts/aliases.js';
import { dateBefore, factDate, spanOf, validity } from '../../src/facts/dates.js';
import { entityKey, nearNames, objectText, relationName, subjectName } from '../../src/facts/names.js';
import { asDirection, asOfSpan, knownUntil, queryFacts } from '../../src/facts/query.js';
import { parseEntitiesFile } from '../../src/palace/entities-file.js';
import { event, factsOf } from './support.js';

const NOW = new Date('2026-06-01T12:00:00Z');
const day = (text: string) => asOfSpan(text, NOW);

const EXAMPLE = [
  event('e-1', 1, 'add', {
    subject: 'Kai',
    predicate: 'works_on',
    object: 'Orion',
    from: '2025-06-01',
    to: '2026-03-01',
  }),
  event('e-2', 2, 'add', { subject: 'Kai', predicate: 'works_on', object: 'Nova', from: '2026-03-15' }),
  event('e-3', 3, 'add', { subject: 'Kai', predicate: 'recommended', object: 'Clerk', from: '2026-01-01' }),
];

describe('dates of facts (acceptance 3)', () => {
  test('are days, months, years and instants, and nothing else', () => {
    for (const good of ['2026-05-06', '2026-05-06T10:00:00Z', '2026', '2026-05'])
      expect(factDate(good, 'from')).toBe(good);
    expect(factDate(' 2026-05-06T12:00+02:00 ', 'from')).toBe('2026-05-06T10:00:00Z');
    for (const bad of [
      'May 6',
      '2026-02-30',
      '2026-13',
      '2026-05-06T10:00:00',
      '2026-5-6',
      '',
      '20260506',
      '2026-05-06T25:00:00Z',
    ])
      expect(() => factDate(bad, 'from')).toThrowError(/from .* is not a date/);
  });

  test('stand for half-open spans; an end given as a date lasts through it', () => {
    expect(spanOf('2026-02')).toEqual({ start: Date.UTC(2026, 1, 1), end: Date.UTC(2026, 2, 1) });
    expect(validity('2026', '2026-02')).toEqual({ start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 2, 1) });
    expect(validity(null, '2026-03-01T10:00:00Z')).toEqual({ start: -Infinity, end: Date.UTC(2026, 2, 1, 10) });
  });

  test('have one before them that they meet without a gap', () => {
    const dates = fc.oneof(
      fc.integer({ min: 2, max: 9998 }).map((year) => String(year).padStart(4, '0')),
      fc
        .tuple(fc.integer({ min: 1000, max: 3000 }), fc.integer({ min: 1, max: 12 }))
        .map(([y, m]) => `${y}-${String(m).padStart(2, '0')}`),
      fc
        .date({ min: new Date('1000-01-01'), max: new Date('3000-01-01'), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10)),
    );
    fc.assert(
      fc.property(dates, (date) => {
        expect(validity(null, dateBefore(date)).end).toBe(validity(date, null).start);
      }),
    );
    const instant = '2026-03-01T10:00:00Z';
    expect(validity(null, dateBefore(instant)).end).toBe(validity(instant, null).start);
  });
});

describe('names', () => {
  test('are one whatever their case, apostrophes, blanks and compatibility forms, but not across accents and scripts', () => {
    for (const [a, b] of [
      ['Kai', 'KAI'],
      ["O'Brien", 'O’BRIEN'],
      ['new_york', ' New  York '],
      ['Straße', 'STRASSE'],
      ['Ｋａｉ', 'kai'],
      ['ΣΑΣ', 'σας'],
      ['Jose\u0301', 'José'],
    ])
      expect(entityKey(a ?? '')).toBe(entityKey(b ?? ''));
    for (const [a, b] of [
      ['Åsa', 'Asa'],
      ['Kai', 'Каi'],
      ['invoice-import', 'invoice import'],
      ['凯', 'Kai'],
    ])
      expect(entityKey(a ?? '')).not.toBe(entityKey(b ?? ''));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(entityKey(entityKey(text))).toBe(entityKey(text));
      }),
    );
  });

  test('are refused when they cannot be one, with the field named', () => {
    expect(objectText('a, b: (c) / #d')).toBe('a, b: (c) / #d');
    expect(objectText('x'.repeat(10_000))).toHaveLength(10_000);
    expect(objectText('two\nlines')).toBe('two\nlines');
    for (const bad of ['', '  ', 'a\0b', 'x'.repeat(10_001), "'"])
      expect(() => objectText(bad)).toThrowError(/^object .*refused/);
    for (const bad of ['', 'a\nb', 'x'.repeat(501)]) expect(() => subjectName(bad)).toThrowError(/^subject/);
    expect(relationName('Works at')).toBe('works_at');
    expect(relationName('就职于')).toBe('就职于');
    expect(() => relationName('--')).toThrowError(/^predicate/);
  });

  test('that are near are named: look-alikes, parts, few edits', () => {
    const known = ['Kai Moreno', 'Kaia', 'Jörg', 'Orion', '凯', 'Soren'];
    expect(nearNames('Кaia', known)[0]).toBe('Kaia');
    expect(nearNames('jorg', known)).toEqual(['Jörg']);
    expect(nearNames('kai', known).slice(0, 2).sort()).toEqual(['Kai Moreno', 'Kaia']);
    expect(nearNames('Oroin', known)).toEqual(['Orion']);
    expect(nearNames('zzz', known)).toEqual([]);
  });
});

describe('a query', () => {
  const facts = factsOf(EXAMPLE);
  const objects = (asOf?: string) =>
    queryFacts(facts, { entity: 'kai', ...(asOf !== undefined && { asOf: day(asOf) }) }).map(({ object }) => object);

  test('gives the example of the reference (5.4, 22.7)', () => {
    expect(objects()).toEqual(['Orion', 'Clerk', 'Nova']);
    expect(objects('2025-12-01')).toEqual(['Orion']);
    expect(objects('2026-04-01')).toEqual(['Clerk', 'Nova']);
    expect(objects('2026-03-01')).toEqual(['Orion', 'Clerk']);
    expect(objects('2026-03-02')).toEqual(['Clerk']);
    expect(objects('2026')).toEqual(['Orion', 'Clerk', 'Nova']);
  });

  test('sees a fact from both of its sides, and one about itself once', () => {
    const own = factsOf([...EXAMPLE, event('e-4', 4, 'add', { subject: 'Kai', predicate: 'knows', object: 'kai' })]);
    const rows = (direction: string) =>
      queryFacts(own, { entity: 'Kai', direction: asDirection(direction) }).map((row) => row.object);
    expect(rows('both')).toHaveLength(4);
    expect(rows('outgoing')).toHaveLength(4);
    expect(rows('incoming')).toEqual(['kai']);
    expect(queryFacts(own, { entity: 'Nova', direction: 'incoming' })[0]).toMatchObject({
      subject: 'Kai',
      direction: 'incoming',
    });
    expect(queryFacts(own, { relation: 'Works On' }).map(({ object }) => object)).toEqual(['Orion', 'Nova']);
    expect(() => asDirection('outgoin')).toThrowError(/did you mean "outgoing"/);
  });

  test('knows then only what was recorded by then', () => {
    const told = [...EXAMPLE, event('e-5', 60 * 24 * 40, 'end', { target: 'e-2', to: '2026-04' })];
    const then = factsOf(told, { until: knownUntil('2026-01-20', NOW) ?? 0 });
    expect(then.ofEvent('e-2')?.to).toBeNull();
    expect(factsOf(told, { until: knownUntil('2026-03', NOW) ?? 0 }).ofEvent('e-2')?.to).toBe('2026-04');
    expect(factsOf(told, { until: Date.UTC(2025, 11, 31) }).all()).toEqual([]);
    expect(knownUntil('HEAD~1', NOW)).toBeUndefined();
  });

  test('shows one fact that two clones stated as one, with both sources', () => {
    const twice = factsOf([
      event('e-1', 1, 'add', {
        subject: 'Kai',
        predicate: 'works_on',
        object: 'Orion',
        from: '2025',
        by: 'ann',
        confidence: 0.5,
      }),
      event('e-2', 2, 'add', { subject: 'KAI', predicate: 'works on', object: 'orion', from: '2025', by: 'ben' }),
      event('e-3', 3, 'add', { subject: 'Kai', predicate: 'works_on', object: 'Orion', from: '2026' }),
    ]);
    const found = queryFacts(twice, { entity: 'Kai' });
    expect(found.map(({ ids }) => ids)).toEqual([['e-1', 'e-2'], ['e-3']]);
    expect(found[0]).toMatchObject({ confidence: 1, subject: 'Kai' });
    expect(found[0]?.sources.map(({ by }) => by)).toEqual(['ann', 'ben']);
  });

  test('takes aliases of entities.yaml for the one that they name', () => {
    const confirmed = parseEntitiesFile(
      'people:\n  - name: Ines Ramos\n    aliases: [Innie, iramos]\n  - Kai\nprojects:\n  - {name: driftwood, aliases: Innie}\n',
    );
    const aliases = new Aliases(confirmed);
    expect(aliases.disputed).toEqual([{ alias: 'Innie', names: ['Ines Ramos', 'driftwood'] }]);
    const named = factsOf([event('e-1', 1, 'add', { subject: 'innie', predicate: 'leads', object: 'driftwood' })], {
      aliases,
    });
    expect(named.ofEntity('IRAMOS')).toHaveLength(1);
    expect(named.resolve('iramos')).toMatchObject({ name: 'Ines Ramos', by: 'alias' });
    expect(named.displayName('innie')).toBe('Ines Ramos');
    expect(named.entity('Ines Ramos')).toMatchObject({ type: 'person', facts: 1, aliases: ['Innie', 'iramos'] });
    expect(named.entityNames()).toEqual(['Ines Ramos', 'Kai', 'driftwood']);
    expect(parseEntitiesFile('# only\npeople: []\nprojects: []\n')).toEqual([]);
    expect(() => parseEntitiesFile('people: [')).toThrowError(/entities.yaml, line 1/);
  });

  test('forgives accents where one entity is meant', () => {
    const facts = factsOf([event('e-1', 1, 'add', { subject: 'José', predicate: 'leads', object: 'Orion' })]);
    expect(facts.resolve('jose')).toMatchObject({ name: 'José', by: 'accents' });
    expect(facts.resolve('Josh')).toMatchObject({ name: 'Josh', by: 'none' });
    expect(facts.near('Josh')).toEqual(['José']);
  });
});

import { describe, expect, it } from 'vitest';
import { Aliases } from '../../../src/facts/aliases.js';
import { FactChecker } from '../../../src/facts/check/check.js';
import { FactWriter, type Statement } from '../../../src/facts/events.js';
import { factsOf } from '../support.js';

const AT = Date.parse('2026-06-01');

function checker(statements: readonly Statement[], aliases = new Aliases()): FactChecker {
  let drawn = 0;
  const stamp = {
    now: () => new Date('2026-05-01'),
    randomBytes: (size: number) => Buffer.alloc(size, String(drawn++)),
  };
  const writer = new FactWriter(undefined, stamp, undefined);
  for (const statement of statements) writer.add(statement);
  return new FactChecker(factsOf(writer.events, { aliases, singleValued: new Set(['works_at', 'reports_to']) }));
}

function kinds(found: FactChecker, text: string): string[] {
  return found.check(text, { at: AT }).issues.map(({ kind }) => kind);
}

const TEAM = checker([
  { subject: 'Dana', predicate: 'assigned_to', object: 'invoice-import' },
  { subject: 'Ravi', predicate: 'works_at', object: 'Globex', from: '2024-03' },
  { subject: 'Kai Moreno', predicate: 'works_at', object: 'Globex' },
  { subject: 'Will', predicate: 'works_at', object: 'Globex' },
]);

describe('what is no contradiction', () => {
  it.each([
    'Ravi helped with the invoice-import.',
    'Ravi reviewed the invoice-import and discussed it with Dana.',
    'Has Ravi finished the invoice-import?',
    'If Ravi finished the invoice-import, tell me.',
    'Maybe Ravi finished the invoice-import.',
    'Ravi wonders who finished the invoice-import.',
    'Ravi has been here for a while.',
    'Ravi is on holiday and reviewed twelve requests.',
    '```\nRavi finished the invoice-import.\n```',
    '| Ravi finished the invoice-import. |',
    'Kai Weber works at Initech.',
    'We will work at Initech.',
    'Ravi works at Globex Berlin.',
    '',
    'Ravi finished '.repeat(10_000),
  ])('case %#', (text) => {
    expect(kinds(TEAM, text)).toEqual([]);
  });
});

describe('what is one', () => {
  it.each([
    ['Ravi and Soren finished the invoice-import.', ['attribution_conflict', 'attribution_conflict']],
    ['Somebody new: Wilhelmina finished the invoice-import.', ['attribution_conflict']],
    ['Kai works at Initech.\nSo does Will: Will works at Initech.', ['value_conflict', 'value_conflict']],
    ['- **Ravi** has been at `Globex` for\n  six years.', ['wrong_tenure']],
    ['Ravi has been here 5 years.', ['wrong_tenure']],
  ])('%s', (text, wanted) => {
    const withInitech = checker([
      { subject: 'Dana', predicate: 'assigned_to', object: 'invoice-import' },
      { subject: 'Ravi', predicate: 'works_at', object: 'Globex', from: '2024-03' },
      { subject: 'Kai Moreno', predicate: 'works_at', object: 'Globex' },
      { subject: 'Will', predicate: 'works_at', object: 'Globex' },
    ]);
    expect(kinds(withInitech, text)).toEqual(wanted);
  });

  it('has the lines of the sentence, also where it is wrapped', () => {
    const { issues } = TEAM.check('# Minutes\n\nGood day. Ravi\nfinished the\ninvoice-import. Bye.', { at: AT });
    expect(issues.map(({ claim }) => claim?.lines)).toEqual([[3, 5]]);
  });

  it('is said once, whatever the number of forms that read it', () => {
    expect(kinds(TEAM, 'The invoice-import was finished by Ravi, and Ravi finished the invoice-import.')).toEqual([
      'attribution_conflict',
    ]);
  });

  it('goes by birthdays as facts and as properties, to the day', () => {
    const born = checker([{ subject: 'Ada', predicate: 'birthday', object: '1990-06-02' }]);
    expect(kinds(born, 'Ada is 35 years old.')).toEqual([]);
    expect(kinds(born, 'Ada is 36 years old.')).toEqual(['wrong_age']);
    const year = checker([{ subject: 'Ada', predicate: 'birthday', object: '1990' }]);
    expect(kinds(year, 'Ada is 35 years old.')).toEqual([]);
    expect(kinds(year, 'Ada is 36.')).toEqual([]);
    expect(kinds(year, 'Ada is 34.')).toEqual(['wrong_age']);
  });

  it('is a name that looks the same in another script', () => {
    const found = TEAM.check('Dаna works at Globex.', { at: AT }).issues;
    expect(found.map(({ kind, names }) => [kind, names])).toEqual([['similar_name', ['Dаna', 'Dana']]]);
  });
});

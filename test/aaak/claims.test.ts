import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandClaim, preserveClaims } from '../../src/aaak/claims.js';
import { CodeTable } from '../../src/aaak/codes.js';
import { compressText } from '../../src/aaak/compress.js';
import { decodeAaak } from '../../src/aaak/decode.js';
import { renderLines } from '../../src/aaak/lines.js';
import { lintAaak } from '../../src/aaak/lint.js';
import { longRun } from '../support/counts.js';

const KNOWN = ['Nadia Petrov', 'Omar', 'Lanternfish', '陈伟', 'May Lin'];
const PEOPLE = [
  'Nadia Petrov',
  'Omar',
  'Ines',
  'Åsa Lindqvist',
  "Siobhan O'Neill",
  'Mark Will',
  'Tomás de la Cruz',
  'May Lin',
  'The Hague',
];
const NUMBERS = ['14', '3.5', '1,200', '99.9 %', 'twelve', '€40', '7th', 'v2.10.1', 'two hundred'];
const DATES = ['2026-02-11', 'March 3, 2026', '11 February', 'next Tuesday', '2026-03', 'yesterday', 'Q3', '14:30'];
const DECISIONS = ['decided to', 'agreed to', 'will', 'chose to', 'never wants to', 'must not'];
const THINGS = ['move the queue', 'keep the old parser', 'pay the invoice', 'water the garden', 'ship the release'];

type Fact = { sentence: string; holds: string[] };
const oneOf = (list: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...list);
const english: fc.Arbitrary<Fact> = fc
  .record({
    who: oneOf(PEOPLE),
    number: oneOf(NUMBERS),
    date: oneOf(DATES),
    decision: oneOf(DECISIONS),
    thing: oneOf(THINGS),
    form: fc.nat(5),
  })
  .map(({ who, number, date, decision, thing, form }) => {
    switch (form) {
      case 0:
        return {
          sentence: `${who} ${decision} ${thing} ${date}.`,
          holds: [who, decision, thing.split(' ')[0] ?? '', date],
        };
      case 1:
        return { sentence: `It took ${number} tries.`, holds: [number] };
      case 2:
        return { sentence: `The team ${decision} ${thing}.`, holds: [decision] };
      case 3:
        return { sentence: `Only ${who} was not there.`, holds: [who, 'not'] };
      case 4:
        return { sentence: `The bill of ${number} was due ${date}.`, holds: [number, date] };
      default:
        return { sentence: `"Is that ${who}'s?" she asked.`, holds: [who] };
    }
  });
const chinese: fc.Arbitrary<Fact> = fc
  .record({ who: oneOf(['陈伟', '王小明', '李娜']), date: oneOf(['2026年3月4日', '昨天', '下周二']), form: fc.nat(2) })
  .map(({ who, date, form }) =>
    form === 0
      ? { sentence: `${who}${date}决定改用PostgreSQL。`, holds: [who, date, '决定', 'PostgreSQL'] }
      : form === 1
        ? { sentence: `预算是三百元。`, holds: ['三百'] }
        : { sentence: `${who}没有同意。`, holds: [who, '没有', '同意'] },
  );
const filler: fc.Arbitrary<Fact> = fc
  .constantFrom('it was nice.', 'the garden looks green.', '天气很好。', 'so calm and so quiet!')
  .map((sentence) => ({ sentence, holds: [] }));

describe('the claim-preserving mode', () => {
  it('loses no name, number, date or decision, and accounts for every sentence', () => {
    const seen: number[] = [];
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 4, arbitrary: english }, chinese, filler), { minLength: 1, maxLength: 12 }),
        (facts) => {
          const paragraph = facts.map(({ sentence }) => sentence).join(' ');
          const codes = new CodeTable(KNOWN.map((name) => ({ name })));
          const { lines, claims, sentences, left_out } = preserveClaims(paragraph, codes);
          const encoded = renderLines(lines);
          const decoded = decodeAaak(encoded);
          const back = decoded.files.flatMap((file) => file.claims.map(({ text }) => text)).join('\n');
          for (const { sentence, holds } of facts)
            for (const held of holds) expect(back, `${sentence} -> ${encoded}`).toContain(held);
          expect(claims + left_out.length).toBe(sentences);
          expect(decoded.unknown_codes).toEqual([]);
          for (const { text } of left_out) expect(paragraph).toContain(text);
          seen.push(left_out.length);
        },
      ),
      { numRuns: longRun(200, 2_000) },
    );
    // It does leave out: a mode that keeps everything would compress nothing.
    expect(Math.max(...seen)).toBeGreaterThan(0);
  });

  it('lists what it leaves out with the line', () => {
    const { left_out } = preserveClaims('it was nice.\n\nNadia paid 40.\nso calm.', new CodeTable());
    expect(left_out).toEqual([
      { line: 1, text: 'it was nice.' },
      { line: 4, text: 'so calm.' },
    ]);
  });

  it('does not use a code that the text has as a word', () => {
    const codes = new CodeTable([{ name: 'Nadia' }]);
    const { lines } = preserveClaims('Nadia works at the NAD in Utrecht since 2024.', codes);
    expect(renderLines(lines)).toContain('Nadia works at the NAD'.replace('the ', ''));
    expect(expandClaim('NAD', () => undefined)).toBe('NAD');
  });

  it('takes a megabyte in time that grows with its size', () => {
    const line = 'Nadia Petrov decided on 2026-02-11 to keep 14 gulls | and one heron.\nit was nice. ';
    const codes = new CodeTable(KNOWN.map((name) => ({ name })));
    const text = line.repeat(Math.ceil(1_000_000 / line.length));
    const { claims, left_out } = preserveClaims(text, codes);
    expect(claims).toBe(left_out.length);
    expect(renderLines(compressText(text, { codes })).length).toBeLessThan(400);
  });
});

describe('codes', () => {
  it('are one for each name whatever collides, and stay when names are added', () => {
    const names = [
      'Nadia',
      'Nadine',
      'Nadiya',
      'Nadja',
      'Nad',
      'K',
      'k',
      '4',
      '陈伟',
      '陈伟明',
      '陈',
      'Core',
      '!!',
      'ßa',
    ];
    const table = new CodeTable(names.map((name) => ({ name })));
    const codes = names.map((name) => table.codeOf(name));
    expect(codes).toEqual([
      'NAD',
      'NADI',
      'NA2',
      'NADJ',
      'NA3',
      'K1',
      'K1',
      'X41',
      '陈伟',
      '陈伟明',
      '陈1',
      'COR',
      undefined,
      'SSA',
    ]);
    expect(new Set(codes.filter(Boolean)).size).toBe(names.length - 2);
    const more = new CodeTable([...names, 'Nadeem', 'Nadira'].map((name) => ({ name })));
    expect(names.map((name) => more.codeOf(name))).toEqual(codes);
  });

  it('that somebody chose come first; one chosen twice is named', () => {
    const table = new CodeTable([
      { name: 'Nadia', aliases: ['Nadi'] },
      { name: 'Nadine', code: 'nad' },
      { name: 'Nadja', code: 'NAD' },
    ]);
    expect(['Nadia', 'Nadi', 'Nadine', 'Nadja'].map((name) => table.codeOf(name))).toEqual([
      'NADI',
      'NADI',
      'NAD',
      'NADJ',
    ]);
    expect(table.collisions).toEqual([{ name: 'Nadja', code: 'NAD' }]);
  });

  it('are found in a text as whole words', () => {
    const table = new CodeTable([{ name: 'Al' }, { name: 'Will' }, { name: '陈伟' }]);
    expect(table.find('Also Al will call Will. 陈伟明天来。').map(({ code }) => code)).toEqual(['AL', 'WIL', '陈伟']);
  });
});

describe('a text in one line', () => {
  const index = (text: string): string => renderLines(compressText(text, { codes: new CodeTable(), legend: false }));

  it('takes whole words for signals, and no weekday for a person', () => {
    expect(index('The rapid score of a stubborn apiarist.')).not.toMatch(/TECHNICAL|CORE|ORIGIN/);
    const line = index(
      'On Tuesday the platform group met with Nadia. We decided to move the job queue to Postgres. Omar was worried.',
    );
    expect(line).not.toContain('TUE');
    expect(line).toContain('NAD');
    expect(line).toContain('DECISION');
    expect(line).toContain('determ+anx');
  });

  it('reads Chinese', () => {
    expect(index('我们决定改用新的数据库,因为备份更简单。大家都很担心性能。')).toMatch(
      /determ\+anx\|DECISION\+TECHNICAL$/,
    );
  });

  it('has something to say about nothing', () => {
    expect(index('')).toBe('0:???|misc');
    expect(index('ok')).toBe('0:???|misc');
  });

  it('is read back as what it was, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const lines = compressText(text, { codes: new CodeTable(), place: { wing: 'a', room: 'b' }, importance: 4 });
        const encoded = renderLines(lines);
        expect(
          lintAaak(encoded).filter(({ severity, rule }) => severity === 'error' && rule === 'unknown-field'),
        ).toEqual([]);
        const [file] = decodeAaak(encoded).files;
        expect(file?.place?.wing).toBe('a');
        expect(file?.entries[0]?.importance).toBe(4);
      }),
      { numRuns: longRun(100, 2_000) },
    );
  });
});

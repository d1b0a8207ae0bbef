import { describe, expect, it } from 'vitest';
import { lintAaak } from '../../src/aaak/lint.js';
import { loadTokenCounter } from '../../src/aaak/tokens.js';

const rules = (text: string): string[] =>
  lintAaak(text).map(({ line, severity, rule }) => `${line} ${severity} ${rule}`);

describe('the linter', () => {
  it('finds nothing in good lines', () => {
    expect(
      rules('RELEASE:2026-05-04|migration.rollback|missing.index.on.orders|pattern:2nd.time.this.month|****'),
    ).toEqual([]);
    expect(
      rules('TEAM: INE(lead) | TOM(mobile,4yr) BEA(design)\nDECISION: TOM.rec:maplibre>mapbox(licence+cost) | ****'),
    ).toEqual([]);
    expect(
      rules('001:NAD+OMA|queue_postgres|"I trust it"|0.91|trust+determ|CORE\nT:001<->002|follows\nARC:hope->relief'),
    ).toEqual([]);
  });

  it('names what is wrong with its line', () => {
    expect(rules('PROJ: LANTERN(tide | ******\nRELEASE:2026-02-30|x\nSPRINT:')).toEqual([
      '1 error importance',
      '1 error brackets',
      '2 error date',
      '3 error empty-field',
    ]);
    expect(rules('001:NAD|queue|0.5|nonsense words\n001:NAD|queue|1.5')).toEqual([
      '1 error unknown-field',
      '2 error weight',
      '2 error repeated-id',
    ]);
    expect(rules('CODES:NAD=Nadia;NAD=Nadine')).toEqual(['1 error collision']);
    expect(rules('Today we sat down together and talked for a long time about what to do next week.')).toEqual([
      '1 warning prose',
    ]);
    expect(rules('met on 3/4/2026')).toEqual(['1 warning date', '1 warning unknown-line']);
    expect(rules('FAM: *cold* BEN')).toEqual(['1 warning tone']);
    expect(rules(' \n')).toEqual(['1 error empty']);
  });

  it('knows who is called what, when it is told', () => {
    const nameOf = (code: string): string | undefined => (code === 'NAD' ? 'Nadia' : undefined);
    expect(lintAaak('0:NAD+ZZZ|queue', { nameOf })).toEqual([
      { line: 1, severity: 'warning', rule: 'unknown-code', message: 'nobody is called ZZZ here' },
    ]);
    expect(lintAaak('CODES:ZZZ=Zed\n0:NAD+ZZZ|queue', { nameOf })).toEqual([]);
  });
});

describe('token counts', () => {
  it('are those of gpt-tokenizer, also for what looks like a special token', async () => {
    const count = await loadTokenCounter();
    const { encode } = await import('gpt-tokenizer');
    for (const text of [
      '',
      'We decided to move to Postgres.',
      '我们决定改用新的数据库',
      '0:NAD+OMA|queue_postgres|0.91',
      'a\n\n\tb 🙂',
    ])
      expect(count(text)).toBe(encode(text).length);
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
  });
});

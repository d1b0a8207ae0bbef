import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDate } from '../../src/text/dates.js';

describe('the date that a text is from', () => {
  it('stands in its file name', () => {
    expect(contentDate('notes/2024-11-08-notes.md', 'written 2020-01-01')).toBe('2024-11-08');
    expect(contentDate('journals/2026_03_04.md', '')).toBe('2026-03-04');
    expect(contentDate('IMG_20240315.txt', '')).toBe('2024-03-15');
    expect(contentDate('2026年3月4日会议.md', '')).toBe('2026-03-04');
  });

  it('stands in its front-matter', () => {
    expect(contentDate('a.md', '---\ntitle: x\ndate: 2026-03-04\n---\nbody 2020-01-01')).toBe('2026-03-04');
    expect(contentDate('a.md', '\ufeff---\r\ncreated: "2026-02-03"\r\n---\r\n')).toBe('2026-02-03');
    expect(contentDate('a.md', '---\ndate: 2026-03-04T10:00:00+02:00\n---\n')).toBe('2026-03-04T08:00:00Z');
    expect(contentDate('a.md', '---\ndate: 2026-03-04 10:00\n---\n')).toBe('2026-03-04');
  });

  it('stands in one of its first ten lines', () => {
    expect(contentDate('a.md', '# Standup\n\nMarch 4, 2026, all present')).toBe('2026-03-04');
    expect(contentDate('a.md', 'Berlin, 4. March 2026')).toBe('2026-03-04');
    expect(contentDate('a.md', 'den 04.03.2026')).toBe('2026-03-04');
    expect(contentDate('a.md', '会议 2026 年 3 月 4 日')).toBe('2026-03-04');
    expect(contentDate('a.md', 'first Nov 8, 2024 then 2020-01-01')).toBe('2024-11-08');
    expect(contentDate('a.md', `${'\n'.repeat(9)}2026-03-04`)).toBe('2026-03-04');
    expect(contentDate('a.md', `${'\n'.repeat(10)}2026-03-04`)).toBeUndefined();
    expect(contentDate('a.ts', "const since = '2026-03-04'", { lines: false })).toBeUndefined();
  });

  it('is not made of numbers that are no date', () => {
    for (const name of ['tmp_file_5', 'build20240315x.md', 'v2024.md', '2026-02-30.md', '2026-13-01.md', '12345678.md'])
      expect(contentDate(name, '')).toBeUndefined();
    for (const text of [
      'Version 3.3.6',
      '2026-02-30',
      '2026-02',
      'May 6',
      '3/4/2026',
      'call 0049-30-1234567',
      '10.0.2026.1',
      'id 2026-03-04-17',
    ])
      expect(contentDate('a.md', text)).toBeUndefined();
  });

  it('passes over a date that does not exist to one that does', () => {
    expect(contentDate('2026-02-30.md', 'on 2026-03-01')).toBe('2026-03-01');
  });

  it('is always a day or an instant, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^[0-9/.: TZ+年月日-]{0,40}$/), (name, text) => {
        const date = contentDate(name, text);
        if (date !== undefined) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)?$/);
      }),
    );
  });
});

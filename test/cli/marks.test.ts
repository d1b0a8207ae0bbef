import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestLines, lineWindow, markLine, type Range } from '../../src/cli/output/marks.js';

const brackets = (text: string): string => `[${text}]`;

describe('marking matched words', () => {
  it('marks ranges of one line, cut at its ends', () => {
    const text = 'one two\nthree';
    const ranges: Range[] = [
      [4, 9],
      [0, 3],
    ];
    expect(markLine('one two', 0, ranges, brackets)).toBe('[one] [two]');
    expect(markLine('three', 8, ranges, brackets)).toBe('[t]hree');
    expect(text.slice(4, 9)).toBe('two\nt');
  });

  it('given overlapping ranges, it never doubles or loses a character', () => {
    const range = fc.record({ start: fc.nat(40), length: fc.nat(10) });
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(20), fc.array(range), (line, start, raw) => {
        const ranges = raw.map(({ start: from, length }): Range => [from, from + length]);
        const marked = markLine(line, start, ranges, (text) => `\u0001${text}\u0002`);
        expect(marked.replace(/[\u0001\u0002]/g, '')).toBe(line.replace(/[\u0001\u0002]/g, ''));
      }),
    );
  });
});

describe('the lines of a passage worth showing', () => {
  const text = ['# Title', '', 'nothing here', 'far', 'away', 'more', 'the match', 'next', 'last'].join('\n');
  const at = text.indexOf('match');

  it('stand around the match, in their own order, with their numbers', () => {
    const lines = bestLines(text, [[at, at + 5]], 3);
    expect(lines.map(({ number, text: line }) => [number, line])).toEqual([
      [5, 'more'],
      [6, 'the match'],
      [7, 'next'],
    ]);
    for (const line of lines) expect(text.slice(line.start, line.start + line.text.length)).toBe(line.text);
  });

  it('are the first ones when nothing matched, without blank lines', () => {
    expect(bestLines(text, [], 3).map((line) => line.text)).toEqual(['# Title', 'nothing here', 'far']);
  });

  it('a gap is marked when words were left out, not for a blank line', () => {
    const both: Range[] = [
      [0, 3],
      [at, at + 5],
    ];
    expect(bestLines(text, both, 2).map(({ gap }) => gap)).toEqual([false, true]);
    expect(bestLines('a\n\nb', [], 5).map(({ gap }) => gap)).toEqual([false, false]);
  });

  it('carry no line end of CRLF text', () => {
    expect(bestLines('one\r\ntwo\r\n', [], 5).map((line) => line.text)).toEqual(['one', 'two']);
  });
});

describe('a long line', () => {
  it('is shown around its first match, at word borders', () => {
    const text = `${'before '.repeat(60)}match ${'after '.repeat(60)}`;
    const at = text.indexOf('match');
    const window = lineWindow({ start: 10, text }, [[10 + at, 15 + at]], 100);
    expect(window.text).toContain('match');
    expect(window.text.startsWith('before ')).toBe(true);
    expect(window.text.endsWith('after')).toBe(true);
    expect(window).toMatchObject({ cutBefore: true, cutAfter: true });
    expect(text.slice(window.start - 10, window.start - 10 + window.text.length)).toBe(window.text);
  });

  it('without a match is shown from its beginning, and a short one whole', () => {
    expect(lineWindow({ start: 0, text: 'x'.repeat(300) }, [], 100)).toMatchObject({
      start: 0,
      cutBefore: false,
      cutAfter: true,
    });
    expect(lineWindow({ start: 5, text: 'short' }, [], 100)).toEqual({
      start: 5,
      text: 'short',
      cutBefore: false,
      cutAfter: false,
    });
  });

  it('given any text and match, keeps the match in the window and cuts no code point', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '为', '🦙', '\u0301'), minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 30, max: 80 }), (line, seed, most) => {
        const characters = Array.from(line);
        const at = characters.slice(0, seed % characters.length).join('').length;
        const window = lineWindow({ start: 0, text: line }, [[at, at + 1]], most);
        expect(window.text.length).toBeLessThanOrEqual(most + 1);
        expect(window.start).toBeLessThanOrEqual(at);
        expect(window.start + window.text.length).toBeGreaterThan(at);
        expect(Buffer.from(window.text).toString()).toBe(window.text);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestLines, markLine, type Range } from '../../src/cli/output/marks.js';

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

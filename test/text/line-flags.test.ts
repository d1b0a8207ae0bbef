import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FENCE, fenceAt, flagsOf, ITEM, LEVEL, lineFlags, UNDERLINE } from '../../src/text/line-flags.js';
import { linesOf } from '../../src/text/lines.js';
import { longRun } from '../support/counts.js';

const token = fc.constantFrom(
  ...['#', '##', '#######', '`', '```', '~~~', '-', '--', '---', '*', '+', '=', '==', '.', ')', '(', '1', '23'],
  ...[' ', '   ', '\t', '\r', '\v', '\f', '\0', '\u00a0', '\u1680', '\u2003', '\u2028', '\u205f', '\u3000', '\ufeff'],
  ...['a', 'Z', '[user]', '"', '{', '\u007f', 'é', '—', '→', '猫', 'の', '😀', '\u2060', '\u1690', '\ufeee'],
  ...[' '.repeat(149), ' '.repeat(152), ' '.repeat(199), '5'.repeat(148), '5'.repeat(200), '`'.repeat(198)],
);
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: token }, { weight: 1, arbitrary: fc.constantFrom('\n', '\r\n', '\n\n') }), {
    maxLength: 24,
  })
  .map((tokens) => Buffer.from(tokens.join('')));
const odd = fc.constantFrom(0x80, 0xa0, 0xc2, 0xe2, 0xe3, 0xe4, 0xef, 0xf0, 0xf5, 0xff);
const bytes = fc.tuple(text, fc.array(fc.tuple(fc.nat(), odd), { maxLength: 3 })).map(([body, changes]) => {
  if (body.length > 0) for (const [at, byte] of changes) body[at % body.length] = byte;
  return body;
});

test('a line read as bytes is what its characters say', () => {
  fc.assert(
    fc.property(bytes, (body) => {
      const { bytes: starts } = linesOf(body);
      for (let line = 1; line < starts.length; line++) {
        const [start, end] = [starts[line - 1] ?? 0, starts[line] ?? 0];
        const characters = body.toString('utf8', start, end);
        expect([characters, lineFlags(body, start, end)]).toEqual([characters, flagsOf(characters)]);
        const mark = fenceAt(body, start, end);
        expect(mark !== undefined).toBe((flagsOf(characters) & FENCE) !== 0);
      }
    }),
    { numRuns: longRun(4000, 100_000) },
  );
});

test('lines are where newlines are, in bytes and in characters, wherever the text lies in memory', () => {
  fc.assert(
    fc.property(bytes, fc.nat(7), fc.boolean(), (body, offset, isAscii) => {
      const memory = Buffer.alloc(body.length + offset + 3, '\n');
      const placed = memory.subarray(offset, offset + body.length);
      body.copy(placed);
      if (isAscii) for (let at = 0; at < placed.length; at++) placed[at] = (placed[at] ?? 0) & 0x7f;
      const { bytes: starts, units } = linesOf(placed);
      expect(starts).toEqual([
        0,
        ...[...placed].flatMap((byte, at) => (byte === 0x0a && at + 1 < placed.length ? [at + 1] : [])),
        placed.length,
      ]);
      expect(units).toEqual(starts.map((start) => placed.toString('utf8', 0, start).length));
    }),
    { numRuns: longRun(2000, 50_000) },
  );
});

test('headings, items, underlines and fences', () => {
  expect(['# a', '  ###### b\n', '####### c', '#d', '\t# e'].map(flagsOf)).toEqual([LEVEL, 6 * LEVEL, 0, 0, 0]);
  expect(['- a', '  12) b', '1. ', '-', '-a', '3.5'].map(flagsOf)).toEqual([ITEM, ITEM, ITEM, 0, 0, 0]);
  expect(['===', '---\r\n', '--', 'a ==='].map(flagsOf)).toEqual([UNDERLINE, UNDERLINE, 0, 0]);
  expect(['```ts', '   ~~~', '    ```', '``'].map(flagsOf)).toEqual([FENCE, FENCE, 0, 0]);
});

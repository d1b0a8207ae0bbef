import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countPassages, passagesOfBody } from '../../src/index/document.js';
import { messageStarts, renderTranscript } from '../../src/palace/transcript.js';
import { longRun } from '../support/counts.js';

const line = fc.oneof(
  fc.constantFrom(
    '',
    '# Title',
    '```ts',
    '- item',
    '\r',
    '猫 と 犬。',
    '— “done” ✓',
    '😀',
    '### [user]',
    '### [x',
    '---',
  ),
  fc.string({ maxLength: 120 }),
  fc.tuple(fc.constantFrom('word ', 'x', '猫', '😀 ', '一。'), fc.nat(2500)).map(([unit, times]) => unit.repeat(times)),
);
const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));
const body = fc.oneof(
  text.map((whole) => Buffer.from(whole)),
  fc
    .tuple(fc.constantFrom('', '\n\n', 'before\n', '\u3000\n'), fc.array(text, { maxLength: 8 }))
    .map(([before, texts]) =>
      Buffer.concat([
        Buffer.from(before),
        renderTranscript(texts.map((one, n) => ({ speaker: `s${n}`, kind: 'text', text: one, time: '2026-03-04' }))),
      ]),
    ),
);

test('passages are counted as they are made', async () => {
  await fc.assert(
    fc.asyncProperty(
      body,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0x80, max: 0xff })), { maxLength: 2 }),
      async (bytes, changes) => {
        if (bytes.length > 0) for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        for (const format of [undefined, 'transcript/1']) {
          const { length } = await passagesOfBody(bytes, format);
          expect(countPassages(bytes, format === undefined ? undefined : messageStarts(bytes))).toBe(length);
        }
      },
    ),
    { numRuns: longRun(400, 10_000) },
  );
});

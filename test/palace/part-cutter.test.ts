import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { PartCutter } from '../../src/palace/part-cutter.js';
import { type CutPart, cutParts, uniqueAnchor } from '../../src/palace/parts.js';
import { messageStarts, renderTranscript } from '../../src/palace/transcript.js';
import { longRun } from '../support/counts.js';

type Format = 'transcript/1' | undefined;

const KIB = 1024;
/** Sizes around all limits. */
const sizes = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 3 * KIB }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 * KIB }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(32, 64, 96, 128, 160, 300), fc.integer({ min: -120, max: 120 }))
      .map(([kib, more]) => kib * KIB + more),
  },
);
const unit = fc.constantFrom(
  'word and word ',
  'a line\n',
  '\n',
  'x',
  '猫',
  '😀',
  'é',
  'one\r\n',
  '### [no header',
  '### [user] (x\n',
  '\n### [user]\n',
  '\n### [user] {"odd id"} (tool_call name="a\\"b")\r\n',
  '\\### [user]\n',
  '\u0000',
);
const block = fc.tuple(unit, sizes).map(([text, size]) => text.repeat(Math.ceil(size / Buffer.byteLength(text))));
/** Blocks, now and then many of one kind so that lines and messages repeat themselves. */
const blocks = fc
  .array(fc.tuple(block, fc.constantFrom(1, 1, 1, 2, 30)), { maxLength: 12 })
  .map((all) => all.flatMap(([text, times]) => Array<string>(text.length > 20 * KIB ? 1 : times).fill(text)));

const transcript = fc
  .tuple(blocks, fc.boolean(), fc.constantFrom('', 'text before\n', '\n', 'a'.repeat(70 * KIB)))
  .map(([texts, isSame, preface]) => {
    const messages = texts.map((text, n) => ({ speaker: isSame ? 'user' : `s${n}`, kind: 'text' as const, text }));
    return Buffer.concat([Buffer.from(preface), renderTranscript(messages)]);
  });
/** Whatever stands there, read as a transcript or as plain text. */
const anything = fc
  .tuple(blocks, fc.uint8Array({ maxLength: 40 }))
  .map(([texts, bytes]) => Buffer.concat([Buffer.from(texts.join('')), bytes]));
/** Sizes of pieces; the last one is used for all that is left. */
const cuts = fc.array(fc.integer({ min: 1, max: 300 * KIB }), { minLength: 1, maxLength: 20 });

function kept({ content, ...part }: CutPart): CutPart {
  return { ...part, content: Buffer.from(content) };
}

function inPieces(cutter: PartCutter, parts: CutPart[], body: Buffer, pieces: readonly number[]): CutPart[] {
  parts.length = 0;
  for (let at = 0, n = 0; at < body.length; n++) {
    const end = Math.min(at + (pieces[n] ?? pieces.at(-1) ?? body.length), body.length);
    // Who gives a piece may use its memory again.
    const piece = Buffer.from(body.subarray(at, end));
    cutter.push(piece);
    piece.fill('#');
    at = end;
  }
  cutter.end();
  return [...parts];
}

function cutterOf(format: Format): { cutter: PartCutter; parts: CutPart[] } {
  const parts: CutPart[] = [];
  return { cutter: new PartCutter(format, (part) => parts.push(kept(part))), parts };
}

function compare(actual: readonly CutPart[], body: Buffer, format: Format): void {
  const expected = cutParts(body, format);
  // Said before the bytes are compared: a megabyte of difference tells nobody anything.
  expect(actual.map(({ content }) => content.length)).toEqual(expected.map(({ content }) => content.length));
  expect(Buffer.concat(actual.map(({ content }) => content)).equals(body)).toBe(true);
  expect(actual.map(({ content: _, ...part }) => part)).toEqual(expected.map(({ content: _, ...part }) => part));
}

vi.setConfig({ testTimeout: longRun(60_000, 900_000) });

describe('a source that comes in pieces is cut as if it came whole', () => {
  test('transcripts, cut where messages end', () => {
    const { cutter, parts } = cutterOf('transcript/1');
    fc.assert(
      fc.property(transcript, fc.array(fc.nat(200), { minLength: 1, maxLength: 10 }), (body, counts) => {
        const starts = [0, ...messageStarts(body), body.length];
        const pieces: number[] = [];
        for (let at = 0, n = 0; at < starts.length - 1; n++) {
          const next = Math.min(at + 1 + (counts[n % counts.length] ?? 0), starts.length - 1);
          pieces.push(Math.max(1, (starts[next] ?? 0) - (starts[at] ?? 0)));
          at = next;
        }
        compare(inPieces(cutter, parts, body, pieces), body, 'transcript/1');
      }),
      { numRuns: longRun(60, 1500) },
    );
  });

  test.each<Format>([undefined, 'transcript/1'])('anything, cut anywhere, read as %s', (format) => {
    const { cutter, parts } = cutterOf(format);
    fc.assert(
      fc.property(fc.oneof(anything, transcript), cuts, (body, pieces) => {
        compare(inPieces(cutter, parts, body, pieces), body, format);
      }),
      { numRuns: longRun(40, 1500) },
    );
  });

  test('bytes without one place to cut stay whole', () => {
    const { cutter, parts } = cutterOf(undefined);
    const body = Buffer.alloc(700 * KIB, 0x80);
    compare(inPieces(cutter, parts, body, [50 * KIB]), body, undefined);
    expect(parts).toHaveLength(1);
  });

  test('an empty source is one empty part', () => {
    const { cutter, parts } = cutterOf(undefined);
    cutter.end();
    expect(parts).toEqual([{ content: Buffer.alloc(0), anchor: '', isFirst: true, index: 0 }]);
  });
});

test('a part says whether its anchor was counted on, and where its messages begin', () => {
  const texts = Array.from({ length: 40 }, () => 'the same again\n'.repeat(1000));
  const messages = texts.map((text) => ({ speaker: 'user', kind: 'text' as const, text }));
  const body = renderTranscript(messages);
  const taken = new Set<string>();
  const parts = cutParts(body, 'transcript/1');
  for (const { content, anchor, isFirst, messages: starts } of parts) {
    expect(anchor).toBe(uniqueAnchor(content, taken, 'transcript/1'));
    expect(isFirst).toBe(anchor === uniqueAnchor(content, new Set(), 'transcript/1'));
    expect(starts).toEqual(messageStarts(content));
    taken.add(anchor);
  }
  expect(parts.map(({ isFirst }) => isFirst)).toEqual([true, ...Array<boolean>(parts.length - 1).fill(false)]);
});

test('a hundred megabytes are cut in little memory and time', () => {
  const piece = renderTranscript(
    Array.from({ length: 300 }, (_, n) => ({
      speaker: 'user',
      kind: 'text' as const,
      text: `${n} words\n`.repeat(400),
    })),
  );
  let bytes = 0;
  const cutter = new PartCutter('transcript/1', ({ content }) => {
    bytes += content.length;
  });
  const before = process.memoryUsage.rss();
  const started = process.cpuUsage();
  for (let n = 0; n < 100; n++) cutter.push(piece);
  cutter.end();
  expect(bytes).toBe(100 * piece.length);
  expect(process.memoryUsage.rss() - before).toBeLessThan(60_000_000);
  expect(process.cpuUsage(started).user).toBeLessThan(4_000_000);
});

test('a message of fifty megabytes is looked through once', () => {
  const head = renderTranscript([{ speaker: 'user', kind: 'text', text: '' }]);
  const { cutter, parts } = cutterOf('transcript/1');
  const started = process.cpuUsage();
  cutter.push(head);
  for (let n = 0; n < 800; n++) cutter.push(Buffer.alloc(64 * KIB, 'x'));
  cutter.end();
  expect(parts.map(({ content }) => content.length)).toEqual([head.length + 800 * 64 * KIB]);
  expect(process.cpuUsage(started).user).toBeLessThan(4_000_000);
});

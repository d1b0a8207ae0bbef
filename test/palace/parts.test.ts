import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { bodyHash } from '../../src/palace/ids.js';
import {
  cutParts,
  type ExistingPart,
  type MatchablePart,
  matchParts,
  PART_MAX,
  PART_MIN,
  type Part,
  uniqueAnchor,
  WHOLE_LIMIT,
} from '../../src/palace/parts.js';
import { messageStarts, parseTranscript, renderTranscript } from '../../src/palace/transcript.js';
import { longRun } from '../support/counts.js';

/** Repeatable numbers in [0, 1). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

function randomLines(next: () => number, bytes: number): string[] {
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    const line = Array.from({ length: 1 + Math.floor(next() * 12) }, () => Math.floor(next() * 1e6).toString(36)).join(
      ' ',
    );
    lines.push(line);
    size += line.length + 1;
  }
  return lines;
}

const join = (parts: readonly Part[]) => Buffer.concat(parts.map((part) => part.content));
const KIB = 1024;

// The full counts cut gigabytes.
vi.setConfig({ testTimeout: longRun(120_000, 900_000) });

describe('cutting', () => {
  const chunk = fc.oneof(
    fc
      .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 4000 }))
      .map(([line, times]) => `${line}\n`.repeat(times)),
    fc
      .tuple(fc.constantFrom('猫', 'x', '😀', '\r\n', 'é '), fc.integer({ min: 1, max: 90_000 }))
      .map(([unit, times]) => unit.repeat(times)),
    fc.integer({ min: 0, max: 2 ** 31 }).map((seed) => randomLines(random(seed), 50 * KIB).join('\n')),
  );

  test('the parts joined are the source, no code point is torn, no part is needlessly small', () => {
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 5 }), (chunks) => {
        const source = Buffer.from(chunks.join(''));
        const parts = cutParts(source);
        expect(join(parts).equals(source)).toBe(true);
        if (source.length <= WHOLE_LIMIT) expect(parts.map((part) => part.anchor)).toEqual(['']);
        for (const [index, part] of parts.entries()) {
          expect(isUtf8(part.content)).toBe(true);
          expect(part.content.length).toBeLessThanOrEqual(PART_MAX);
          if (index < parts.length - 1) expect(part.content.length).toBeGreaterThanOrEqual(PART_MIN);
        }
        expect(new Set(parts.map((part) => part.anchor)).size).toBe(parts.length);
      }),
      { numRuns: longRun(60, 400) },
    );
  });

  test('64 KiB stay whole; one byte more is cut at a line, without a tiny rest', () => {
    const lines = `${'x'.repeat(63)}\n`.repeat(KIB);
    expect(cutParts(Buffer.from(lines))).toHaveLength(1);
    const parts = cutParts(Buffer.from(`${lines}y\n`));
    expect(parts.map((part) => part.content.length >= PART_MIN)).toEqual([true, true]);
    expect(parts[1]?.anchor).toMatch(/^[0-9a-f]{16}$/);
  });

  test('a transcript is cut where messages begin, and a message longer than a part stays whole', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 150 * KIB }), { minLength: 1, maxLength: 12 }), (sizes) => {
        const messages = sizes.map((size, n) => ({
          speaker: `s${n}`,
          kind: 'text' as const,
          text: 'line\n'.repeat(size / 5),
        }));
        const source = renderTranscript(messages);
        const parts = cutParts(source, 'transcript/1');
        expect(join(parts).equals(source)).toBe(true);
        const starts = new Set(messageStarts(source));
        let at = 0;
        for (const part of parts) {
          expect(starts.has(at)).toBe(true);
          at += part.content.length;
        }
        expect(parts.flatMap((part) => parseTranscript(part.content)).map((message) => message.text)).toEqual(
          messages.map((m) => m.text),
        );
      }),
      { numRuns: longRun(60, 400) },
    );
  });

  test('appending changes no part that begins 128 KiB before the old end', () => {
    for (let seed = 0; seed < longRun(15, 300); seed++) {
      const next = random(seed);
      const source = Buffer.from(`${randomLines(next, (80 + next() * 700) * KIB).join('\n')}\n`);
      const grown = Buffer.concat([source, Buffer.from(randomLines(next, next() * 300 * KIB).join('\n'))]);
      const [before, after] = [cutParts(source), cutParts(grown)];
      let at = 0;
      for (const [index, part] of before.entries()) {
        if (at + 128 * KIB <= source.length) expect(after[index]?.content.equals(part.content)).toBe(true);
        at += part.content.length;
      }
    }
  });

  test('a changed, added or removed line touches its own part and rarely more', () => {
    const touched: number[] = [];
    for (let seed = 0; seed < longRun(30, 600); seed++) {
      const next = random(seed + 1000);
      const lines = randomLines(next, 400 * KIB);
      const source = cutParts(Buffer.from(lines.join('\n')));
      const at = Math.floor(next() * lines.length);
      const kind = seed % 3;
      lines.splice(at, kind === 0 ? 0 : 1, ...(kind === 1 ? [] : ['a line that was not there before']));
      const known = new Set(source.map((part) => bodyHash(part.content)));
      const changed = cutParts(Buffer.from(lines.join('\n')));
      touched.push(changed.filter((part) => !known.has(bodyHash(part.content))).length);
    }
    const mean = touched.reduce((sum, n) => sum + n, 0) / touched.length;
    expect(mean).toBeLessThan(1.2);
    expect(touched.filter((n) => n > 3).length).toBeLessThanOrEqual(touched.length / 30);
  });

  test('a large insertion leaves the parts away from it alone', () => {
    let kept = 0;
    let all = 0;
    for (let seed = 0; seed < longRun(12, 200); seed++) {
      const next = random(seed + 5000);
      const lines = randomLines(next, 900 * KIB);
      const source = cutParts(Buffer.from(lines.join('\n')));
      lines.splice(Math.floor(next() * lines.length), 0, ...randomLines(next, 20 * KIB));
      const after = new Set(cutParts(Buffer.from(lines.join('\n'))).map((part) => bodyHash(part.content)));
      kept += source.filter((part) => after.has(bodyHash(part.content))).length;
      all += source.length;
    }
    expect(kept / all).toBeGreaterThan(0.75);
  });

  test('5 MB on one line are cut in a moment', () => {
    const source = Buffer.from('猫x'.repeat(1_250_000));
    const started = process.cpuUsage();
    const parts = cutParts(source);
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
    expect(join(parts).equals(source)).toBe(true);
    expect(parts.length).toBeGreaterThan(40);
  });

  test('bytes without one place to cut stay whole', () => {
    const source = Buffer.alloc(300 * KIB, 0x80);
    expect(cutParts(source).map((part) => part.content.length)).toEqual([source.length]);
  });
});

describe('matching', () => {
  const part = (text: string): MatchablePart => ({
    hash: bodyHash(Buffer.from(text)),
    anchor: uniqueAnchor(Buffer.from(text), new Set()),
  });
  const held = (text: string, ordinal: number): ExistingPart<string> => ({
    key: text,
    hash: bodyHash(Buffer.from(text)),
    anchor: part(text).anchor,
    part: ordinal,
  });
  const match = (parts: string[], existing: string[]) =>
    Object.fromEntries(
      [
        ...matchParts(
          parts.map(part),
          existing.map((text, n) => held(text, n + 1)),
        ),
      ].map(([n, key]) => [parts[n], key]),
    );

  test('equal content first, wherever it stands', () => {
    expect(match(['b\n1', 'a\n1'], ['a\n1', 'b\n1'])).toEqual({ 'b\n1': 'b\n1', 'a\n1': 'a\n1' });
  });

  test('then the same first line', () => {
    expect(match(['new\n', 'a\n2', 'b\n1'], ['a\n1', 'b\n1'])).toEqual({ 'a\n2': 'a\n1', 'b\n1': 'b\n1' });
  });

  test('then the same neighbours, in order', () => {
    expect(match(['a\n1', 'x\n9', 'c\n1'], ['a\n1', 'b\n1', 'c\n1'])).toEqual({
      'a\n1': 'a\n1',
      'x\n9': 'b\n1',
      'c\n1': 'c\n1',
    });
    expect(match(['x\n', 'a\n1'], ['y\n', 'a\n1'])).toEqual({ 'x\n': 'y\n', 'a\n1': 'a\n1' });
    expect(match(['a\n1', 'x\n', 'b\n1'], ['a\n1', 'b\n1', 'gone\n'])).toEqual({ 'a\n1': 'a\n1', 'b\n1': 'b\n1' });
  });

  test('an uncut source that grew past the limit keeps its drawer for the first part', () => {
    const parts = [part('a\n'), part('b\n')];
    const whole: ExistingPart<string> = { key: 'whole', hash: 'old', anchor: '' };
    expect([...matchParts(parts, [whole])]).toEqual([[0, 'whole']]);
  });

  test('no drawer twice, no content match missed', () => {
    const texts = fc.array(fc.constantFrom('a\n1', 'a\n2', 'b\n1', 'b\n2', 'c\n', ''), { maxLength: 8 });
    fc.assert(
      fc.property(texts, texts, (fresh, old) => {
        const existing = old.map((text, n) => ({ ...held(text, n + 1), key: n }));
        const map = matchParts(fresh.map(part), existing);
        expect(new Set(map.values()).size).toBe(map.size);
        for (const text of new Set(fresh)) {
          const common = Math.min(fresh.filter((one) => one === text).length, old.filter((one) => one === text).length);
          expect([...map].filter(([n, key]) => fresh[n] === text && old[key] === text).length).toBeGreaterThanOrEqual(
            common,
          );
        }
      }),
      { numRuns: longRun(500, 10_000) },
    );
  });

  test('a taken anchor is counted on', () => {
    const first = uniqueAnchor(Buffer.from('same\n1'), new Set());
    const second = uniqueAnchor(Buffer.from('same\n2'), new Set([first]));
    expect(second).not.toBe(first);
    expect(uniqueAnchor(Buffer.from('same\n2'), new Set())).toBe(first);
  });
});

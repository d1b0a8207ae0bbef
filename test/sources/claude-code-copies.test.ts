import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanonicalJson } from '../../src/sources/claude-code/canonical-json.js';
import { TerminalCopies } from '../../src/sources/claude-code/terminal-copy.js';
import { isObject, parseJson } from '../../src/sources/json.js';
import { longRun } from '../support/counts.js';

const text = fc.oneof(
  fc.constantFrom('line 1\nline 2\n', ',"toolUseResult":1', '"}', '\\', '\ud800', '\u2028', '\u0000', '😀 é', 'a/b'),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 40 }),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 0.1, 1.5, 0.000001, 0.0000001, 1e21, 123456789012345, 2 ** 60, -2.5),
);
const name = fc.oneof(fc.constantFrom('stdout', 'toolUseResult', 'content', 'a', '__proto__', '1', 'type'), text);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    number,
    fc.constantFrom(true, false, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
}));

/** Bytes that were JSON, changed as files are: a byte taken out, put in or changed, or a piece put in again. */
function changed(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const pieces = [
    '"',
    '\\',
    ',',
    '}',
    '{',
    ' ',
    '\\u0041',
    '\\/',
    '[0]',
    '-',
    '.',
    'e',
    '\n',
    ',"toolUseResult":1',
    '}}',
    '\xff',
  ];
  return fc
    .tuple(bytes, fc.nat(), fc.nat({ max: 2 }), fc.constantFrom('', ...pieces))
    .map(([whole, place, gone, piece]) => {
      const at = place % (whole.length + 1);
      return Buffer.concat([whole.subarray(0, at), Buffer.from(piece, 'latin1'), whole.subarray(at + gone)]);
    });
}

/** In the middle of other bytes, at any distance from the words of the memory. */
function among(bytes: Buffer, before: number, after = '\n{"a":"'): { memory: Buffer; start: number; end: number } {
  const memory = Buffer.concat([Buffer.alloc(before, '"'), bytes, Buffer.from(after)]);
  return { memory, start: before, end: before + bytes.length };
}

const before = fc.nat({ max: 5 });

describe('a value as JSON.stringify writes it', () => {
  it('is passed over to its end, but for a few numbers, escapes and names', () => {
    let passed = 0;
    fc.assert(
      fc.property(value, before, (one, distance) => {
        const { memory, start, end } = among(Buffer.from(JSON.stringify(one)), distance, '\n');
        const found = new CanonicalJson(memory).valueEnd(start, end);
        if (found !== undefined) passed++;
        expect([end, undefined]).toContain(found);
      }),
      { numRuns: 1000 },
    );
    expect(passed).toBeGreaterThan(600);
  });

  it.each(['"a\\nb"', '{"a":[1,-2.5,0.25,true,false,null],"b":{}}', '[[],"é😀"]', '[0]', '[123456789012345]'])(
    '%s is',
    (json) => {
      const { memory, start, end } = among(Buffer.from(json), 3);
      expect(new CanonicalJson(memory).valueEnd(start, end)).toBe(end);
    },
  );

  it.each([
    '"\\u0041"',
    '"\\/"',
    '1.0',
    '1e3',
    '-0',
    '01',
    '0.0000001',
    '1234567890123456',
    '{"a":1,"a":2}',
    '{"a": 1}',
    '[1,]',
    '"a',
    'nul',
    '[',
    '{',
    '{"a"',
    '',
  ])('%s is left to others', (json) => {
    const { memory, start, end } = among(Buffer.from(json), 2);
    expect(new CanonicalJson(memory).valueEnd(start, end)).toBeUndefined();
  });

  it('has as many bytes as JSON.stringify gives, whatever was done to it', () => {
    let passed = 0;
    const written = value.map((one) => Buffer.from(JSON.stringify(one)));
    fc.assert(
      fc.property(fc.oneof(written, changed(written), changed(changed(written))), before, (bytes, distance) => {
        const { memory, start, end } = among(bytes, distance);
        const found = new CanonicalJson(memory).valueEnd(start, end);
        if (found === undefined) return;
        passed++;
        expect(found).toBeLessThanOrEqual(end);
        const parsed: unknown = JSON.parse(memory.toString('utf8', start, found));
        expect(Buffer.byteLength(JSON.stringify(parsed))).toBe(found - start);
      }),
      { numRuns: longRun(2000, 100_000) },
    );
    expect(passed).toBeGreaterThan(500);
  });
});

describe('a line without its copy', () => {
  const record = fc
    .tuple(fc.array(fc.tuple(name, value), { maxLength: 3 }), value, fc.array(fc.tuple(name, value), { maxLength: 2 }))
    .map(([first, copy, rest]) => {
      const members = [['type', 'user'], ...first, ['toolUseResult', copy], ...rest];
      // By hand, since an object would hold each name once.
      return Buffer.from(`{${members.map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`).join(',')}}`);
    });

  it('is the same record but for the copy, and damaged when it was', () => {
    let cuts = 0;
    let damaged = 0;
    fc.assert(
      fc.property(fc.oneof(record, changed(record), changed(changed(record))), before, (bytes, distance) => {
        const line = bytes.filter((byte) => byte !== 0x0a);
        const { memory, start, end } = among(Buffer.from(line), distance);
        const whole = parseJson(memory.toString('utf8', start, end));
        const untouched = Buffer.from(memory);
        const cut = new TerminalCopies().cut(memory, start, end);
        if (cut === undefined) {
          expect(memory.equals(untouched)).toBe(true);
          return;
        }
        cuts++;
        expect(memory.subarray(end).equals(untouched.subarray(end))).toBe(true);
        const left = parseJson(memory.toString('utf8', start, cut.end));
        if (!isObject(whole)) {
          damaged++;
          expect(isObject(left) && typeof left.type === 'string').toBe(false);
          return;
        }
        const { toolUseResult, ...others } = whole;
        expect(cut.bytes).toBe(Buffer.byteLength(JSON.stringify(toolUseResult)));
        // One that stands before it in the same line does not count: the last one does.
        const { toolUseResult: _, ...leftOthers } = isObject(left) ? left : {};
        expect(JSON.stringify(leftOthers)).toBe(JSON.stringify(others));
      }),
      { numRuns: longRun(4000, 200_000) },
    );
    expect(cuts).toBeGreaterThan(500);
    expect(damaged).toBeGreaterThan(20);
  });

  it('is cut in many lines of one memory, each by itself', () => {
    const lines = Array.from({ length: 50 }, (_, index) =>
      JSON.stringify({
        type: 'user',
        index,
        ...(index % 3 === 0 && { toolUseResult: { stdout: 'x'.repeat(index) } }),
        ...(index % 4 === 0 && { slug: 'after' }),
      }),
    );
    const memory = Buffer.from(`${lines.join('\n')}\n`);
    const copies = new TerminalCopies();
    let start = 0;
    for (const line of lines) {
      const end = start + line.length;
      const cut = copies.cut(memory, start, end);
      const { toolUseResult, ...others } = JSON.parse(line);
      expect(cut?.bytes).toBe(toolUseResult === undefined ? undefined : JSON.stringify(toolUseResult).length);
      expect(JSON.parse(memory.toString('utf8', start, cut?.end ?? end))).toEqual(others);
      start = end + 1;
    }
  });

  it('is not looked for where the key stands inside of a call, or in words', () => {
    const lines = [
      '{"type":"assistant","message":{"content":[{"input":{"a":1,"toolUseResult":5}}]}}',
      JSON.stringify({ type: 'user', message: { content: ',"toolUseResult":1}' } }),
      '{"type":"user","toolUseResult":1,"toolUseResult":2}',
      '{"type":"user", "toolUseResult":1}',
    ];
    for (const line of lines) {
      const memory = Buffer.from(line);
      expect(new TerminalCopies().cut(memory, 0, memory.length)).toBeUndefined();
    }
  });
});

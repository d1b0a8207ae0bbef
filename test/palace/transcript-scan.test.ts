import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHeader, renderHeader } from '../../src/palace/transcript-header.js';
import { MessageScan } from '../../src/palace/transcript-scan.js';
import { MESSAGE_KINDS } from '../../src/palace/transcript-types.js';
import { longRun } from '../support/counts.js';

const token = fc.constantFrom(
  ...'### [|[|]| |  |{|}|(|)|"|=|\\|\\n|\t|\r|\u00a0|\u2028|\ufeff|\u007f|\u0000|\u3000|é|猫|😀|user|tool_call|a.b-c_1|1a|-|key="value"|k="a\\"b"|"q"="v"|=""'.split(
    '|',
  ),
  '2026-03-04T10:00:00.000Z',
  '{0d1e-4f}',
  'w'.repeat(99),
  'w'.repeat(100),
  'w'.repeat(101),
  'w'.repeat(199),
  'w'.repeat(201),
);
const tokens = fc.array(token, { maxLength: 8 }).map((parts) => parts.join(''));
const word = fc.oneof(fc.constantFrom('user', 'a', '2026-03-04T10:00:00Z', 'x y', ''), tokens);
const written = fc
  .record(
    {
      speaker: word,
      kind: fc.constantFrom(...MESSAGE_KINDS),
      time: word,
      id: word,
      attributes: fc.dictionary(fc.oneof(fc.constantFrom('name', 'call'), tokens), word, { maxKeys: 3 }),
    },
    { requiredKeys: ['speaker', 'kind'] },
  )
  .map(renderHeader);
/** Headers, headers with something put in or taken out, and what only begins like one. */
const line = fc.oneof(
  written,
  fc.tuple(written, fc.nat(), fc.nat(2), fc.oneof(fc.constant(''), token)).map(([header, at, less, more]) => {
    const place = at % (header.length + 1);
    return header.slice(0, place) + more + header.slice(place + less);
  }),
  tokens.map((text) => `### [${text}`),
  tokens.map((text) => `### [user] ${text}`),
  tokens.map((text) => `### [user] (${text})`),
  tokens,
);

/** The grammar as docs/format.md says it, line by line. */
function found(body: Buffer): { start: number; lineEnd: number; time: string | undefined }[] {
  const all: { start: number; lineEnd: number; time: string | undefined }[] = [];
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf('\n', start);
    const lineEnd = newline === -1 ? body.length : newline;
    const isCrlf = newline !== -1 && body[newline - 1] === 0x0d;
    const header = parseHeader(body.toString('utf8', start, isCrlf ? lineEnd - 1 : lineEnd));
    if (header) all.push({ start, lineEnd, time: header.time });
    start = lineEnd + 1;
  }
  return all;
}

function scanned(body: Buffer, from = 0): ReturnType<typeof found> {
  const all: ReturnType<typeof found> = [];
  for (const scan = new MessageScan(body, from); scan.next(); )
    all.push({ start: scan.start, lineEnd: scan.lineEnd, time: scan.time() });
  return all;
}

test('finds exactly the lines that are headers by the grammar', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n', '\n\n'), (lines, end) => {
      const body = Buffer.from(lines.join(end));
      expect(scanned(body)).toEqual(found(body));
    }),
    { numRuns: longRun(4_000, 200_000) },
  );
});

test('the same of bytes that are not UTF-8', () => {
  const odd = fc.constantFrom(0x80, 0xc2, 0xe2, 0xff, 0x0d, 0x0a, 0x20, 0x22, 0x5d, 0x7d, 0x29);
  fc.assert(
    fc.property(written, fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 3 }), (header, changes) => {
      const body = Buffer.from(`text\n${header}\n`);
      for (const [at, byte] of changes) body[at % body.length] = byte;
      expect(scanned(body)).toEqual(found(body));
    }),
    { numRuns: longRun(3_000, 100_000) },
  );
});

test('what stands before the place to begin at is not looked at', () => {
  const body = Buffer.from('### [a]\n### [b] t\nx\n### [c]\n');
  expect(scanned(body, 8)).toEqual([
    { start: 8, lineEnd: 17, time: 't' },
    { start: 20, lineEnd: 27, time: undefined },
  ]);
  expect(scanned(body, 18).map(({ start }) => start)).toEqual([20]);
  expect(scanned(body, body.length)).toEqual([]);
});

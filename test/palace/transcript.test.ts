import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  firstMessageEnd,
  messageMarks,
  messageStarts,
  parseTranscript,
  renderMessage,
  renderTranscript,
} from '../../src/palace/transcript.js';
import { parseHeader, renderHeader } from '../../src/palace/transcript-header.js';
import { MESSAGE_KINDS, type Message, type PlacedMessage } from '../../src/palace/transcript-types.js';
import { longRun } from '../support/counts.js';

const awkward = [
  '### [',
  '\\### [',
  '\\\\### [user] x',
  '### [user]\n\n### [assistant]\n',
  '\r\n',
  '\n',
  '\n\n\n',
  '',
  ' ',
  '\0',
  'no end',
  '😀猫\u2028### [x]\r### [y]',
  '"',
  '"a"',
  ']',
  '}',
  '{',
  '(',
  ')',
  'a b',
  '=',
  '\u00a0',
  '\ufeff',
  '---\n',
  '```\ncode\n  indented\n```',
  '__proto__',
  'text',
];
const text = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 6 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }).map((value) => Buffer.from(value).toString()),
);
const message: fc.Arbitrary<Message> = fc.record(
  {
    speaker: text,
    kind: fc.constantFrom(...MESSAGE_KINDS),
    text,
    time: fc.oneof(fc.constant('2026-03-04T10:00:00Z'), text),
    id: fc.oneof(fc.uuid(), text),
    attributes: fc.dictionary(text, text, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
  },
  { requiredKeys: ['speaker', 'kind', 'text'] },
);

function plain({ firstLine: _f, lastLine: _l, textLine: _t, ...rest }: PlacedMessage): Message {
  return rest;
}

describe('transcript/1', () => {
  test('reads back the same messages, byte for byte', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
        expect(parseTranscript(renderTranscript(messages)).map(plain)).toEqual(messages);
      }),
      { numRuns: longRun(1500, 20_000) },
    );
  });

  test('places are the lines of the body', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 6 }), (messages) => {
        const body = renderTranscript(messages);
        const lines = body.toString().split('\n');
        const placed = parseTranscript(body);
        placed.forEach((one, index) => {
          expect(lines[one.firstLine - 1]).toBe(renderHeader(one));
          expect(one.textLine).toBe(one.firstLine + 1);
          expect(one.lastLine).toBe((placed[index + 1]?.firstLine ?? lines.length) - 2);
          expect(lines[one.lastLine]).toBe('');
        });
        expect(messageStarts(body)).toHaveLength(messages.length);
        const cut = messageStarts(body).map((start, index, all) => body.subarray(start, all[index + 1]));
        expect(cut.flatMap((piece) => parseTranscript(piece)).map(plain)).toEqual(messages);
      }),
      { numRuns: longRun(300, 5000) },
    );
  });

  test('looks as docs/format.md shows it', () => {
    const body = renderTranscript([
      { speaker: 'user', kind: 'text', text: 'Why GraphQL?', time: '2026-03-04T10:00:00Z', id: 'u1' },
      {
        speaker: 'assistant',
        kind: 'tool_call',
        text: '{"q": 1}',
        id: 'a b',
        attributes: { name: 'Read', call: 't1' },
      },
      { speaker: 'a]b', kind: 'text', text: '### [not a header]\n\\### [nor this]', attributes: { thread: 'x' } },
    ]);
    expect(body.toString()).toBe(
      '### [user] 2026-03-04T10:00:00Z {u1}\nWhy GraphQL?\n\n' +
        '### [assistant] {"a b"} (tool_call name="Read" call="t1")\n{"q": 1}\n\n' +
        '### ["a]b"] (thread="x")\n\\### [not a header]\n\\\\### [nor this]\n\n',
    );
  });

  test('a lone surrogate becomes U+FFFD', () => {
    const [back] = parseTranscript(
      renderTranscript([{ speaker: 'a\ud800', kind: 'text', text: '\udc00!', id: '\ud800' }]),
    );
    expect(back).toMatchObject({ speaker: 'a\ufffd', text: '\ufffd!', id: '\ufffd' });
  });
});

describe('bodies edited by hand', () => {
  it('have marks where their messages are', () => {
    const line = fc.oneof(
      fc.constantFrom(...awkward, '### [user] 2026-03-04T10:00:00Z', '### [tool] (tool_result)'),
      text,
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const body = Buffer.from(lines.join('\n'));
        const messages = parseTranscript(body);
        expect(messageMarks(body)).toEqual(
          messages.map(({ firstLine, time }) => (time === undefined ? { line: firstLine } : { line: firstLine, time })),
        );
        expect(firstMessageEnd(body)).toBe(messageStarts(body).find((start) => start > 0) ?? body.length);
      }),
    );
  });

  const read = (body: string | Buffer) => parseTranscript(Buffer.from(body));

  test('text before the first header is a notice of nobody; blank lines there are nothing', () => {
    expect(read('A note on top.\n\n### [user]\nhi\n\n')).toEqual([
      { speaker: '', kind: 'notice', text: 'A note on top.', firstLine: 1, textLine: 1, lastLine: 1 },
      { speaker: 'user', kind: 'text', text: 'hi', firstLine: 3, textLine: 4, lastLine: 4 },
    ]);
    expect(read('\n\n### [user]\nhi')).toMatchObject([{ speaker: 'user', text: 'hi', firstLine: 3 }]);
    expect(read('just prose')).toMatchObject([{ speaker: '', kind: 'notice', text: 'just prose' }]);
    expect(read('')).toEqual([]);
  });

  test('missing blank lines lose nothing', () => {
    expect(read('### [a]\none\n### [b]\ntwo').map(plain)).toEqual([
      { speaker: 'a', kind: 'text', text: 'one' },
      { speaker: 'b', kind: 'text', text: 'two' },
    ]);
    expect(read('### [a]').map(plain)).toEqual([{ speaker: 'a', kind: 'text', text: '' }]);
    expect(read('### [a]\n### [b]\n').map(plain)).toEqual([
      { speaker: 'a', kind: 'text', text: '' },
      { speaker: 'b', kind: 'text', text: '' },
    ]);
  });

  test('a line that only looks like a header is text', () => {
    for (const line of [
      '### [a',
      '### [a] (b',
      '### [a] {x',
      '### [a]b',
      '### [a] t {x} y',
      '### ["a]',
      '### [a]  t',
      '### [a] ()',
      '### [a] (k=v)',
    ]) {
      expect(parseHeader(line)).toBeUndefined();
      expect(read(`### [u]\n${line}\n\n`).map(plain)).toEqual([{ speaker: 'u', kind: 'text', text: line }]);
    }
  });

  test('a kind from the future is a notice that says so', () => {
    expect(parseHeader('### [a] (hologram size="3")')).toEqual({
      speaker: 'a',
      kind: 'notice',
      attributes: { kind: 'hologram', size: '3' },
    });
  });

  test('a file converted to CRLF reads the same words', () => {
    expect(read('### [a] {1}\r\none\r\ntwo\r\n\r\n### [b]\r\nx\r\n\r\n').map(plain)).toEqual([
      { speaker: 'a', id: '1', kind: 'text', text: 'one\r\ntwo' },
      { speaker: 'b', kind: 'text', text: 'x' },
    ]);
  });

  test('bytes that are not UTF-8 do not disturb the lines after them', () => {
    const body = Buffer.concat([
      Buffer.from('### [a]\n'),
      Buffer.from([0xff, 0xfe, 0x0a, 0xc3]),
      Buffer.from('\n\n### [b]\nx\n\n'),
    ]);
    expect(parseTranscript(body)).toMatchObject([
      { speaker: 'a', lastLine: 3 },
      { speaker: 'b', firstLine: 5, text: 'x' },
    ]);
  });

  test('any bytes parse without a throw', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.array(fc.constantFrom('### [a]\n', '### ["', '\n', '### [b] {', ' (', 'x')),
        (bytes, parts) => {
          parseTranscript(
            Buffer.concat([Buffer.from(parts.join('')), Buffer.from(bytes), Buffer.from(parts.reverse().join(''))]),
          );
        },
      ),
      { numRuns: longRun(500, 10_000) },
    );
  });

  test('10 MB parse in a moment, however they are cut into lines', () => {
    const many = renderTranscript(
      Array.from({ length: 40_000 }, (_, n) => ({
        speaker: 'user',
        kind: 'text' as const,
        text: `message ${n}\n${'word '.repeat(45)}`,
      })),
    );
    const one = renderTranscript([{ speaker: 'user', kind: 'text', text: '### [x]\n'.repeat(1_200_000) }]);
    for (const body of [many, one]) {
      expect(body.length).toBeGreaterThan(9_000_000);
      const started = process.cpuUsage();
      parseTranscript(body);
      // A quarter of a second on an idle machine; a quadratic step would take minutes.
      expect(process.cpuUsage(started).user).toBeLessThan(4_000_000);
    }
  });
});

it('a conversation longer than the pieces in which it is written is the same bytes', () => {
  const texts = ['é'.repeat(700_000), '😀'.repeat(400_000), '', 'x'.repeat(1_500_000), 'end'];
  const messages = texts.map((text): Message => ({ speaker: 'user', kind: 'text', text }));
  const body = renderTranscript(messages);
  expect(body.equals(Buffer.from(messages.map(renderMessage).join(''), 'utf8'))).toBe(true);
  expect(parseTranscript(body).map(({ text }) => text)).toEqual(texts);
});

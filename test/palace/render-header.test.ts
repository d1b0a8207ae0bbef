import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMessage } from '../../src/palace/transcript.js';
import { type MessageHeader, renderHeader } from '../../src/palace/transcript-header.js';
import { MESSAGE_KINDS } from '../../src/palace/transcript-types.js';
import { longRun } from '../support/counts.js';

/** What header lines must be, without a thought of speed. */
function specified({ speaker, time, id, kind, attributes }: MessageHeader): string {
  const parts = [`### [${/^"|[\]\r\n]/.test(speaker) ? json(speaker) : whole(speaker)}]`];
  if (time !== undefined) parts.push(/^[^\s{("][^\s]*$/.test(time) ? whole(time) : json(time));
  if (id !== undefined) parts.push(`{${/^"|[\s}]/.test(id) ? json(id) : whole(id)}}`);
  const words = Object.entries(attributes ?? {}).map(
    ([key, value]) => `${/^[A-Za-z_][\w.-]*$/.test(key) ? key : json(key)}=${json(value)}`,
  );
  if (kind !== 'text') words.unshift(kind);
  if (words.length > 0) parts.push(`(${words.join(' ')})`);
  return parts.join(' ');
}

function whole(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function json(text: string): string {
  return JSON.stringify(whole(text)).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    'user',
    '2026-03-04T10:00:00.000Z',
    '0d1e-4f',
    'call_1',
    '__proto__',
    '1',
    '-',
    '"',
    '\\',
    '\ud800',
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 4 }),
  fc
    .array(
      fc.constantFrom('a', ' ', '\n', '\r', '\t', ']', '[', '{', '}', '(', ')', '"', '\\', '=', '\x7f', '\u2028', 'é'),
      {
        maxLength: 4,
      },
    )
    .map((units) => units.join('')),
);
const header: fc.Arbitrary<MessageHeader> = fc.record(
  {
    speaker: text,
    kind: fc.constantFrom(...MESSAGE_KINDS),
    time: text,
    id: text,
    attributes: fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
  },
  { requiredKeys: ['speaker', 'kind'] },
);

test('header lines are what they are specified to be', () => {
  fc.assert(
    fc.property(header, (one) => {
      expect(renderHeader(one)).toBe(specified(one));
    }),
    { numRuns: longRun(5_000, 200_000) },
  );
});

test('a message is its header, its text with what looks like a header escaped, and a blank line', () => {
  const line = fc.oneof(text, fc.constantFrom('### [user]', '\\### [x', '\\\\### [', 'a ### [b', ' ### ['));
  const lines = fc.array(line, { maxLength: 5 }).map((all) => all.join('\n'));
  fc.assert(
    fc.property(header, lines, (one, said) => {
      const escaped = whole(said)
        .split('\n')
        .map((each) => (/^\\*### \[/.test(each) ? `\\${each}` : each))
        .join('\n');
      expect(renderMessage({ ...one, text: said })).toBe(`${specified(one)}\n${escaped}\n\n`);
    }),
    { numRuns: longRun(3_000, 100_000) },
  );
});

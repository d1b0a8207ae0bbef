import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeBytes } from '../../src/history/merge.js';
import { longRun } from '../support/counts.js';

const text = (value: string) => Buffer.from(value, 'utf8');

describe('mergeBytes', () => {
  test('takes both changes when they touch different lines, with CRLF and a missing final newline kept', async () => {
    const base = text('one\r\ntwo\nthree\nfour\nfive');
    const merged = await mergeBytes(
      text('one!\r\ntwo\nthree\nfour\nfive'),
      base,
      text('one\r\ntwo\nthree\nfour\nfive, no newline'),
    );
    expect(merged).toEqual({ clean: true, content: text('one!\r\ntwo\nthree\nfour\nfive, no newline') });
  });

  test('reports an overlap when both sides changed one line differently', async () => {
    const merged = await mergeBytes(text('a\nOURS\nc\n'), text('a\nb\nc\n'), text('a\nTHEIRS\nc\n'));
    expect(merged).toEqual({ clean: false, overlaps: 1 });
  });

  test('the same change on both sides is no overlap', async () => {
    const merged = await mergeBytes(text('a\nsame\nc\nd\ne\n'), text('a\nb\nc\nd\ne\n'), text('a\nsame\nc\nd\nE\n'));
    expect(merged).toEqual({ clean: true, content: text('a\nsame\nc\nd\nE\n') });
  });

  test('property: a side that did not change gives way to the other, whatever the bytes', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((value) => Buffer.from(value));
    await fc.assert(
      fc.asyncProperty(bytes, bytes, async (base, other) => {
        expect(await mergeBytes(base, base, other)).toEqual({ clean: true, content: other });
        expect(await mergeBytes(other, base, base)).toEqual({ clean: true, content: other });
        expect(await mergeBytes(other, base, other)).toEqual({ clean: true, content: other });
      }),
      { numRuns: longRun(100, 2000) },
    );
  });

  test('property: edits of lines that are far apart both arrive, byte for byte', async () => {
    const line = fc.string({ maxLength: 12 }).map((value) => `${value.replace(/\n/g, '')}\n`);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 9, maxLength: 30 }), line, line, async (lines, first, last) => {
        // Unique lines: with repeated ones several alignments are right.
        const base = lines.map((each, index) => `${index} ${each}`);
        const ours = [`first ${first}`, ...base.slice(1)].join('');
        const theirs = [...base.slice(0, -1), `last ${last}`].join('');
        const both = [`first ${first}`, ...base.slice(1, -1), `last ${last}`].join('');
        expect(await mergeBytes(text(ours), text(base.join('')), text(theirs))).toEqual({
          clean: true,
          content: text(both),
        });
      }),
      { numRuns: longRun(100, 2000) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPassages, type MessageMark, PASSAGE_MOST } from '../../src/text/passages.js';
import { longRun } from '../support/counts.js';

const cut = (body: string, messages?: readonly MessageMark[]) => cutPassages(Buffer.from(body), messages);
const sentence = 'The quick brown fox jumps over the lazy dog near the river bank. ';

describe('cutPassages', () => {
  it('property: the passages joined are the body, and their lines are the lines of the body', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 120 }),
      fc.constantFrom('', '# Title', '```', '- item', '\r', '\ufeff', '\0'),
      fc.nat(4000).map((length) => '长x '.repeat(length / 3)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.boolean(), fc.array(fc.nat(60)), (lines, final, marks) => {
        const body = lines.join('\n') + (final ? '\n' : '');
        const messages = [...new Set(marks)].sort((a, b) => a - b).map((at) => ({ line: at + 1 }));
        const passages = cutPassages(Buffer.from(body), messages);
        expect(passages.map((passage) => passage.text).join('')).toBe(body);
        const all = body.split('\n');
        if (all.at(-1) === '' && all.length > 1) all.pop();
        let expected = 1;
        passages.forEach((passage, at) => {
          expect(passage.ordinal).toBe(at);
          const sharesLine = passage.firstLine === passages[at - 1]?.lastLine;
          expect(passage.firstLine).toBe(sharesLine ? expected - 1 : expected);
          expect(passage.text.length).toBeLessThanOrEqual(PASSAGE_MOST);
          const lines = all.slice(passage.firstLine - 1, passage.lastLine).join('\n');
          if (sharesLine || passages[at + 1]?.firstLine === passage.lastLine)
            expect(lines).toContain(passage.text.trimEnd());
          else expect(passage.text.replace(/\n$/, '')).toBe(lines);
          expected = passage.lastLine + 1;
        });
        expect(expected - 1).toBe(all.length);
      }),
      { numRuns: longRun(300, 3000) },
    );
  });

  it('never throws on bytes that are not UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4000 }), (bytes) => {
        const body = Buffer.from(bytes);
        expect(
          cutPassages(body)
            .map((passage) => passage.text)
            .join(''),
        ).toBe(body.toString('utf8'));
      }),
    );
  });

  it('an empty body is one empty passage', () => {
    expect(cutPassages(Buffer.alloc(0))).toEqual([{ ordinal: 0, firstLine: 1, lastLine: 1, text: '' }]);
  });

  it('counts leading blank lines', () => {
    const passages = cut(`\n\n\n${sentence}\n`);
    expect(passages).toHaveLength(1);
    expect(passages[0]).toMatchObject({ firstLine: 1, lastLine: 4 });
  });

  it('cuts before a heading rather than in the middle of a section', () => {
    const section = (name: string): string => `## ${name}\n\n${`${sentence}\n`.repeat(9)}\n`;
    const passages = cut(section('One') + section('Two') + section('Three'));
    expect(passages.map((passage) => passage.text.split('\n')[0])).toEqual(['## One', '## Two', '## Three']);
  });

  it('keeps a code fence whole', () => {
    const fence = `\`\`\`ts\n${'const a = 1;\n\n'.repeat(20)}\`\`\`\n`;
    const passages = cut(`${`${sentence}\n`.repeat(8)}\n${fence}\n${`${sentence}\n`.repeat(8)}`);
    expect(
      passages.filter((passage) => passage.text.includes('const a')).map((p) => p.text.match(/```/g)?.length),
    ).toEqual([2]);
  });

  it('cuts a conversation at messages and gives each passage the time of its first one', () => {
    const message = (name: string, lines: number): string => `### [${name}]\n${`${sentence}\n`.repeat(lines)}\n`;
    const parts = [message('user', 3), message('agent', 8), message('user', 9), message('agent', 30)];
    let line = 1;
    const marks = parts.map((part, at) => {
      const mark = { line, time: `2026-03-0${at + 1}T10:00:00Z` };
      line += part.split('\n').length - 1;
      return mark;
    });
    const passages = cut(parts.join(''), marks);
    expect(passages[0]).toMatchObject({ firstLine: 1, time: '2026-03-01T10:00:00Z' });
    expect(passages.find((passage) => passage.text.startsWith('### [user]') && passage.ordinal > 0)?.time).toBe(
      '2026-03-03T10:00:00Z',
    );
    const long = passages.filter((passage) => passage.time === '2026-03-04T10:00:00Z');
    expect(long.length).toBeGreaterThan(1);
    expect(long[0]?.text.startsWith('### [agent]')).toBe(true);
  });

  it('cuts a line of a megabyte inside, at spaces, without splitting a character', () => {
    const passages = cut('word 😀'.repeat(100_000));
    expect(passages.every((passage) => passage.firstLine === 1 && passage.lastLine === 1)).toBe(true);
    expect(passages.every((passage) => !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(passage.text))).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../src/text/sentences.js';
import { cutUnits, LONGEST_SENTENCE, type TextUnit, WINDOW } from '../../src/text/units.js';
import { longRun } from '../support/counts.js';

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const windows = (units: readonly TextUnit[]): TextUnit[] => units.filter(({ size }) => size === 'window');
const sentences = (units: readonly TextUnit[]): string[] =>
  units.filter(({ size }) => size === 'sentence').map(({ text }) => text);
const cut = (text: string, prose = true): TextUnit[] => cutUnits([{ firstLine: 1, text }], { sentences: prose });

/** Lines as people write them: words, marks, blank lines, code fences, CJK, very long ones. */
const line = fc.oneof(
  fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 40 }).map((list) => `${list.join(' ')}.`),
  fc.constantFrom('', '```', '> ', '- ', '# Title', '我们切换到 GraphQL。原因有三个。', '\t', '1. one', '**bold**'),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.integer({ min: 300, max: 1_500 }).map((length) => 'x'.repeat(length)),
);
const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));

describe('cutUnits', () => {
  it('has every word of plain sentences in a window, in order, on the lines where it stands', () => {
    const plain = fc.array(fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 60 }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(plain, (lines) => {
        const body = lines.map((list) => `${list.join(' ')}.`).join('\n');
        const units = windows(cut(body));
        expect(words(units.map((unit) => unit.text).join(' '))).toEqual(lines.flat());
        const all = body.split('\n');
        for (const unit of units) {
          const own = words(all.slice(unit.firstLine - 1, unit.lastLine).join(' '));
          for (const word of words(unit.text)) expect(own).toContain(word);
        }
      }),
      { numRuns: longRun(100, 2_000) },
    );
  });

  it('stays within its sizes and within the lines of the body, whatever the text', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (body, prose) => {
        const last = body.split('\n').length;
        for (const { size, text: own, firstLine, lastLine } of cut(body, prose)) {
          expect(own.trim()).not.toBe('');
          // Half a character would not survive this.
          expect(Buffer.from(own, 'utf8').toString('utf8')).toBe(own);
          expect(own.length).toBeLessThanOrEqual(
            size === 'window' ? Math.max(WINDOW, LONGEST_SENTENCE + 50) : LONGEST_SENTENCE,
          );
          expect(firstLine).toBeGreaterThanOrEqual(1);
          expect(lastLine).toBeGreaterThanOrEqual(firstLine);
          expect(lastLine).toBeLessThanOrEqual(last);
        }
      }),
      { numRuns: longRun(200, 5_000) },
    );
  });

  it('reads a label as the speaker: in windows, not in sentences', () => {
    const units = cut('**Caroline:** I moved to Lisbon. It rains less.\n\nMel: How brave of you!');
    expect(sentences(units)).toEqual(['I moved to Lisbon.', 'It rains less.', 'How brave of you!']);
    expect(windows(units)).toEqual([
      {
        size: 'window',
        text: 'Caroline: I moved to Lisbon. It rains less. Mel: How brave of you!',
        firstLine: 1,
        lastLine: 3,
      },
    ]);
  });

  it('joins hard-wrapped lines to sentences and leaves marks of markdown out', () => {
    const units = cut(
      '# The move\n\n> We **switched** to\n> [GraphQL](https://graphql.org). It was\nworth it.\n- [x] ship the beta soon',
    );
    expect(sentences(units)).toEqual(['We switched to GraphQL.', 'It was worth it.', 'ship the beta soon']);
  });

  it('makes windows but no sentences of code, in a fence or a whole file', () => {
    const units = cut(
      'Before the fence it says this.\n\n```ts\nconst a = 1. + 2;\nreturn a;\n```\n\nAfter the fence it says that.',
    );
    expect(
      windows(units)
        .map(({ text: own }) => own)
        .join(' '),
    ).toContain('const a = 1. + 2; return a;');
    expect(sentences(cut('const first = 1;\nconst second = 2;', false))).toEqual([]);
    expect(windows(cut('const first = 1;\nconst second = 2;', false))).toHaveLength(1);
  });

  it('gives nothing for an empty body and for marks alone', () => {
    for (const body of ['', '\n\n', '---\n', '```\n```', '> \n- \n'])
      expect(windows(cut(body)).map(({ text: own }) => own)).toEqual(body === '---\n' ? ['---'] : []);
  });
});

describe('sentencesOf', () => {
  it('says where each sentence stands in the text, in both scripts, and loses no word', () => {
    fc.assert(
      fc.property(text, (body) => {
        let end = 0;
        for (const { start, text: own } of sentencesOf(body)) {
          expect(start).toBeGreaterThanOrEqual(end);
          expect(body.slice(start, start + own.length)).toBe(own);
          expect(body.slice(end, start).trim()).toBe('');
          end = start + own.length;
        }
        expect(body.slice(end).trim()).toBe('');
      }),
      { numRuns: longRun(100, 2_000) },
    );
  });

  it('cuts a long text in stretches without cutting a sentence that ends near by', () => {
    const long = 'This is one sentence of a long text. '.repeat(600);
    expect(new Set(sentencesOf(long).map(({ text: own }) => own))).toEqual(
      new Set(['This is one sentence of a long text.']),
    );
    expect(sentencesOf('我们切换了。原因很多。').map(({ text: own }) => own)).toEqual(['我们切换了。', '原因很多。']);
  });
});

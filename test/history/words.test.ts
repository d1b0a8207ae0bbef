import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffText, type WordRun } from '../../src/history/words.js';
import { longRun } from '../support/counts.js';

const side = (runs: readonly WordRun[], without: WordRun['op']) =>
  runs
    .filter((run) => run.op !== without)
    .map((run) => run.text)
    .join('');

describe('diffText', () => {
  test('a changed word is shown as a word inside its line, with two lines around it', async () => {
    const before = 'a\nb\nc\nwe use REST here\nd\ne\nf\n';
    const { hunks, words_added, words_removed } = await diffText(before, before.replace('REST', 'GraphQL'));
    expect({ words_added, words_removed }).toEqual({ words_added: 1, words_removed: 1 });
    expect(hunks).toEqual([
      {
        before_line: 2,
        after_line: 2,
        runs: [
          { op: 'same', text: 'b\nc\nwe use ' },
          { op: 'removed', text: 'REST' },
          { op: 'added', text: 'GraphQL' },
          { op: 'same', text: ' here\nd\ne\n' },
        ],
      },
    ]);
  });

  test('two changes far apart are two hunks, near ones are one', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`);
    const far = lines.with(3, 'x\n').with(20, 'y\n');
    expect((await diffText(lines.join(''), far.join(''))).hunks).toHaveLength(2);
    const near = lines.with(3, 'x\n').with(6, 'y\n');
    expect((await diffText(lines.join(''), near.join(''))).hunks).toHaveLength(1);
  });

  test('Chinese text is compared by characters', async () => {
    const { hunks, words_added } = await diffText('我们决定使用数据库\n', '我们决定使用图数据库\n');
    expect(words_added).toBe(1);
    expect(hunks[0]?.runs).toContainEqual({ op: 'added', text: '图' });
  });

  test('property: the runs of each hunk are slices of both texts at the lines that they name', async () => {
    const text = fc
      .array(fc.constantFrom('alpha beta', 'gamma', '', 'delta  e', '中文', 'x'), { maxLength: 40 })
      .chain((lines) => fc.constantFrom('\n', '').map((end) => lines.join('\n') + end));
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        const { hunks } = await diffText(before, after);
        expect(hunks.length === 0).toBe(before === after);
        for (const hunk of hunks) {
          expect(fromLine(before, hunk.before_line).startsWith(side(hunk.runs, 'added'))).toBe(true);
          expect(fromLine(after, hunk.after_line).startsWith(side(hunk.runs, 'removed'))).toBe(true);
        }
        // What no hunk shows is the same on both sides.
        expect(cut(before, hunks, 'before_line', 'added')).toBe(cut(after, hunks, 'after_line', 'removed'));
      }),
      { numRuns: longRun(200, 5000) },
    );
  });
});

function offset(text: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) at = text.indexOf('\n', at) + 1;
  return at;
}

function fromLine(text: string, line: number): string {
  return text.slice(offset(text, line));
}

function cut(
  text: string,
  hunks: readonly { before_line: number; after_line: number; runs: WordRun[] }[],
  at: 'before_line' | 'after_line',
  without: WordRun['op'],
): string {
  let rest = '';
  let from = 0;
  for (const hunk of hunks) {
    const start = offset(text, hunk[at]);
    rest += text.slice(from, start);
    from = start + side(hunk.runs, without).length;
  }
  return rest + text.slice(from);
}

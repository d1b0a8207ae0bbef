import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aider } from '../../src/sources/adapters/aider.js';
import { runsOf } from '../../src/sources/aider/runs.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { describeSamples } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

describeSamples('aider');

const NAME = '.aider.chat.history.md';
const start = (time: string) => `\n# aider chat started at 2026-06-09 ${time}\n\n`;

describe('a history of aider', () => {
  it('has a conversation a run, with model, day and project', async () => {
    const root = plainRoot(
      write(tempDir(), {
        [`bell/${NAME}`]: `${start('14:01:00')}> Model: gpt-x with whole edit format  \n\n#### a  \n\n# answer\n${start('15:00:00')}> Aider  \n${start('14:01:00')}#### b  \n\n#### c  \n`,
      }),
      'notes',
    );
    const units = await unitsOf(aider, root, `bell/${NAME}`);
    expect(
      units.map(({ source, date, facts, wingHint }) => [source.replace(/^.*\.md/, ''), date, facts, wingHint]),
    ).toEqual([
      ['/2026-06-09T14:01:00', '2026-06-09', { model: 'gpt-x' }, 'bell'],
      ['/2026-06-09T14:01:00-2', '2026-06-09', undefined, 'bell'],
    ]);
    expect(units.map((unit) => messagesIn(unit).map(({ speaker, text }) => [speaker, text]))).toEqual([
      [
        ['system', 'Model: gpt-x with whole edit format'],
        ['user', 'a'],
        ['assistant', '# answer'],
      ],
      [
        ['user', 'b'],
        ['user', 'c'],
      ],
    ]);
    expect(notKept(units[1])).toEqual({ 'runs in which nobody says anything': 1 });
  });

  it('keeps what stands before the first start, and is read from UTF-16 and CR LF', async () => {
    const text = `#### lost head  \n\nyes\n${start('15:00:00')}#### b  \n`;
    const root = plainRoot(
      write(tempDir(), {
        'a.md': Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le'),
        'b.md': start('15:00:00'),
      }),
      'notes',
    );
    expect(aider.detect(candidateOf(root, 'a.md'))).toBe(0.9);
    expect((await unitsOf(aider, root, 'a.md')).map((unit) => messagesIn(unit).map(({ text: said }) => said))).toEqual([
      ['lost head', 'yes'],
      ['b'],
    ]);
    expect(await read(aider, root, 'b.md')).toMatchObject({ skipped: { reason: 'empty' } });
  });

  it('gives back every question and answer in order, however many', () => {
    const word = fc.constantFrom('one', '# two', '#### three', '> four', '', '```', '  five', '####');
    const lines = fc.array(word, { minLength: 1, maxLength: 4 });
    const turn = fc.record({
      asked: lines.map((all) => `q ${all.join('\n')}q`),
      answered: lines.map((all) => `a ${all.join('\n')}a`),
    });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1 }), (turns) => {
        const text = turns
          .map(({ asked, answered }) => `#### ${asked.replaceAll('\n', '  \n#### ')}  \n\n${answered}\n\n`)
          .join('');
        expect(runsOf(start('10:00:00') + text)[0]?.messages.map(({ speaker, text: said }) => [speaker, said])).toEqual(
          turns.flatMap(({ asked, answered }) => [
            ['user', asked],
            ['assistant', answered],
          ]),
        );
      }),
      { numRuns: longRun(200, 5000) },
    );
    const count = longRun(10_000, 100_000);
    expect(runsOf(start('10:00:00') + '#### q  \n\na\n\n'.repeat(count))[0]?.messages).toHaveLength(2 * count);
    expect(runsOf(`${start('10:00:00')}#### ${'x'.repeat(5_000_000)}  \n`)[0]?.messages[0]?.text).toHaveLength(
      5_000_000,
    );
  });
});

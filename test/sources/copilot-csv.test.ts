import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copilotCsv } from '../../src/sources/adapters/copilot-csv.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { describeSamples } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

const FIXTURE = plainRoot(join(import.meta.dirname, '../fixtures/sources/copilot-csv'), 'notes');
const HEAD = 'Conversation,Time,Author,Message\r\n';

const unitsFrom = (text: string | Buffer) =>
  unitsOf(copilotCsv, plainRoot(write(tempDir(), { 'h.csv': text }), 'notes'), 'h.csv');

describeSamples('copilot-csv');

describe('the activity history of Copilot', () => {
  it('is read oldest first, a conversation for each title, times without a zone', async () => {
    const units = await unitsOf(copilotCsv, FIXTURE, 'copilot-activity-history.csv');
    expect(units.map(({ source, title, date }) => [source, title, date])).toEqual([
      ['copilot-csv:Knots', 'Knots', '2026-06-01'],
      ['copilot-csv:Tides, high', 'Tides, high', '2026-06-02'],
    ]);
    expect(messagesIn(units[1]).map(({ speaker, text, time }) => [speaker, text, time])).toEqual([
      ['user', 'How often is high water?', '2026-06-02T10:00:05'],
      ['assistant', 'Twice a day.\n\nMore or "less".', '2026-06-02T10:00:05'],
    ]);
    expect(notKept(units[1])).toEqual({ 'rows without text': 1 });
  });

  it('that begins with the oldest row stays in its order', async () => {
    const [unit] = await unitsFrom(`${HEAD}A,2026-01-01T00:00:00,Human,first\r\nA,2026-01-02T00:00:00,AI,second\r\n`);
    expect(messagesIn(unit).map(({ text }) => text)).toEqual(['first', 'second']);
  });

  it('damaged or cut off costs the damaged row only', async () => {
    const rows = `${HEAD}A,2026-01-03T00:00:00,AI,"third"\r\nA,2026-01-02T00:00:00,Human,"sec"ond, lost\r\nA,2026-01-01T00:00:00,AI,"first, ""whole"""\r\n`;
    const [unit] = await unitsFrom(rows);
    expect(messagesIn(unit).map(({ text }) => text)).toEqual(['first, "whole"', 'third']);
    expect(notKept(unit)).toEqual({ 'damaged rows': 1 });
    expect(unit?.notes).toEqual(['h.csv: damaged rows were passed over']);
    const [cut] = await unitsFrom(
      `${HEAD}A,2026-01-02T00:00:00,AI,kept\r\nA,2026-01-01T00:00:00,Human,"cut off in the`,
    );
    expect(messagesIn(cut).map(({ text }) => text)).toEqual(['kept']);
    expect(notKept(cut)).toEqual({ 'damaged rows': 1 });
    const root = plainRoot(write(tempDir(), { 'h.csv': HEAD, 'other.csv': 'Name,Time\r\n' }));
    expect(await read(copilotCsv, root, 'h.csv')).toMatchObject({ skipped: { reason: 'empty' } });
    expect(copilotCsv.detect(candidateOf(root, 'other.csv'))).toBe(0);
  });

  it('in UTF-16 is converted, and named so', async () => {
    const [unit] = await unitsFrom(Buffer.from(`\ufeff${HEAD}Ü,2026-01-01T00:00:00,Human,für dich\r\n`, 'utf16le'));
    expect(messagesIn(unit).map(({ text }) => text)).toEqual(['für dich']);
    expect(unit?.encoding).toBe('utf-16le');
  });

  it('gives exactly the words of every row', async () => {
    const row = fc.record({
      title: fc.constantFrom('A', 'B, "c"'),
      author: fc.constantFrom('Human', 'AI'),
      text: fc.string({ unit: 'grapheme', minLength: 1 }),
    });
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 10 }), async (rows) => {
        const lines = rows.map(
          ({ title, author, text }, at) =>
            `${cell(title)},2026-01-01T00:00:${String(at).padStart(2, '0')},${author},${cell(text)}\r\n`,
        );
        const units = await unitsFrom(`\ufeff${HEAD}${lines.reverse().join('')}`);
        for (const title of ['A', 'B, "c"']) {
          const wanted = rows
            .filter((one) => one.title === title)
            .map(({ author, text }) => [author === 'AI' ? 'assistant' : 'user', text]);
          const unit = units.find((one) => one.title === title);
          expect(messagesIn(unit).map(({ speaker, text }) => [speaker, text])).toEqual(wanted);
        }
      }),
      { numRuns: longRun(60, 2000) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainTranscript } from '../../src/sources/adapters/plain-transcript.js';
import { headsOf, turnsOf } from '../../src/sources/plain-transcript/turns.js';
import { chooseAdapter } from '../../src/sources/registry.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { candidateOf, messagesIn, plainRoot, read, unitsOf, write } from './support.js';

const told = (text: string) => {
  const found = headsOf(text);
  return found && turnsOf(text, found.heads).map(({ speaker, text: words }) => [speaker, words]);
};

describe('a plain transcript', () => {
  it('has speakers beside times, with what stands before them', () => {
    expect(
      told('Call, Monday\nPresent: A, B\n\n[00:01] Ann B.: Hi: all\n more\n\n\n[00:02] Bo: Decision: go\n'),
    ).toEqual([
      ['preamble', 'Call, Monday\nPresent: A, B'],
      ['Ann B.', 'Hi: all\n more'],
      ['Bo', 'Decision: go'],
    ]);
    expect(told('14:03:22 From Ann to Everyone : hello\n14:04:00 From Bo to Ann (Direct Message) : x')).toEqual([
      ['Ann', 'hello'],
      ['Bo', 'x'],
    ]);
    expect(told('[10:00] <ann> hi\n[10:01] <bo> yo')).toEqual([
      ['ann', 'hi'],
      ['bo', 'yo'],
    ]);
    expect(told('Ann (0:12)\nfirst\n\nBo (1:02:03)\nsecond')).toEqual([
      ['Ann', 'first'],
      ['Bo', 'second'],
    ]);
  });

  it('keeps whole dates as times, with the zone only where there is one', () => {
    const text =
      '[2026-03-04 14:03:22] Ann: a\n[2026-03-04T14:03:22Z] Bo: b\n[2026-03-04 2:05 PM] Ann: c\n[2026-03-04 14:03:22 +0200] Bo: d';
    const found = headsOf(text);
    expect(turnsOf(text, found?.heads ?? new Map()).map(({ time }) => time)).toEqual([
      '2026-03-04T14:03:22',
      '2026-03-04T14:03:22.000Z',
      '2026-03-04T14:05:00',
      '2026-03-04T12:03:22.000Z',
    ]);
  });

  it('has known roles, and takes a label for text however often it comes back', () => {
    expect(told('Human: a\nNote: b\nAssistant: c\nNote: d\n```\nHuman: quoted\n```\n**User:** e')).toEqual([
      ['user', 'a\nNote: b'],
      ['assistant', 'c\nNote: d\n```\nHuman: quoted\n```'],
      ['user', 'e'],
    ]);
    expect(told('Ann: a\nBo: b\nAnn: c\nBo: d\nExample: not a turn')).toEqual([
      ['Ann', 'a'],
      ['Bo', 'b'],
      ['Ann', 'c'],
      ['Bo', 'd\nExample: not a turn'],
    ]);
  });

  it('is told from notes, logs, diaries and lists', () => {
    expect(told('Colour: red\nSize: 3\n\nSome long text\nof a note\n')).toBeUndefined();
    expect(told('TODO: a\nTODO: b\nNote: c\nNote: d')).toBeUndefined();
    expect(told('[10:00:01] ERROR: broken\n[10:00:02] INFO: fine')).toBeUndefined();
    expect(told('07:40 Hive: calm\n09:10 Dentist: card')).toBeUndefined();
    expect(told('name: x\nage: 1\nname: y\nage: 2')).toBeUndefined();
  });

  it('becomes a conversation in folders of notes only', async () => {
    const text = 'Human: hi\nAssistant: yo\n';
    const root = plainRoot(write(tempDir(), { '2026-03-04.txt': text }), 'notes');
    const candidate = candidateOf(root, '2026-03-04.txt');
    expect(chooseAdapter(candidate, undefined, 'auto')?.name).toBe('plain-transcript');
    expect(chooseAdapter({ ...candidate, place: 'project' }, undefined, 'auto')?.name).toBe('project-file');
    const [unit] = await unitsOf(plainTranscript, root, '2026-03-04.txt');
    expect(unit).toMatchObject({ title: '', nameHint: 'hi', date: '2026-03-04', dateFrom: 'content' });
  });

  it('is read from UTF-16, with a byte order mark, cut, and with very many turns', async () => {
    const many = Array.from(
      { length: longRun(10_000, 100_000) },
      (_, n) => `[00:00:${String(n % 60).padStart(2, '0')}] Ann: turn ${n}`,
    );
    const root = plainRoot(
      write(tempDir(), {
        'wide.txt': Buffer.from('\ufeffHuman: hé\r\nAssistant: 好\r\n', 'utf16le'),
        'cut.txt': '[00:01] Ann: whole\n[00:02] Bo: wh',
        'many.txt': many.join('\n'),
        'long.txt': `Human: ${'x'.repeat(5_000_000)}\nAssistant: ok`,
        'none.txt': 'nothing here',
      }),
      'notes',
    );
    const [wide] = await unitsOf(plainTranscript, root, 'wide.txt');
    expect(plainTranscript.detect(candidateOf(root, 'wide.txt'))).toBeGreaterThan(0.7);
    expect(wide?.encoding).toBe('utf-16le');
    expect(messagesIn(wide).map(({ text }) => text)).toEqual(['hé', '好']);
    expect(messagesIn((await unitsOf(plainTranscript, root, 'cut.txt'))[0]).map(({ text }) => text)).toEqual([
      'whole',
      'wh',
    ]);
    expect(messagesIn((await unitsOf(plainTranscript, root, 'many.txt'))[0])).toHaveLength(longRun(10_000, 100_000));
    expect(messagesIn((await unitsOf(plainTranscript, root, 'long.txt'))[0])[0]?.text).toHaveLength(5_000_000);
    expect(await read(plainTranscript, root, 'none.txt')).toMatchObject({ skipped: { reason: 'empty' } });
  });

  it('gives back exactly what was said, whatever it was', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        'plain',
        '  indented',
        'Note: x',
        '- a: b',
        '```',
        '```\nAnn: fenced\n```',
        '~~~',
        '### [user]',
        '>',
        '1/5 x',
      ),
      fc.string({ maxLength: 20 }).filter((text) => !/[\n:<`~]/.test(text)),
    );
    const body = fc.array(line, { minLength: 1, maxLength: 4 }).map((all) => `w ${all.join('\n')} w`);
    const timed = fc.array(fc.record({ name: fc.constantFrom('Ann', 'Dr. Sol', '王芳', 'O’Neil-2'), body }), {
      minLength: 2,
    });
    fc.assert(
      fc.property(timed, (turns) => {
        const text = turns.map(({ name, body: said }) => `[00:00:01] ${name}: ${said}`).join('\n\n');
        expect(told(text)).toEqual(turns.map(({ name, body: said }) => [name, said]));
      }),
      { numRuns: longRun(200, 5000) },
    );
  });
});

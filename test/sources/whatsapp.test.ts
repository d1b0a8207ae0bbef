import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whatsapp } from '../../src/sources/adapters/whatsapp.js';
import { readChat } from '../../src/sources/whatsapp/chat.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { describeSamples } from './shared-fixtures.js';
import { candidateOf, messagesIn, plainRoot, read, unitsOf, write } from './support.js';

describeSamples('whatsapp');

const times = (...lines: string[]) => readChat(lines.join('\n')).messages.map(({ time }) => time);

describe('a WhatsApp chat', () => {
  it('tells the order of its dates by a number over 12, by going forward, else by habit, said', () => {
    expect(times('13/1/26, 10:00 - A: x', '1/2/26, 10:00 - A: x')).toEqual([
      '2026-01-13T10:00:00',
      '2026-02-01T10:00:00',
    ]);
    expect(times('1/13/26, 10:00 - A: x', '1/2/26, 10:00 - A: x')[0]).toBe('2026-01-13T10:00:00');
    // 5 April then 3 May goes forward; 4 May then 5 March does not.
    expect(times('5/4/26, 10:00 - A: x', '3/5/26, 10:00 - A: x')).toEqual([
      '2026-04-05T10:00:00',
      '2026-05-03T10:00:00',
    ]);
    expect(times('2026-03-04, 10:00 - A: x')).toEqual(['2026-03-04T10:00:00']);
    expect(times('[2026/3/4 下午7:05:09] A: x')).toEqual(['2026-03-04T19:05:09']);
    expect(times('4.3.26, 7:05 - A: x')).toEqual(['2026-03-04T07:05:00']);
    const guessed = readChat('4/3/26, 7:05 PM - A: x');
    expect(guessed.messages[0]?.time).toBe('2026-04-03T19:05:00');
    expect(guessed.notes).toEqual([expect.stringContaining('whether the day or the month comes first')]);
    expect(readChat('04/03/2026, 7:05 pm - A: x').messages[0]?.time).toBe('2026-03-04T19:05:00');
  });

  it('has noon and midnight in twelve hours', () => {
    expect(times('1/13/26, 12:00 AM - A: x', '1/13/26, 12:00 PM - A: x', '1/13/26, 11:59 PM - A: x')).toEqual([
      '2026-01-13T00:00:00',
      '2026-01-13T12:00:00',
      '2026-01-13T23:59:00',
    ]);
    expect(times('13/1/26, 7:05 p. m. - A: x')).toEqual(['2026-01-13T19:05:00']);
  });

  it('has no time for a date that does not exist, and says so', () => {
    const chat = readChat('31/12/25, 10:00 - A: x\n31/02/26, 10:00 - A: y\n');
    expect(chat.messages.map(({ time }) => time)).toEqual(['2025-12-31T10:00:00', undefined]);
    expect(chat.notes).toEqual([expect.stringContaining('does not exist')]);
  });

  it('does not take lines of another style for heads, nor quotes in notices for names', () => {
    const chat = readChat(
      '13/1/26, 10:00 - A: forwarded:\n[13.01.26, 10:00:00] B: no\n13/1/26, 10:01 - A changed "x: y" to "z"',
    );
    expect(chat.messages.map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['A', 'text', 'forwarded:\n[13.01.26, 10:00:00] B: no'],
      ['', 'notice', 'A changed "x: y" to "z"'],
    ]);
  });

  it('has files with captions of iPhones, omitted media, deleted messages', () => {
    const chat = readChat(
      '[13.01.26, 10:00:00] A: look \u200e<attached: 01-PHOTO.jpg>\n\u200e[13.01.26, 10:00:01] A: \u200eimage omitted\n[13.01.26, 10:00:02] A: This message was deleted.',
    );
    expect(chat.messages.map(({ kind, text, attributes }) => [kind, text, attributes])).toEqual([
      ['attachment', '', { title: '01-PHOTO.jpg' }],
      ['text', 'look', undefined],
      ['attachment', '', { omitted: 'image omitted' }],
      ['notice', 'This message was deleted.', { deleted: 'true' }],
    ]);
  });

  it('is recognised by its first line, not in any text', async () => {
    const root = plainRoot(
      write(tempDir(), {
        'a.txt': '\ufeff13/1/26, 10:00 - A: x\r\n13/1/26, 10:01 - B: y\r\n',
        'b.txt': 'Minutes of 13/1/26, 10:00 - all were there\n13/1/26, 10:00 - A: x',
        'c.txt': '[2026-03-04 14:03:22] Ann: a\n[2026-03-04 14:03:23] Bo: b',
        'back.txt': '14/1/26, 10:00 - A: x\n13/1/26, 10:01 - B: y',
        'empty.txt': '13/1/26, 10:00 - Group was created',
      }),
      'notes',
    );
    expect(['a.txt', 'b.txt', 'c.txt'].map((file) => whatsapp.detect(candidateOf(root, file)))).toEqual([0.9, 0, 0]);
    expect((await unitsOf(whatsapp, root, 'back.txt'))[0]?.notes).toEqual([
      expect.stringContaining('go backwards once'),
    ]);
    expect(await read(whatsapp, root, 'empty.txt')).toMatchObject({ skipped: { reason: 'empty' } });
    expect((await unitsOf(whatsapp, root, 'a.txt'))[0]).toMatchObject({ date: '2026-01-13', title: '' });
  });

  it('gives back every text, whatever it was, in order, and very many', async () => {
    const line = fc.oneof(
      fc.constantFrom('', 'a: b', '1/5 is late', '[1] x', '### [user]', '<x>'),
      fc.string({ maxLength: 12 }).filter((text) => !/[\n\r\u200e]/.test(text)),
    );
    const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((all) => `t ${all.join('\n')} t`);
    const message = fc.record({ name: fc.constantFrom('Ann', 'Dr. B', '+00 555', '王 芳'), text });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1 }), fc.boolean(), (all, phone) => {
        const file = all
          .map(({ name, text: said }) =>
            phone ? `[24.09.25, 17:50:12] ${name}: ${said}` : `24/9/25, 17:50 - ${name}: ${said}`,
          )
          .join('\n');
        expect(readChat(file).messages.map(({ speaker, text: said }) => [speaker, said])).toEqual(
          all.map(({ name, text: said }) => [name, said]),
        );
      }),
      { numRuns: longRun(200, 5000) },
    );
    const many = Array.from({ length: longRun(10_000, 100_000) }, (_, n) => `24/9/25, 17:50 - Ann: turn ${n}`).join(
      '\n',
    );
    expect(readChat(many).messages).toHaveLength(longRun(10_000, 100_000));
    const root = plainRoot(write(tempDir(), { 'long.txt': `24/9/25, 17:50 - Ann: ${'x'.repeat(5_000_000)}` }), 'notes');
    expect(messagesIn((await unitsOf(whatsapp, root, 'long.txt'))[0])[0]?.text).toHaveLength(5_000_000);
  });
});

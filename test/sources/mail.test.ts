import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mail } from '../../src/sources/adapters/mail.js';
import { judgeName } from '../../src/sources/file-lists.js';
import { titleOf } from '../../src/sources/mail/threads.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { describeSamples } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

describeSamples('mail');

const SEPARATOR = 'From x@y Mon Mar 02 07:00:05 2026\n';
const letter = (n: number, body: string, more = '') =>
  `From: Ann <ann@x.org>\nTo: Bo <bo@x.org>\nSubject: s${n}\nDate: ${new Date(1_772_438_400_000 + n * 60_000).toUTCString()}\nMessage-ID: <m${n}@x.org>\n${more}\n${body}`;
const box = (...letters: string[]) => letters.map((one) => `${SEPARATOR}${one}\n\n`).join('');
const unitsIn = (content: string | Buffer, name = 'x.mbox') =>
  unitsOf(mail, plainRoot(write(tempDir(), { [name]: content }), 'notes'), name);

describe('a mailbox', () => {
  it('has a conversation a thread, the oldest first, also where the first mail is missing', async () => {
    const units = await unitsIn(
      box(
        letter(3, 'three', 'In-Reply-To: <m1@x.org>\n'),
        letter(1, 'one'),
        letter(2, 'two', 'References: <gone@x.org> <m1@x.org>\n'),
        letter(4, 'alone'),
        letter(5, 'five', 'X-GM-THRID: 9\n'),
        letter(6, 'six', 'X-GM-THRID: 9\nIn-Reply-To: <other@x.org>\n'),
        letter(1, 'one'),
      ),
    );
    expect(
      units.map((unit) => [unit.source.replace(/^.*#/, ''), unit.title, messagesIn(unit).map(({ text }) => text)]),
    ).toEqual([
      ['x.mbox/m1@x.org', 's1', ['one', 'two', 'three']],
      ['x.mbox/m4@x.org', 's4', ['alone']],
      ['x.mbox/9', 's5', ['five', 'six']],
    ]);
    expect(notKept(units.at(-1))).toEqual({ 'repeated records': 1 });
    expect(messagesIn(units[0])[1]?.attributes).toEqual({ reply_to: '<m1@x.org>', to: 'Bo' });
  });

  it('is not cut at lines of prose, wherever the pieces of the file end', async () => {
    const prose = 'From the shed.\n\nFrom 9 to 5 I work.\n>From Ann Mon Mar 02 07:00:05 2026\nnot a header\n';
    const pad = 'y'.repeat(1024 * 1024 - 300);
    const units = await unitsIn(box(letter(1, prose), letter(2, pad), letter(3, 'after')));
    expect(units.map((unit) => messagesIn(unit)[0]?.text)).toEqual([
      'From the shed.\n\nFrom 9 to 5 I work.\nFrom Ann Mon Mar 02 07:00:05 2026\nnot a header',
      pad,
      'after',
    ]);
  });

  it('keeps what is whole of damaged ones', async () => {
    const units = await unitsIn(
      `${box(letter(1, 'one'))}${SEPARATOR}X-Odd: 1\n\n\u0001 no head\n\n${box(letter(2, 'two')).slice(0, -4)}`,
    );
    expect(units.map((unit) => messagesIn(unit)[0]?.text)).toEqual(['one', 't']);
    expect(
      await read(mail, plainRoot(write(tempDir(), { 'x.mbox': `${SEPARATOR}X-Odd: 1\n` })), 'x.mbox'),
    ).toMatchObject({
      skipped: { reason: 'empty' },
    });
    const [undated] = await unitsIn(box(letter(1, 'x').replace(/Date: .*/, 'Date: some day')));
    expect(messagesIn(undated)[0]?.time).toBeUndefined();
    expect(undated?.date).toBeUndefined();
  });

  it('is found by its ending, its name, or what it begins with', () => {
    expect([judgeName('a.mbox', 'auto'), judgeName('mbox', 'chats'), judgeName('a.eml', 'files')]).toEqual([
      'text',
      'text',
      'extension',
    ]);
    const root = plainRoot(
      write(tempDir(), {
        'a.txt': box(letter(1, 'x')),
        'b.txt': 'From the shed: 10:00 in 2026 it was\n',
        'c.emlx': `Received: by x\n${letter(1, 'x')}`,
        'd.md': 'Subject: notes\nFrom: me\n\ntext',
      }),
      'notes',
    );
    expect(['a.txt', 'b.txt', 'c.emlx', 'd.md'].map((file) => mail.detect(candidateOf(root, file)))).toEqual([
      0.95, 0, 0.8, 0,
    ]);
  });
});

describe('a mail', () => {
  it('has its words from HTML only where it has no others, and text that is attached', async () => {
    const part = (type: string, body: string, more = '') => `--b\nContent-Type: ${type}\n${more}\n${body}\n`;
    const mixed = (...parts: string[]) =>
      letter(1, `${parts.join('')}--b--\n`, 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n');
    const [unit] = await unitsIn(
      mixed(
        part('text/plain; charset=utf-8', 'plain ü'),
        part('text/csv; name=t.csv', 'a,b', 'Content-Disposition: attachment; filename=t.csv\n'),
        part(
          'image/png; name=p.png',
          'iVBORw==',
          'Content-Disposition: attachment; filename=p.png\nContent-Transfer-Encoding: base64\n',
        ),
      ),
      'x.eml',
    );
    expect(
      messagesIn(unit).map(({ kind, text, attributes }) => [kind, text, attributes?.title, attributes?.bytes]),
    ).toEqual([
      ['text', 'plain ü', undefined, undefined],
      ['attachment', 'a,b', 't.csv', undefined],
      ['attachment', '', 'p.png', '4'],
    ]);
    expect(notKept(unit)).toEqual({ 'attachment data': 1 });
    const html =
      '<html><head><style>p{}</style></head><body><h1>Title</h1><!-- no --><p>One &uuml; <a href="https://a.b">link</a></p><script>x()</script></body></html>';
    const [page] = await unitsIn(letter(1, html, 'Content-Type: text/html; charset=utf-8\n'), 'x.eml');
    expect(messagesIn(page)[0]?.text).toBe('Title\n\nOne ü link (https://a.b)');
  });

  it('has a title without marks of answers', () => {
    expect(['Re: a', 'AW: Fwd: a', 'RE[2]: a', '回复：a', 'Regarding: a', 'Re:'].map(titleOf)).toEqual([
      'a',
      'a',
      'a',
      'a',
      'Regarding: a',
      '',
    ]);
  });

  it('gives back every text in order, however it is encoded, however many', async () => {
    const line = fc.oneof(
      fc.constantFrom('', 'From me', '>From me', '>>From x', 'a=3D', '-- ', '.'),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    );
    const text = fc
      .array(line, { minLength: 1, maxLength: 4 })
      .map((lines) => `t${lines.join('\n').replaceAll(/[\r\u0000-\u0009\u000b-\u001f]/g, '')}t`);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), fc.boolean(), async (all, coded) => {
        const letters = all.map((said, n) =>
          coded
            ? letter(
                n,
                (
                  Buffer.from(said)
                    .toString('base64')
                    .match(/.{1,76}/g) ?? []
                ).join('\n'),
                'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n',
              )
            : letter(
                n,
                said.replace(/^(>*From )/gm, '>$1'),
                'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n',
              ),
        );
        expect((await unitsIn(box(...letters))).map((unit) => messagesIn(unit)[0]?.text)).toEqual(all);
      }),
      { numRuns: longRun(40, 1000) },
    );
    const count = longRun(1000, 100_000);
    const chain = Array.from({ length: count }, (_, n) =>
      letter(n, `turn ${n}`, n === 0 ? '' : `In-Reply-To: <m${n - 1}@x.org>\n`),
    );
    const units = await unitsIn(box(...chain, letter(count, 'x'.repeat(5_000_000))));
    expect(units).toHaveLength(2);
    expect(messagesIn(units[0])).toHaveLength(count);
    expect(messagesIn(units[1])[0]?.text).toHaveLength(5_000_000);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/text/encoding.js';
import { longRun } from '../support/counts.js';

const CHINESE = '我们为什么切换到 GraphQL？因为移动端的请求太多，接口的数据结构不稳定。会议决定下个月开始迁移。\n';
// iconv-made, so that no decoder under test made them: `printf '…' | iconv -f utf-8 -t gb18030 | xxd -p`.
const GB = Buffer.from(
  'ced2c3c7ceaacab2c3b4c7d0bbbbb5bd204772617068514ca3bfd2f2ceaad2c6b6afb6cbb5c4c7ebc7f3ccabb6e0a3acbdd3bfdab5c4cafd' +
    'beddbde1b9b9b2bbcec8b6a8a1a3bbe1d2e9bef6b6a8cfc2b8f6d4c2bfaacabcc7a8d2c6a1a30a',
  'hex',
);

function utf16(text: string, bom: boolean): Buffer {
  return Buffer.concat([bom ? Buffer.from([0xff, 0xfe]) : Buffer.alloc(0), Buffer.from(text, 'utf16le')]);
}

async function decoded(bytes: Buffer) {
  const result = await decodeText(bytes);
  if ('binary' in result) throw new Error(`taken for binary: ${result.binary}`);
  return { text: result.utf8.toString('utf8'), encoding: result.encoding, replaced: result.replaced };
}

describe('a text becomes UTF-8', () => {
  it('leaves every valid UTF-8 text as it is, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        fc.pre(!text.includes('\0') && !/^(?:%PDF|PK|GIF8|BZh|ID3|RIFF|Ogg|wOF)/.test(text));
        const bytes = Buffer.from(text, 'utf8');
        const result = await decodeText(bytes);
        expect(result).toEqual({ utf8: bytes });
      }),
      { numRuns: longRun(300, 5000) },
    );
  });

  it('keeps a UTF-8 BOM in the body', async () => {
    const bytes = Buffer.from('\ufeff# 标题\r\n', 'utf8');
    expect(await decodeText(bytes)).toEqual({ utf8: bytes });
  });

  it('reads UTF-16 with and without a BOM, both byte orders, and the way back gives the same bytes', async () => {
    for (const text of [
      'Dear diary,\r\nwe moved.\r\n',
      `${CHINESE}Plain words after it, enough of them to show the pattern.`,
    ]) {
      for (const bom of [true, false]) {
        const little = utf16(text, bom);
        const big = Buffer.from(little).swap16();
        const left = await decoded(little);
        const right = await decoded(big);
        expect([left.encoding, right.encoding]).toEqual(['utf-16le', 'utf-16be']);
        expect(left.text).toBe(bom ? `\ufeff${text}` : text);
        expect(right.text).toBe(left.text);
        expect(Buffer.from(left.text, 'utf16le').equals(little)).toBe(true);
      }
    }
  });

  it('tells GB18030 from Latin-1', async () => {
    const chinese = await decoded(GB);
    expect(chinese.encoding).toBe('gb18030');
    expect(chinese.text).toBe(CHINESE);
    const short = await decoded(Buffer.from('bbe1d2e9', 'hex'));
    expect(short).toMatchObject({ encoding: 'gb18030', text: '会议' });
  });

  it('reads Western text with accents as windows-1252', async () => {
    for (const text of [
      'naïve café',
      'Größe und Maß',
      'déjà vu: l’été à Orléans'.replace('’', "'"),
      'señor, mañana ¿qué?',
      'Ångström',
      '5 °C',
    ]) {
      const result = await decoded(Buffer.from(text, 'latin1'));
      expect(result).toMatchObject({ encoding: 'windows-1252', text });
    }
  });

  it('reads longer Japanese, Korean and Russian texts in their old encodings', async () => {
    const japanese = Buffer.from('82b182cc8376838d834f8389838082cd93fa967b8cea82cc83658358836782c582b78142', 'hex');
    const korean = Buffer.from(
      'bfecb8aeb4c220b1d7b7a1c7c1c5a5bfa4b7ce20c0fcc8afc7cfb1e2b7ce20b0e1c1a4c7dfb4d92e20c8b8c0c7b4c220b4d9c0bdc1d6bfa120bdc3c0dbc7d1b4d92e',
      'hex',
    );
    const russian = Buffer.from(
      'cff0e8e2e5f22c20ea20e4e5eae0e1f0fe20ecfb20e4eee3eee2eef0e8ebe8f1fc2c20f7f2ee20f1e5f0e2e5f020e1f3e4e5f220efe5f0e5e5e7e6e0f2fc2e',
      'hex',
    );
    expect((await decoded(Buffer.concat([japanese, japanese]))).encoding).toBe('shift_jis');
    expect((await decoded(korean)).encoding).toBe('euc-kr');
    expect(await decoded(russian)).toMatchObject({ encoding: 'windows-1251', text: expect.stringContaining('Привет') });
  });

  it('keeps a UTF-8 text with a broken byte as UTF-8 and counts the byte', async () => {
    const bytes = Buffer.concat([Buffer.from(CHINESE.repeat(3)), Buffer.from([0xe4, 0xb8])]);
    expect(await decoded(bytes)).toEqual({ text: `${CHINESE.repeat(3)}\ufffd`, encoding: undefined, replaced: 1 });
  });

  it('lets a stray NUL pass but not a binary file', async () => {
    expect(await decoded(Buffer.from('log line\n\0\0next line\n'.repeat(2)))).toMatchObject({ encoding: undefined });
    const program = Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(100)]);
    expect(await decodeText(program)).toEqual({ binary: 'it is a program (ELF)' });
    expect(await decodeText(Buffer.from('abc\0'.repeat(20)))).toHaveProperty('binary');
    expect(await decodeText(Buffer.from('%PDF-1.4\nplain looking\n'))).toEqual({ binary: 'it is a PDF document' });
  });

  it('never throws and never gives anything but UTF-8, whatever the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (array) => {
        const result = await decodeText(Buffer.from(array));
        if ('binary' in result) return;
        expect(Buffer.from(result.utf8.toString('utf8'), 'utf8').equals(result.utf8)).toBe(true);
        if (result.encoding === undefined && result.replaced === undefined)
          expect(result.utf8.equals(Buffer.from(array))).toBe(true);
      }),
      { numRuns: longRun(500, 20_000) },
    );
  });
});

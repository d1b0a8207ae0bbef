import { isUtf8 } from 'node:buffer';
import { binaryFormat, controlShare, nulShape } from './binary.js';

/** A text as UTF-8. `encoding` (WHATWG label) says what it was, absent for UTF-8; `replaced` counts bytes that no rule could read. */
export interface DecodedText {
  utf8: Buffer;
  encoding?: string;
  replaced?: number;
}

/** What bytes turned out to be. `binary` holds the reason, for people. */
export type Decoded = DecodedText | { binary: string };

/** Bytes looked at for the guesses; a file of one encoding shows it in its first half megabyte. */
const SAMPLE = 512 * 1024;
/** A text may hold a stray NUL (a log of a crashed machine); a binary file has many. */
const STRAY_NULS = 4;
const MAX_CONTROL_SHARE = 0.005;

/**
 * Bytes of a file as UTF-8 text, or the reason why they are none. UTF-8 stays byte for byte, BOM included; UTF-16, the
 * Chinese, Japanese and Korean encodings and single-byte encodings are converted so that encoding the result again as
 * `encoding` gives the same bytes. Order: signatures of binary formats, BOM, NUL pattern of UTF-16, strict UTF-8, guesses.
 */
export async function decodeText(bytes: Buffer): Promise<Decoded> {
  if (bytes.length === 0) return { utf8: bytes };
  const wide = wideEncoding(bytes);
  if (wide !== undefined) {
    const text = decodeStrictly(bytes, wide);
    return text === undefined
      ? { binary: `it begins like ${wide} but is not valid ${wide}` }
      : { utf8: text, encoding: wide };
  }
  const format = binaryFormat(bytes);
  if (format !== undefined) return { binary: `it is ${format}` };
  const nuls = nulShape(bytes);
  if (isUtf8(bytes)) {
    if (nuls.count > STRAY_NULS) return { binary: `it has ${nuls.count} NUL bytes near its beginning` };
    return { utf8: bytes };
  }
  if (nuls.count > 0) return { binary: 'it has NUL bytes and is not UTF-8' };
  if (controlShare(bytes) > MAX_CONTROL_SHARE) return { binary: 'it has many control characters and is not UTF-8' };
  const damaged = damagedUtf8(bytes);
  if (damaged !== undefined) return damaged;
  const encoding = await guessNarrow(bytes);
  const utf8 = decodeStrictly(bytes, encoding);
  return utf8 === undefined ? { binary: 'its character encoding could not be told' } : { utf8, encoding };
}

function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe && !(bytes[2] === 0 && bytes[3] === 0)) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.length < 4 || bytes.length % 2 === 1) return undefined;
  const { even, odd, pairs } = nulShape(bytes);
  // Latin text in UTF-16 has a NUL in nearly every pair, always on the same side. A tenth is enough: CJK text has fewer.
  const label =
    odd > pairs / 10 && even <= odd / 50 ? 'utf-16le' : even > pairs / 10 && odd <= even / 50 ? 'utf-16be' : undefined;
  if (label === undefined) return undefined;
  const text = decodeStrictly(bytes.subarray(0, SAMPLE - (SAMPLE % 2)), label);
  return text !== undefined && controlShare(text) <= MAX_CONTROL_SHARE ? label : undefined;
}

/** UTF-8 bytes of the text; undefined when one byte is wrong. The BOM stays, so that the way back gives the same bytes. */
function decodeStrictly(bytes: Buffer, encoding: string): Buffer | undefined {
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * A UTF-8 file with a few broken bytes (a log cut inside a character) is still UTF-8: reading all of it as Latin-1 would
 * spoil every other letter. It needs several good characters for each broken one.
 */
function damagedUtf8(bytes: Buffer): DecodedText | undefined {
  const utf8 = Buffer.from(bytes.toString('utf8'), 'utf8');
  let good = 0;
  for (const character of utf8.toString('utf8')) if (character > '\x7f' && character !== '\ufffd') good++;
  const already = countReplacement(bytes);
  const replaced = countReplacement(utf8) - already;
  return good >= replaced * 4 ? { utf8, replaced } : undefined;
}

function countReplacement(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf('\ufffd'); at !== -1; at = bytes.indexOf('\ufffd', at + 3)) count++;
  return count;
}

/** Multi-byte encodings that are taken only when the detector is sure. */
const SURE = 85;
const MULTIBYTE: Readonly<Record<string, string>> = {
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  Big5: 'big5',
};
/** Single-byte scripts other than Western: all letters would be wrong in Latin-1. */
const SINGLE_BYTE: Readonly<Record<string, string>> = {
  'KOI8-R': 'koi8-r',
  'windows-1251': 'windows-1251',
  'ISO-8859-5': 'iso-8859-5',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'iso-8859-7',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'iso-8859-2',
};
const SINGLE_BYTE_SURE = 40;

async function guessNarrow(bytes: Buffer): Promise<string> {
  const { analyse } = await import('chardet');
  const sample = bytes.subarray(0, SAMPLE);
  const guesses = analyse(sample);
  const chinese = guesses.find((guess) => guess.name === 'GB18030')?.confidence ?? 0;
  const other = guesses.find((guess) => guess.name in MULTIBYTE && readable(bytes, MULTIBYTE[guess.name]));
  if (other !== undefined && other.confidence >= SURE && other.confidence > chinese)
    return MULTIBYTE[other.name] ?? 'gb18030';
  if (looksLikeGb(sample) && readable(bytes, 'gb18030')) {
    // Cyrillic words are runs of high bytes as well; a sure detector knows their letter pairs.
    const single = guesses.find((guess) => guess.name in SINGLE_BYTE);
    if (single === undefined || single.confidence <= Math.max(chinese, SINGLE_BYTE_SURE)) return 'gb18030';
  }
  const single = guesses.find(
    (guess) => guess.name in SINGLE_BYTE || guess.name.startsWith('ISO-8859-1') || guess.name === 'windows-1252',
  );
  if (single !== undefined && single.confidence >= SINGLE_BYTE_SURE && readable(bytes, SINGLE_BYTE[single.name]))
    return SINGLE_BYTE[single.name] ?? 'windows-1252';
  return 'windows-1252';
}

function readable(bytes: Buffer, encoding: string | undefined): boolean {
  return encoding !== undefined && decodeStrictly(bytes, encoding) !== undefined;
}

/**
 * True when nearly all high bytes come in pairs of the everyday part of GB2312: punctuation (A1-A3) and the 3,755 commonest
 * Han characters (B0-D7). Accents of Western text stand alone between ASCII letters and never look so.
 */
function looksLikeGb(bytes: Buffer): boolean {
  let common = 0;
  let all = 0;
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) continue;
    all++;
    const trail = bytes[i + 1] ?? 0;
    if (trail >= 0x40) i++;
    if (trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3))) common++;
  }
  return all > 0 && common / all >= 0.85;
}

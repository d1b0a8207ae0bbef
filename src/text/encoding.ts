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
  const little = odd > pairs / 10 && even <= odd / 50;
  const big = even > pairs / 10 && odd <= even / 50;
  const label = little ? 'utf-16le' : big ? 'utf-16be' : undefined;
  if (label === undefined || hasAsciiPairs(bytes)) return undefined;
  const text = decodeStrictly(bytes.subarray(0, SAMPLE - (SAMPLE % 2)), label);
  return text !== undefined && controlShare(text) <= MAX_CONTROL_SHARE ? label : undefined;
}

/**
 * True when most 16-bit pairs without a NUL are two ASCII characters: strings in records of a fixed size, not UTF-16. Of Han
 * characters in UTF-16 about a fifth look so by chance.
 */
function hasAsciiPairs(bytes: Buffer): boolean {
  let ascii = 0;
  let full = 0;
  for (let i = 0; i + 1 < Math.min(bytes.length, 8192); i += 2) {
    const [left = 0, right = 0] = [bytes[i], bytes[i + 1]];
    if (left === 0 || right === 0) continue;
    full++;
    if (left >= 0x20 && left < 0x7f && right >= 0x20 && right < 0x7f) ascii++;
  }
  return ascii * 2 > full;
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
/** Single-byte encodings of scripts other than Latin: every letter would be wrong in windows-1252. */
const OTHER_SCRIPTS: Readonly<Record<string, string>> = {
  'KOI8-R': 'koi8-r',
  'windows-1251': 'windows-1251',
  'ISO-8859-5': 'iso-8859-5',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'iso-8859-7',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
};
/** Central European Latin: shares most letters with Western, so that a few accents prove nothing. */
const CENTRAL_EUROPE: Readonly<Record<string, string>> = { 'windows-1250': 'windows-1250', 'ISO-8859-2': 'iso-8859-2' };
const SCRIPT_SURE = 30;
const CENTRAL_SURE = 50;
const CENTRAL_LETTERS = 30;

async function guessNarrow(bytes: Buffer): Promise<string> {
  const { analyse } = await import('chardet');
  const sample = bytes.subarray(0, SAMPLE);
  const guesses = analyse(sample).filter((guess) => guess.confidence > 0);
  const sureOf = (names: Readonly<Record<string, string>>) => {
    const guess = guesses.find(({ name }) => readable(bytes, names[name]));
    return { label: names[guess?.name ?? ''] ?? '', confidence: guess?.confidence ?? 0 };
  };
  const chinese = sureOf({ GB18030: 'gb18030' });
  const other = sureOf(MULTIBYTE);
  if (other.confidence >= SURE && other.confidence > chinese.confidence) return other.label;
  const script = sureOf(OTHER_SCRIPTS);
  if (looksLikeGb(sample) && readable(bytes, 'gb18030')) {
    // Words in KOI8-R are runs of high bytes that pass for Han characters; a sure detector knows their letter pairs.
    if (script.confidence <= Math.max(chinese.confidence, SCRIPT_SURE)) return 'gb18030';
  }
  const high = highBytes(sample);
  if (script.confidence >= SCRIPT_SURE && high.share > 0.4) return script.label;
  const western = sureOf({ 'ISO-8859-1': 'windows-1252', 'windows-1252': 'windows-1252' });
  const central = sureOf(CENTRAL_EUROPE);
  if (central.confidence >= CENTRAL_SURE && central.confidence > western.confidence && high.count >= CENTRAL_LETTERS)
    return central.label;
  return 'windows-1252';
}

/** Bytes over 0x7f: how many, and their share of all letters. A text in another script has few ASCII letters. */
function highBytes(bytes: Buffer): { count: number; share: number } {
  let high = 0;
  let letters = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) high++;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters++;
  }
  return { count: high, share: high / Math.max(1, high + letters) };
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

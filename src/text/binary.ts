/** First bytes that only a binary format has, with its name for the report. */
const SIGNATURES: readonly (readonly [bytes: string, name: string])[] = [
  ['%PDF-', 'a PDF document'],
  ['\x89PNG\r\n', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF87a', 'a GIF picture'],
  ['GIF89a', 'a GIF picture'],
  ['PK\x03\x04', 'a zip archive or an office document'],
  ['PK\x05\x06', 'an empty zip archive'],
  ['\x1f\x8b\x08', 'gzip data'],
  ['BZh', 'bzip2 data'],
  ['\xfd7zXZ\x00', 'xz data'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive'],
  ['\x28\xb5\x2f\xfd', 'zstd data'],
  ['\x7fELF', 'a program (ELF)'],
  ['\xca\xfe\xba\xbe', 'a Java class or a Mach-O program'],
  ['\xcf\xfa\xed\xfe', 'a program (Mach-O)'],
  ['\x00asm', 'a WebAssembly module'],
  ['SQLite format 3\x00', 'an SQLite database'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an old office document'],
  ['OggS', 'an Ogg stream'],
  ['ID3', 'an MP3 file'],
  ['wOFF', 'a font'],
  ['wOF2', 'a font'],
];

/** `BZh` and `ID3` also begin words: a text format needs no second look when a control byte follows. */
const SHORT = new Set(['BZh', 'ID3', 'OggS', 'wOFF', 'wOF2']);

/** Name of the binary format that these bytes begin with; undefined for anything that may be text. */
export function binaryFormat(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 16);
  for (const [signature, name] of SIGNATURES) {
    if (!head.startsWith(signature)) continue;
    if (SHORT.has(signature) && controlShare(bytes.subarray(0, 64)) === 0) continue;
    return name;
  }
  if (head.startsWith('RIFF') && /^(?:WEBP|WAVE|AVI )/.test(head.slice(8))) return 'a media file (RIFF)';
  return undefined;
}

/** Bytes at the beginning that the NUL and control counts look at. */
const WINDOW = 8 * 1024;

/** NUL bytes of the first 8 KiB: all, and those at even and odd places of its 16-bit pairs. */
export function nulShape(bytes: Buffer): { count: number; even: number; odd: number; pairs: number } {
  const end = Math.min(bytes.length, WINDOW);
  let even = 0;
  let odd = 0;
  for (let at = bytes.indexOf(0); at !== -1 && at < end; at = bytes.indexOf(0, at + 1)) {
    if (at % 2 === 0) even++;
    else odd++;
  }
  return { count: even + odd, even, odd, pairs: Math.max(1, end >> 1) };
}

/** Share (0-1) of the first 8 KiB that are control characters no text has: not tab, newlines, form feed, backspace, escape. */
export function controlShare(bytes: Buffer): number {
  const end = Math.min(bytes.length, WINDOW);
  if (end === 0) return 0;
  let controls = 0;
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if ((byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) || byte === 0x7f) controls++;
  }
  return controls / end;
}

import { isAscii, isUtf8 } from 'node:buffer';

/** Bytes that are looked through at a time: a longer string would get memory of its own, which costs more than the looking. */
const SLICE = 48 * 1024;

/**
 * Where each line of a text begins, counted in bytes and in UTF-16 code units of the decoded text, and as the last item where the
 * text ends. A text that ends in a newline has no empty line after it. Empty text: one line.
 */
export interface Lines {
  bytes: readonly number[];
  /** The same array where the text is ASCII. */
  units: readonly number[];
}

/** The lines of UTF-8 text; bytes that are not UTF-8 are counted as the U+FFFD they are read as. */
export function linesOf(text: Buffer): Lines {
  const bytes = newlinesOf(text);
  if (isAscii(text)) return { bytes, units: bytes };
  return { bytes, units: isUtf8(text) ? unitsOf(text, bytes) : decodedUnits(text, bytes) };
}

function newlinesOf(text: Buffer): number[] {
  const starts = [0];
  for (let from = 0; from < text.length; from += SLICE) {
    // A string of bytes: to look for one character in it is the fastest search there is.
    const slice = text.toString('latin1', from, Math.min(from + SLICE, text.length));
    for (let at = slice.indexOf('\n'); at !== -1; at = slice.indexOf('\n', at + 1)) starts.push(from + at + 1);
  }
  // A newline at the end begins no line; an empty text has one.
  if (starts.length === 1 || starts.at(-1) !== text.length) starts.push(text.length);
  return starts;
}

/** The same places in code units, of valid UTF-8. */
function unitsOf(text: Buffer, bytes: readonly number[]): number[] {
  const units = bytes.slice();
  const { length } = text;
  const { words, from } = wordsOf(text);
  /** Bytes so far that are no code unit of their own. */
  let more = 0;
  let line = 0;
  for (let at = 0; at < length; at++) {
    // Where a word of memory begins, ASCII is passed over four bytes at a time.
    if (((at - from) & 3) === 0 && at >= from) {
      at = from + 4 * nextBeyondAscii(words, (at - from) >> 2);
      if (at >= length) break;
    }
    const byte = text[at] ?? 0;
    if (byte < 0x80) continue;
    for (; (bytes[line] ?? length) <= at; line++) if (more > 0) units[line] = (bytes[line] ?? 0) - more;
    // The first byte of four stands for two units, the three after it for none.
    if (byte < 0xc0) more++;
    else if (byte >= 0xf0) more--;
  }
  for (; line < bytes.length; line++) units[line] = (bytes[line] ?? 0) - more;
  return units;
}

/** The memory of a text four bytes at a time, as far as it can be read so; it begins at `from` in the text. */
function wordsOf({ buffer, byteOffset, length }: Buffer): { words: Int32Array; from: number } {
  const from = -byteOffset & 3;
  const count = (length - from) >> 2;
  return { words: count > 0 ? new Int32Array(buffer, byteOffset + from, count) : new Int32Array(0), from };
}

/** The index of the next word that has a byte beyond ASCII: most text has few. */
function nextBeyondAscii(words: Int32Array, from: number): number {
  let at = from;
  while (at < words.length && ((words[at] ?? 0) & 0x80808080) === 0) at++;
  return at;
}

function decodedUnits(text: Buffer, starts: readonly number[]): number[] {
  const units = [0];
  for (let line = 1, sum = 0; line < starts.length; line++) {
    sum += text.toString('utf8', starts[line - 1], starts[line]).length;
    units.push(sum);
  }
  return units;
}

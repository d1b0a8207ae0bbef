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
  /** Bytes so far that are no code unit of their own. */
  let more = 0;
  let line = 0;
  const look = (from: number, to: number): void => {
    for (let at = from; at < to; at++) {
      const byte = text[at] ?? 0;
      if (byte < 0x80) continue;
      for (; (bytes[line] ?? text.length) <= at; line++) units[line] = (bytes[line] ?? 0) - more;
      // The first byte of four stands for two units, the three after it for none.
      if (byte < 0xc0) more++;
      else if (byte >= 0xf0) more--;
    }
  };
  // Four bytes at a time, where the memory lies so that it can be read so: most text is ASCII for the most part.
  const head = Math.min(-text.byteOffset & 3, text.length);
  const count = (text.length - head) >> 2;
  const words = count === 0 ? new Int32Array(0) : new Int32Array(text.buffer, text.byteOffset + head, count);
  look(0, head);
  for (let word = 0; word < count; word++)
    if (((words[word] ?? 0) & 0x80808080) !== 0) look(head + 4 * word, head + 4 * word + 4);
  look(head + 4 * count, text.length);
  for (; line < bytes.length; line++) units[line] = (bytes[line] ?? 0) - more;
  return units;
}

function decodedUnits(text: Buffer, starts: readonly number[]): number[] {
  const units = [0];
  for (let line = 1, sum = 0; line < starts.length; line++) {
    sum += text.toString('utf8', starts[line - 1], starts[line]).length;
    units.push(sum);
  }
  return units;
}

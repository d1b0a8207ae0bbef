import { splitLines } from './lines.js';

/**
 * Which line of `before` each line of `after` is; undefined for a new one. Lines are compared exactly. The longest common
 * beginning and end are taken first, as git does.
 */
export async function mapLines(before: readonly string[], after: readonly string[]): Promise<(number | undefined)[]> {
  const map: (number | undefined)[] = new Array(after.length).fill(undefined);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  for (let at = 0; at < start; at++) map[at] = at;
  for (let at = 1; at <= end; at++) map[after.length - at] = before.length - at;
  if (start + end === before.length || start + end === after.length) return map;

  const { diffArrays } = await import('diff');
  let old = start;
  let fresh = start;
  for (const part of diffArrays(before.slice(start, before.length - end), after.slice(start, after.length - end))) {
    const { length } = part.value;
    if (part.removed) old += length;
    else if (part.added) fresh += length;
    else for (let at = 0; at < length; at++) map[fresh++] = old++;
  }
  return map;
}

/** Lines as bytes (latin1 maps each byte to one character and back), each with its line end. */
export function byteLines(content: Buffer): string[] {
  return splitLines(content.toString('latin1'));
}

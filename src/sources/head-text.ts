import type { Candidate } from './types.js';

/**
 * The beginning of a candidate as text, for detection: UTF-16 by its byte order mark, anything else as UTF-8, without the
 * mark. A character that the end of the head cuts shows as U+FFFD.
 */
export function headText({ head }: Pick<Candidate, 'head'>): string {
  const [first, second] = head;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(wide).decode(head);
}

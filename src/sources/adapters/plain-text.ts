import type { Candidate, NotKept } from '../types.js';
import { readText } from './text-file.js';

/**
 * A text file for a line-based transcript: UTF-8, without byte order mark, lines ending with LF.
 * @throws SkipSource `binary`, `empty`, and what reading a file can meet.
 */
export async function plainText(
  candidate: Candidate,
  maxBytes: number,
): Promise<{ text: string; encoding?: string; notKept: NotKept[] }> {
  const { body, encoding, replaced } = await readText(candidate, maxBytes);
  const text = body
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n');
  const notKept = replaced > 0 ? [{ what: 'invalid bytes', count: replaced, bytes: replaced }] : [];
  return { text, notKept, ...(encoding !== undefined && { encoding }) };
}

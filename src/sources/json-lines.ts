import { isObject, type JsonObject, parseJson } from './json.js';
import { forEachLine, type Line } from './lines.js';
import type { Tally } from './tally.js';
import type { Candidate } from './types.js';

/** Longer lines than this cannot be one JSON text in memory; none was ever seen near it. */
const MAX_LINE = 256 * 1024 * 1024;

/** What {@link forEachRecord} may leave out; part of the `drops` of its adapters. */
export const LINE_DROPS = ['damaged lines', 'unfinished last line'] as const;

/**
 * Gives each line of a JSONL file that is an object to `take`, with its size in bytes. Lines that are none are counted, and
 * apart from them a last line that is still being written. @throws SkipSource when the file cannot be read.
 */
export async function forEachRecord(
  candidate: Candidate,
  maxBytes: number,
  tally: Tally,
  take: (record: JsonObject, bytes: number) => void,
): Promise<void> {
  await forEachLine(candidate, maxBytes, (line) => takeRecord(line, tally, take));
}

/** Gives a line of a JSONL file to `take`, or counts it as {@link forEachRecord} does. */
export function takeRecord(
  { bytes, start, end, whole }: Line,
  tally: Tally,
  take: (record: JsonObject, bytes: number) => void,
): void {
  const size = end - start;
  const text = size > MAX_LINE ? undefined : bytes.toString('utf8', start, end);
  if (text?.trim() === '') return;
  const record = text === undefined ? undefined : parseJson(text);
  if (isObject(record)) take(record, size);
  else tally.add(whole || record !== undefined ? 'damaged lines' : 'unfinished last line', size);
}

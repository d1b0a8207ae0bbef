import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { typedTexts } from './typed.js';

/** How far a transcript was read, and how many messages of people were in it. */
export interface Seen {
  /** Bytes, up to the end of the last whole line. */
  offset: number;
  /** The first bytes, in hex: another beginning is another transcript. */
  head: string;
  humans: number;
}

const HEAD = 64;
const PIECE = 256 * 1024;
/** A transcript that is one JSON value is parsed whole; a larger one is left to the end of its conversation. */
const LARGEST_VALUE = 64 * 1024 * 1024;

/**
 * Counts on from where a transcript was read to; from its beginning when it is not the same any more. A message that is written twice
 * counts once, as far as one reading goes.
 * @param take is given the texts of each message.
 * @throws system errors.
 */
export function countHumans(
  path: string,
  before: Seen | undefined,
  take: (texts: readonly string[]) => void = () => {},
): Seen {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(PIECE);
    const head = buffer.subarray(0, readSync(file, buffer, 0, HEAD, 0)).toString('hex');
    if (/\.json$/i.test(path)) return { offset: 0, head, humans: countInValue(path, take) };
    const same = before !== undefined && before.head !== '' && head.startsWith(before.head);
    let { offset, humans } = same ? before : { offset: 0, humans: 0 };
    const counted = new Set<string>();
    const count = (text: string): void => {
      const record = userRecord(text);
      if (record === undefined || isAgain(record, counted)) return;
      const texts = typedTexts(record);
      if (texts.length === 0) return;
      humans += 1;
      take(texts);
    };
    const decoder = new StringDecoder('utf8');
    let line = '';
    let at = offset;
    for (let read = readSync(file, buffer, 0, PIECE, at); read > 0; read = readSync(file, buffer, 0, PIECE, at)) {
      let from = 0;
      for (let end = buffer.indexOf(10); end !== -1 && end < read; end = buffer.indexOf(10, from)) {
        count(line + decoder.write(buffer.subarray(from, end)));
        line = '';
        from = end + 1;
        offset = at + from;
      }
      line += decoder.write(buffer.subarray(from, read));
      at += read;
    }
    return { offset, head, humans };
  } finally {
    closeSync(file);
  }
}

/** Whether a line is what a person typed: no result of a tool, no command of the program, nothing of a sub-agent. */
export function isHuman(line: string): boolean {
  const record = userRecord(line);
  return record !== undefined && typedTexts(record).length > 0;
}

function userRecord(line: string): Record<string, unknown> | undefined {
  // Most lines are long, and of somebody else.
  if (!line.includes('"user"')) return undefined;
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a message with the id of this one was counted before. */
function isAgain({ uuid, id }: Record<string, unknown>, counted: Set<string>): boolean {
  const name = typeof uuid === 'string' ? uuid : id;
  if (typeof name !== 'string') return false;
  if (counted.has(name)) return true;
  counted.add(name);
  return false;
}

/** Of a session that is one JSON value, as older versions of Gemini CLI write it. */
function countInValue(path: string, take: (texts: readonly string[]) => void): number {
  if (statSync(path).size > LARGEST_VALUE) return 0;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // In the middle of being written.
    return 0;
  }
  const list = typeof value === 'object' && value !== null && 'messages' in value ? value.messages : value;
  let humans = 0;
  for (const record of Array.isArray(list) ? (list as unknown[]) : []) {
    if (typeof record !== 'object' || record === null) continue;
    const texts = typedTexts(record as Record<string, unknown>);
    if (texts.length === 0) continue;
    humans += 1;
    take(texts);
  }
  return humans;
}

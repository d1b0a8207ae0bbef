import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { fromRecord } from '../export/record.js';
import type { Incoming, NotImported } from './types.js';

const LF = 0x0a;

/** A line longer than this is no JSON text that could be read. */
const LONGEST = 512 * 1024 * 1024;

export interface FileLine {
  /** From 1. */
  number: number;
  /** Without its end; undefined for one that is longer than can be read. */
  text: string | undefined;
}

/** Lines of a UTF-8 file that are not blank; memory is one line. Only LF (or CR LF) ends a line. */
export async function* linesOf(file: string): AsyncGenerator<FileLine> {
  let pending: Buffer[] = [];
  let size = 0;
  let number = 0;
  const line = (last: Buffer): FileLine => {
    const tooLong = size + last.length > LONGEST;
    const bytes = pending.length === 0 ? last : Buffer.concat([...pending, last]);
    pending = [];
    size = 0;
    number++;
    const text = tooLong ? undefined : bytes.toString('utf8');
    return { number, text: number === 1 ? text?.replace(/^\uFEFF/, '') : text };
  };
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      const next = line(chunk.subarray(from, end));
      from = end + 1;
      if (next.text?.trim() !== '') yield next;
    }
    const rest = chunk.subarray(from);
    size += rest.length;
    // What is too long is counted and not kept.
    if (rest.length > 0 && size <= LONGEST) pending.push(rest);
  }
  if (size > 0) {
    const last = line(Buffer.alloc(0));
    if (last.text?.trim() !== '') yield last;
  }
}

/** The drawers of a JSONL export. */
export async function* readLines(file: string): AsyncGenerator<Incoming | NotImported> {
  for await (const { number, text } of linesOf(file)) {
    const where = `${basename(file)}:${number}`;
    const record = text === undefined ? { problem: 'is too long' } : fromRecord(parsed(text));
    if ('problem' in record) yield { where, reason: record.problem, damaged: true };
    else yield { ...record, where };
  }
}

/** The JSON value of a line; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

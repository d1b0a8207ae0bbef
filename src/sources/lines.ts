import { systemCode } from '../base/errors.js';
import { failure } from './candidate.js';
import { Bytes } from './json-stream/bytes.js';
import { SkipSource } from './skip.js';
import type { Candidate } from './types.js';

const LF = 0x0a;
const CR = 0x0d;
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * A line without its end; its bytes are written over once it was taken. `whole` is false for a last line without a newline: it may
 * still be being written.
 */
export interface Line {
  bytes: Buffer;
  whole: boolean;
}

/**
 * Gives each line of a file to `take`, in UTF-8 and without a byte order mark, reading it piece by piece: memory is one line,
 * not one file (a file in UTF-16 is converted in memory). Lines end with LF or CR LF only (U+2028 inside a JSON string ends
 * nothing). @throws SkipSource when the file cannot be read.
 */
export async function forEachLine(candidate: Candidate, maxBytes: number, take: (line: Line) => void): Promise<void> {
  const bytes = await Bytes.open(candidate, maxBytes, true);
  try {
    let pending: Buffer[] = [];
    let position = candidate.head.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? UTF8_MARK.length : 0;
    for (;;) {
      const chunk = await bytes.from(position);
      if (chunk.length === 0) break;
      position += chunk.length;
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        take({ bytes: withoutCr(joined(pending, chunk.subarray(start, end))), whole: true });
        pending = [];
        start = end + 1;
      }
      if (start < chunk.length) pending.push(Buffer.from(chunk.subarray(start)));
    }
    if (pending.length > 0) take({ bytes: joined(pending), whole: false });
  } catch (error) {
    if (error instanceof SkipSource || systemCode(error) === undefined) throw error;
    throw new SkipSource(...failure(error));
  } finally {
    await bytes.close();
  }
}

function joined(pending: readonly Buffer[], last: Buffer = Buffer.alloc(0)): Buffer {
  return pending.length === 0 ? last : Buffer.concat([...pending, last]);
}

function withoutCr(line: Buffer): Buffer {
  return line.at(-1) === CR ? line.subarray(0, -1) : line;
}

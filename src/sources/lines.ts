import { withFile } from './candidate.js';
import type { Candidate } from './types.js';

const CHUNK = 1024 * 1024;
const LF = 0x0a;
const CR = 0x0d;

/** A line without its end. `whole` is false for a last line without a newline: it may still be being written. */
export interface Line {
  bytes: Buffer;
  whole: boolean;
}

/**
 * Gives each line of a file to `take`, reading it piece by piece: memory is one line, not one file. Lines end with LF or
 * CR LF only (U+2028 inside a JSON string ends nothing). @throws SkipSource when the file cannot be read.
 */
export async function forEachLine(candidate: Candidate, maxBytes: number, take: (line: Line) => void): Promise<void> {
  await withFile(candidate, maxBytes, async (handle) => {
    let pending: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, null);
      if (bytesRead === 0) break;
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1 && end < bytesRead; end = chunk.indexOf(LF, start)) {
        take({ bytes: withoutCr(joined(pending, chunk.subarray(start, end))), whole: true });
        pending = [];
        start = end + 1;
      }
      if (start < bytesRead) pending.push(chunk.subarray(start, bytesRead));
    }
    if (pending.length > 0) take({ bytes: joined(pending), whole: false });
  });
}

function joined(pending: readonly Buffer[], last: Buffer = Buffer.alloc(0)): Buffer {
  return pending.length === 0 ? last : Buffer.concat([...pending, last]);
}

function withoutCr(line: Buffer): Buffer {
  return line.at(-1) === CR ? line.subarray(0, -1) : line;
}

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { SessionFinder, type SessionPart } from '../../sources/split/sessions.js';

const CHUNK = 1024 * 1024;
const LF = 0x0a;

/** A transcript, looked through. */
export interface ReadParts {
  parts: SessionPart[];
  /** Of the whole file. */
  sha256: string;
}

/** Finds the sessions of a file, reading it piece by piece. @throws the system's error. */
export async function readParts(path: string): Promise<ReadParts> {
  const finder = new SessionFinder();
  const hash = createHash('sha256');
  let pending: Buffer[] = [];
  for await (const chunk of chunksOf(path, 0)) {
    hash.update(chunk);
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      finder.line(Buffer.concat([...pending, chunk.subarray(start, end + 1)]));
      pending = [];
      start = end + 1;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  if (pending.length > 0) finder.line(Buffer.concat(pending));
  return { parts: finder.finish(), sha256: hash.digest('hex') };
}

/** Bytes of a file from `start` on, at most `length` of them. Each piece is a buffer of its own. */
export async function* chunksOf(
  path: string,
  start: number,
  length = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    let left = length;
    for (let position = start; left > 0; ) {
      const size = Math.min(CHUNK, left);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(size), 0, size, position);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
      left -= bytesRead;
    }
  } finally {
    await file.close();
  }
}

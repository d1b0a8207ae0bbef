import { openSafely } from '../candidate.js';
import type { Candidate } from '../types.js';

const CHUNK = 1024 * 1024;
const MARK = Buffer.from('\nFrom ');
/** `From sender Mon Mar 02 07:00:05 +0000 2026`, `From - Mon, …`: a line of prose that begins with "From" has no clock and year. */
const SEPARATOR = /^From (?:- |.*\b\d{1,2}:\d{2}(?::\d{2})?\b.*\b\d{4}\b)/;
const HEADER = /^(?:>?[!-9;-~]+[ \t]*:|From )/;
/** Bytes after a separator that are enough to see the next line. */
const LOOK = 4096;

/** True for the beginning of a mailbox file. */
export function beginsLikeMbox(head: string): boolean {
  const [line = '', next = ''] = head.slice(0, LOOK).split('\n', 2);
  return SEPARATOR.test(line) && HEADER.test(next);
}

/** The messages of a mailbox, one after the other, as raw bytes without their separator line; `>From ` has lost one `>`. */
export async function* mboxMessages(candidate: Candidate, maxBytes: number): AsyncGenerator<Buffer> {
  const handle = await openSafely(candidate, maxBytes);
  try {
    // A newline before the first separator makes it like the others.
    let text: Buffer = Buffer.from('\n');
    let pending: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, null);
      const isLast = bytesRead === 0;
      text = Buffer.concat([text, chunk.subarray(0, bytesRead)]);
      // A message's own separator stands at its beginning.
      const first = () => (pending.length === 0 ? 1 : 0);
      for (let at = separatorIn(text, first(), isLast); at !== -1; at = separatorIn(text, first(), isLast)) {
        yield messageOf([...pending, text.subarray(0, at)]);
        pending = [];
        text = text.subarray(at);
      }
      if (isLast) {
        const rest = [...pending, text];
        if (rest.some((piece) => piece.toString('latin1').trim() !== '')) yield messageOf(rest);
        return;
      }
      // What is far enough from the end has been looked at.
      const seen = Math.max(0, text.length - LOOK);
      if (seen > 0) pending.push(text.subarray(0, seen));
      text = text.subarray(seen);
    }
  } finally {
    await handle.close();
  }
}

/** Place of the newline before the next separator at or after `from`; -1 for none that can be told yet. */
function separatorIn(text: Buffer, from: number, isLast: boolean): number {
  for (let at = text.indexOf(MARK, from); at !== -1; at = text.indexOf(MARK, at + 1)) {
    if (!isLast && at + LOOK > text.length) return -1;
    const [line = '', next = ''] = text.toString('latin1', at + 1, at + 1 + LOOK).split('\n', 2);
    if (SEPARATOR.test(line) && HEADER.test(next)) return at;
  }
  return -1;
}

/** Without the newline before it and its separator line. */
function messageOf(pieces: readonly Buffer[]): Buffer {
  const message = Buffer.concat(pieces);
  const line = message.toString('latin1', 1, LOOK).split('\n', 1)[0] ?? '';
  return unescaped(message.subarray(SEPARATOR.test(line) ? line.length + 2 : 1));
}

/** mboxrd: `>From ` and `>>From ` at the beginning of a line lose one `>`. */
function unescaped(message: Buffer): Buffer {
  if (!message.includes('>From ')) return message;
  return Buffer.from(message.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}

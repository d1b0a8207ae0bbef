import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

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

/** Counts on from where a transcript was read to; from its beginning when it is not the same any more. @throws system errors. */
export function countHumans(path: string, before: Seen | undefined): Seen {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(PIECE);
    const head = buffer.subarray(0, readSync(file, buffer, 0, HEAD, 0)).toString('hex');
    const same = before !== undefined && before.head !== '' && head.startsWith(before.head);
    let { offset, humans } = same ? before : { offset: 0, humans: 0 };
    const decoder = new StringDecoder('utf8');
    let line = '';
    let at = offset;
    for (let read = readSync(file, buffer, 0, PIECE, at); read > 0; read = readSync(file, buffer, 0, PIECE, at)) {
      let from = 0;
      for (let end = buffer.indexOf(10); end !== -1 && end < read; end = buffer.indexOf(10, from)) {
        line += decoder.write(buffer.subarray(from, end));
        if (isHuman(line)) humans += 1;
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
  // Most lines are long, and of somebody else.
  if (!line.includes('"user"')) return false;
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return false;
  }
  if (typeof record !== 'object' || record === null) return false;
  if (record.isSidechain === true || record.isMeta === true || record.isCompactSummary === true) return false;
  // Codex puts what was said into a payload.
  const message = [record.message, record.payload, record].find(
    (each): each is Record<string, unknown> =>
      typeof each === 'object' && each !== null && (each as Record<string, unknown>).role === 'user',
  );
  return message !== undefined && isTyped(message.content);
}

function isTyped(content: unknown): boolean {
  if (typeof content === 'string') return isWords(content);
  if (!Array.isArray(content)) return false;
  return content.some((part: unknown) => {
    if (typeof part === 'string') return isWords(part);
    if (typeof part !== 'object' || part === null) return false;
    const { type, text } = part as { type?: unknown; text?: unknown };
    return (type === 'text' || type === 'input_text') && typeof text === 'string' && isWords(text);
  });
}

const COMMAND =
  /^\s*<(command-(name|message|args)|local-command-(stdout|stderr)|environment_context|user_instructions)>/;

function isWords(text: string): boolean {
  return text.trim() !== '' && !COMMAND.test(text);
}

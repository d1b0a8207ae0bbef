import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import type { Palace } from '../../palace/types.js';
import { decodeText } from '../../text/encoding.js';

/** Where the words of a memory come from. */
export type ContentInput =
  /** As typed: kept exactly, no line end added. */
  | { kind: 'text'; text: string }
  /** A file; a relative path starts at the current folder. */
  | { kind: 'file'; path: string }
  /** Bytes that were read already; `name` is what messages call them (`standard input`). */
  | { kind: 'bytes'; bytes: Buffer; name: string };

export interface Content {
  /** UTF-8, exact. */
  body: Buffer;
  /** What it was before, when that was not UTF-8. */
  encoding?: string;
}

/**
 * The exact words that somebody wants to file. Text of another encoding is converted and its name kept; an unpaired
 * surrogate becomes U+FFFD.
 * @throws PalaceError `empty-content`, `binary-content` (exit 2), `too-large`, `unreadable` (exit 1), `not-found` (exit 4).
 */
export async function readContent(palace: Palace, input: ContentInput): Promise<Content> {
  if (input.kind === 'text') return checked({ body: Buffer.from(input.text, 'utf8') }, 'the text', palace);
  const name = input.kind === 'file' ? input.path : input.name;
  const bytes = input.kind === 'file' ? await readFileBytes(palace, input.path) : input.bytes;
  if (bytes.length > palace.settings.maxSourceBytes) throw tooLarge(name, bytes.length, palace);
  const decoded = await decodeText(bytes);
  if ('binary' in decoded) throw notText(name, decoded.binary);
  // Filing U+FFFD in place of bytes would not be the words that were given.
  if (decoded.replaced !== undefined && decoded.replaced > 0)
    throw notText(name, `${decoded.replaced} of its bytes are not valid UTF-8`);
  const content: Content = { body: decoded.utf8 };
  if (decoded.encoding !== undefined) content.encoding = decoded.encoding;
  return checked(content, name, palace);
}

function checked(content: Content, name: string, palace: Palace): Content {
  if (content.body.length > palace.settings.maxSourceBytes) throw tooLarge(name, content.body.length, palace);
  // The first word decides; a long text is not converted for it.
  if (content.body.subarray(0, 4096).toString('utf8').trim() === '' && content.body.toString('utf8').trim() === '')
    throw new PalaceError('empty-content', `there is nothing to file: ${name} is empty`, {
      exit: EXIT.usage,
      next: ['palace add "what to remember"', 'palace add --file PATH', 'some-command | palace add -'],
    });
  return content;
}

async function readFileBytes(palace: Palace, path: string): Promise<Buffer> {
  const absolute = resolve(palace.runtime.cwd, path);
  try {
    const { O_NONBLOCK, O_RDONLY } = (await import('node:fs')).constants;
    // Without O_NONBLOCK, opening a FIFO waits for a writer for ever.
    const file = await open(absolute, O_RDONLY | (O_NONBLOCK ?? 0));
    try {
      const stat = await file.stat();
      if (!stat.isFile())
        throw new PalaceError('unreadable', `${path} is ${stat.isDirectory() ? 'a folder' : 'no regular file'}`, {
          next: stat.isDirectory() ? [`palace mine ${path}`] : ['give a regular file'],
        });
      if (stat.size > palace.settings.maxSourceBytes) throw tooLarge(path, stat.size, palace);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof PalaceError) throw error;
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT')
      throw new PalaceError('not-found', `there is no file ${path}`, { exit: EXIT.notFound, cause: error });
    throw new PalaceError('unreadable', `${path} cannot be read (${code})`, {
      next: [`make ${path} readable`],
      cause: error,
    });
  }
}

function notText(name: string, reason: string): PalaceError {
  return new PalaceError('binary-content', `${name} is not text: ${reason}; nothing was filed`, {
    exit: EXIT.usage,
    next: ['give a text file (UTF-8, UTF-16, GB18030, …), or a text that says where the file is'],
    details: { name, reason },
  });
}

function tooLarge(name: string, size: number, palace: Palace): PalaceError {
  const limit = palace.settings.maxSourceBytes;
  return new PalaceError('too-large', `${name} has ${size} bytes; the limit is ${limit}; nothing was filed`, {
    next: ['file the part that matters', `palace config set mine.max_source ${size}`],
    details: { size, limit },
  });
}

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import { decodeText } from '../../text/encoding.js';

/** Where a text to be coded comes from. */
export type TextInput =
  | { kind: 'text'; text: string }
  | { kind: 'file'; path: string }
  /** Bytes that were read already; `name` is what messages call them. */
  | { kind: 'bytes'; bytes: Buffer; name: string };

export interface NamedText {
  text: string;
  /** Path of the file as given, else what messages call the text. */
  name: string;
  fromFile: boolean;
}

/** @throws PalaceError `not-found` (exit 4), `unreadable`, `binary-content` (exit 2). */
export async function readText(input: TextInput, runtime: Pick<Runtime, 'cwd'>): Promise<NamedText> {
  if (input.kind === 'text') return { text: input.text, name: 'the text', fromFile: false };
  const name = input.kind === 'file' ? input.path : input.name;
  const bytes = input.kind === 'file' ? await readBytes(resolve(runtime.cwd, input.path), name) : input.bytes;
  const decoded = await decodeText(bytes);
  if ('binary' in decoded)
    throw new PalaceError('binary-content', `${name} is no text: ${decoded.binary}`, {
      exit: EXIT.usage,
      next: ['give a text file'],
    });
  return { text: decoded.utf8.toString('utf8'), name, fromFile: input.kind === 'file' };
}

async function readBytes(path: string, name: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = systemCode(error);
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const reason = missing ? 'it is not there' : code === 'EISDIR' ? 'it is a folder' : String(code);
    throw new PalaceError(missing ? 'not-found' : 'unreadable', `${name} cannot be read: ${reason}`, {
      exit: missing ? EXIT.notFound : EXIT.failed,
      next: ['give the path of a file, - for standard input, or the text itself'],
      cause: error,
    });
  }
}

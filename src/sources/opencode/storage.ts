import { siblingNames, siblingObject } from '../agents/siblings.js';
import type { JsonObject } from '../json.js';
import { textOf } from '../json.js';
import type { Tally } from '../tally.js';
import type { Candidate } from '../types.js';
import type { OpencodeMessage } from './messages.js';

/** A file of the storage folder, by its path: what it is, and the way up to `storage/`. */
export interface StoragePlace {
  kind: 'session' | 'message' | 'part' | 'other';
  /** `../../` from the folder of the file to `storage/`. */
  up: string;
  /** Name of the folder that the file is in: the project, the session, the message. */
  folder: string;
  /** File name without extension: the id. */
  id: string;
}

/** Where in `storage/` a file stands; undefined for a file elsewhere. `path`: absolute or relative, with `/` or `\`. */
export function storagePlace(path: string): StoragePlace | undefined {
  const found = /(?:^|[/\\])storage[/\\]((?:[^/\\]+[/\\])+)([^/\\]+)\.json$/.exec(path);
  if (found === null) return undefined;
  const folders = (found[1] ?? '').split(/[/\\]/).filter((part) => part !== '');
  const [first, ...rest] = folders;
  const kind =
    first === 'session' && rest.length === 1
      ? 'session'
      : (first === 'message' || first === 'part') && rest.length === 1
        ? first
        : 'other';
  return { kind, up: '../'.repeat(folders.length), folder: folders.at(-1) ?? '', id: found[2] ?? '' };
}

/** Path of the session's own file, from the folder of a file of the storage; undefined when it is gone. */
export function sessionFile(candidate: Candidate, { up }: StoragePlace, session: string): string | undefined {
  for (const project of siblingNames(candidate, `${up}session`)) {
    const folder = `${up}session/${project}`;
    if (siblingNames(candidate, folder).includes(`${session}.json`)) return `${folder}/${session}.json`;
  }
  return undefined;
}

/** The messages of a session with their parts, read from their own files. Files that cannot be read are counted. */
export async function storedMessages(
  candidate: Candidate,
  up: string,
  session: string,
  tally: Tally,
): Promise<OpencodeMessage[]> {
  const messages: OpencodeMessage[] = [];
  for (const name of jsonNames(candidate, `${up}message/${session}`)) {
    const info = await read(candidate, `${up}message/${session}/${name}`, tally);
    if (info === undefined) continue;
    const id = name.slice(0, -'.json'.length);
    const parts: JsonObject[] = [];
    for (const part of jsonNames(candidate, `${up}part/${id}`)) {
      const value = await read(candidate, `${up}part/${id}/${part}`, tally);
      if (value !== undefined) parts.push(value);
    }
    messages.push({ info, parts });
  }
  return messages;
}

async function read(candidate: Candidate, path: string, tally: Tally): Promise<JsonObject | undefined> {
  const value = await siblingObject(candidate, path);
  if (textOf(value.id) !== undefined) return value;
  tally.add('damaged records', 0);
  return undefined;
}

function jsonNames(candidate: Candidate, folder: string): string[] {
  return siblingNames(candidate, folder).filter((name) => name.endsWith('.json'));
}

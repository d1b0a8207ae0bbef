import { parseDrawer, withFront } from '../palace/codec.js';
import { provisionalId } from '../palace/ids.js';
import { parseDrawerPath, titleOfFileName } from '../palace/layout.js';
import type { DrawerFile } from '../palace/types.js';

/** What names a memory to a person, in `--json` form. */
export interface MemoryName {
  /** `d-…`, or `p-…` while the file has no id of its own. */
  id: string;
  path: string;
  wing: string;
  room: string;
  title: string;
}

/** Names the drawer that stands at `path` with these bytes. */
export function nameMemory(path: string, bytes: Buffer): MemoryName {
  return nameParsed(path, parseDrawer(bytes));
}

export function nameParsed(path: string, file: DrawerFile): MemoryName {
  const place = parseDrawerPath(path);
  return {
    id: file.front.id ?? provisionalId(path),
    path,
    wing: place?.wing ?? '',
    room: place?.room ?? '',
    title: titleOf(path, file),
  };
}

function titleOf(path: string, file: DrawerFile): string {
  if (typeof file.front.title === 'string' && file.front.title !== '') return file.front.title;
  // The first line of a transcript is the mark of its first message: who and when, not what.
  const said = file.front.body === undefined ? firstLine(file.body) : undefined;
  return said ?? titleOfFileName(path, file.front.id);
}

/**
 * An edited drawer file; its title follows when it was the first line of the words before and nobody gave it another: a search
 * must not find words that are gone.
 */
export function withTitleFollowing(before: DrawerFile, bytes: Buffer): Buffer {
  const { front, body, problem } = parseDrawer(bytes);
  const { title } = before.front;
  if (problem || title === undefined || front.title !== title || title !== firstLine(before.body)) return bytes;
  const next = firstLine(body) ?? title;
  return next === title ? bytes : withFront(bytes, { title: next });
}

/**
 * The first line that says something, without markdown's heading marks, at most `limit` characters; `…` where it was cut.
 * Undefined for a text without words.
 */
export function firstLine(body: Buffer, limit = 80): string | undefined {
  const head = body.subarray(0, 16 * 1024).toString('utf8');
  for (const raw of head.split(/\r\n|\r|\n/)) {
    const line = raw
      .replace(/^\uFEFF/, '')
      .replace(/^#{1,6}\s+/, '')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim();
    if (!/[\p{L}\p{N}\p{S}]/u.test(line)) continue;
    const characters = Array.from(line);
    return characters.length <= limit
      ? line
      : `${characters
          .slice(0, limit - 1)
          .join('')
          .trimEnd()}…`;
  }
  return undefined;
}

import { open } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import { isInside } from '../base/files.js';
import { nearest } from '../base/near.js';
import { parseDrawer } from './codec.js';
import { listDrawerPaths, readDrawer } from './drawer-files.js';
import { idPrefix, provisionalId } from './ids.js';
import { parseDrawerPath } from './layout.js';
import type { Drawer, Palace } from './types.js';

/** Front-matter as we write it fits many times over; a longer one is read whole. */
const HEAD_BYTES = 4096;
const PROVISIONAL = /^p-[0-9a-f]{4,16}$/;
const NAMED_BY_ID = /-([0-9a-f]{8})\.md$/;
/** More than enough to choose from. */
const MOST_SHOWN = 8;

/**
 * The drawer that a person means: an id, 4 or more digits of one (with or without `d-`), a provisional id `p-…`, or a path
 * relative to the palace or to the working directory. Looks at the work tree, saved or not.
 * @throws PalaceError `not-found` (exit 4, with near ids or paths), `ambiguous-id` (exit 2, with the candidates).
 */
export async function findDrawer(palace: Palace, text: string): Promise<Drawer> {
  const wanted = text.trim();
  if (wanted.includes('/') || wanted.includes(sep) || wanted.endsWith('.md')) return findByPath(palace, wanted);
  const paths = await listDrawerPaths(palace);
  const lower = wanted.toLowerCase();
  if (PROVISIONAL.test(lower)) {
    const found = paths.filter((path) => provisionalId(path).startsWith(lower));
    return only(palace, wanted, found, paths);
  }
  const prefix = idPrefix(wanted);
  if (prefix === undefined)
    throw new PalaceError('bad-id', `${JSON.stringify(text)} is neither an id nor a path of a drawer`, {
      exit: EXIT.usage,
      next: ['palace list', 'palace search WORDS'],
      details: { id: text },
    });
  return only(palace, wanted, await pathsOfId(palace, prefix, paths), paths);
}

/**
 * Paths of the drawers whose id begins with `prefix` (`d-` and 4-16 digits). File names that end in eight digits are believed at
 * first, so that only a few files are read; all are read when that finds nothing.
 */
export async function pathsOfId(palace: Palace, prefix: string, paths: readonly string[]): Promise<string[]> {
  const digits = prefix.slice(2, 10);
  const likely = paths.filter((path) => NAMED_BY_ID.exec(path)?.[1]?.startsWith(digits) ?? true);
  const found = await withId(palace, prefix, likely);
  if (found.length > 0) return found;
  const tried = new Set(likely);
  return withId(
    palace,
    prefix,
    paths.filter((path) => !tried.has(path)),
  );
}

async function withId(palace: Palace, prefix: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if ((await idAt(palace, path))?.startsWith(prefix)) found.push(path);
  return found;
}

async function idAt(palace: Palace, path: string): Promise<string | undefined> {
  const head = await readHead(join(palace.root, ...path.split('/')));
  if (head === undefined) return undefined;
  const drawer = parseDrawer(head);
  if (drawer.problem && head.length === HEAD_BYTES) {
    // The front-matter may only have been cut short.
    try {
      return (await readDrawer(palace, path)).front.id;
    } catch {
      return undefined;
    }
  }
  return drawer.front.id;
}

async function readHead(file: string): Promise<Buffer | undefined> {
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  try {
    handle = await open(file, 'r');
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    // A file that cannot be read has no id that anybody could mean; `doctor` names it.
    return undefined;
  } finally {
    await handle?.close();
  }
}

async function findByPath(palace: Palace, text: string): Promise<Drawer> {
  const slashed = text.split(sep).join('/').replace(/^\.\//, '');
  const below = relative(palace.root, resolve(palace.runtime.cwd, text)).split(sep).join('/');
  const inside = isInside(palace.root, resolve(palace.runtime.cwd, text));
  for (const path of [slashed, ...(inside ? [below] : [])])
    if (parseDrawerPath(path))
      try {
        return await readDrawer(palace, path);
      } catch (error) {
        if (!(error instanceof PalaceError) || error.code !== 'not-found') throw error;
      }
  throw notFound(text, nearest(slashed, await listDrawerPaths(palace)));
}

async function only(palace: Palace, text: string, found: readonly string[], all: readonly string[]): Promise<Drawer> {
  const [first, ...others] = found;
  if (first === undefined) throw notFound(text, nearIds(text, all));
  if (others.length === 0) return readDrawer(palace, first);
  const shown = found.slice(0, MOST_SHOWN);
  throw new PalaceError(
    'ambiguous-id',
    `${text} names ${found.length} drawers: ${shown.join(', ')}${found.length > shown.length ? ', …' : ''}`,
    { exit: EXIT.usage, next: shown.map((path) => `palace show ${path}`), details: { id: text, paths: [...found] } },
  );
}

/** Ids by the digits in file names, which costs no reading. */
function nearIds(text: string, paths: readonly string[]): string[] {
  const digits = text
    .toLowerCase()
    .replace(/^[dp]-/, '')
    .slice(0, 8);
  return nearest(
    digits,
    paths.map((path) => NAMED_BY_ID.exec(path)?.[1] ?? ''),
  ).filter((id) => id !== '');
}

function notFound(text: string, near: readonly string[]): PalaceError {
  return new PalaceError(
    'not-found',
    `no drawer ${text}${near.length > 0 ? `; did you mean ${near.join(' or ')}?` : ''}`,
    {
      exit: EXIT.notFound,
      next:
        near.length > 0
          ? near.map((id) => `palace show ${id}`)
          : [
              'palace list',
              'palace search WORDS',
              ...(idPrefix(text) === undefined ? [] : [`palace log ${text} (if it stood here once)`]),
            ],
      details: { id: text, near: [...near] },
    },
  );
}

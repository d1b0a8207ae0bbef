import { isAbsolute, join, relative, sep } from 'node:path';
import type { Commit } from '../git/types.js';
import { parseDrawer } from '../palace/codec.js';
import { idPrefix, provisionalId } from '../palace/ids.js';
import { PATHS, parseDrawerPath } from '../palace/layout.js';
import type { Palace } from '../palace/types.js';
import { nameId } from './pairing.js';
import { filesOf, type Snapshot } from './snapshots.js';
import { changesOfCommit, type FileVersion } from './versions.js';

export interface FoundVersion {
  path: string;
  version: FileVersion;
}

/** What a person named: an id or the beginning of one, or a path of the palace (file or folder). */
export type Wanted = { kind: 'id'; prefix: string } | { kind: 'path'; path: string };

/** An id, a prefix of 4+ digits, a path (relative to the root or the current folder, absolute), or `WING/ROOM`. */
export function readWanted(palace: Palace, text: string): Wanted {
  const provisional = /^p-[0-9a-f]{4,16}$/.test(text) ? text : undefined;
  const prefix = provisional ?? idPrefix(text);
  if (prefix !== undefined) return { kind: 'id', prefix };
  return { kind: 'path', path: insidePath(palace, text) };
}

function insidePath(palace: Palace, text: string): string {
  const tidy = text.replace(/\/+$/, '').replace(/^\.\//, '');
  if (!isAbsolute(text) && tidy.split('/')[0] === PATHS.wings) return tidy;
  const absolute = isAbsolute(text) ? text : join(palace.runtime.cwd, tidy);
  const inside = relative(palace.root, absolute).split(sep).join('/');
  if (inside.split('/')[0] === PATHS.wings) return inside;
  // WING or WING/ROOM, as `list` shows them.
  return `${PATHS.wings}/${tidy}`;
}

/** The drawers of one moment that `wanted` names, sorted by path; none is an empty list. */
export async function findIn(palace: Palace, snapshot: Snapshot, wanted: Wanted): Promise<FoundVersion[]> {
  const found: FoundVersion[] = [];
  if (wanted.kind === 'path') {
    const under = wanted.path === PATHS.wings ? PATHS.wings : wanted.path;
    for (const [path, version] of await filesOf(palace.git, snapshot, PATHS.wings))
      if ((path === under || path.startsWith(`${under}/`)) && parseDrawerPath(path)) found.push({ path, version });
    return found.sort(byPath);
  }
  const others: FoundVersion[] = [];
  for (const [path, version] of await filesOf(palace.git, snapshot, PATHS.wings)) {
    if (!parseDrawerPath(path)) continue;
    if (wanted.prefix.startsWith('p-')) {
      if (provisionalId(path).startsWith(wanted.prefix)) found.push({ path, version });
    } else if (nameFits(path, wanted.prefix)) {
      if (await hasId(version, wanted.prefix)) found.push({ path, version });
    } else others.push({ path, version });
  }
  // A person may have renamed the file; only its front-matter says who it is then.
  if (found.length === 0 && !wanted.prefix.startsWith('p-'))
    for (const other of others) if (await hasId(other.version, wanted.prefix)) found.push(other);
  return found.sort(byPath);
}

/** A drawer as it was just before it was removed. */
export interface LastVersion extends FoundVersion {
  /** The commit that removed it. */
  removedBy: Commit;
}

/**
 * The last versions of drawers that history knows and that no longer stand at their path, newest removal first; for a
 * folder every drawer that was ever removed from it. Walks the commits from HEAD back.
 */
export async function findRemoved(palace: Palace, wanted: Wanted): Promise<LastVersion[]> {
  const found: LastVersion[] = [];
  const seen = new Set<string>();
  const paths = wanted.kind === 'path' ? [wanted.path] : [PATHS.wings];
  for (const removedBy of await palace.git.log({ paths })) {
    for (const { path, before, after } of await changesOfCommit(palace.git, removedBy, PATHS.wings)) {
      if (!before || after || seen.has(path) || !parseDrawerPath(path)) continue;
      const fits =
        wanted.kind === 'path'
          ? path === wanted.path || path.startsWith(`${wanted.path}/`)
          : await isDrawer(path, before, wanted.prefix);
      if (!fits) continue;
      seen.add(path);
      found.push({ path, version: before, removedBy });
      if (wanted.kind === 'id' && wanted.prefix.length === 18) return found;
    }
  }
  return found;
}

async function isDrawer(path: string, version: FileVersion, prefix: string): Promise<boolean> {
  if (prefix.startsWith('p-')) return provisionalId(path).startsWith(prefix);
  // A name that palace gave tells another drawer apart without reading it.
  if (nameId(path) !== undefined && !nameFits(path, prefix)) return false;
  return hasId(version, prefix);
}

function nameFits(path: string, prefix: string): boolean {
  const short = nameId(path);
  if (short === undefined) return false;
  const digits = prefix.slice(2);
  return short.startsWith(digits.slice(0, 8));
}

async function hasId(version: FileVersion, prefix: string): Promise<boolean> {
  return parseDrawer(await version.content()).front.id?.startsWith(prefix) ?? false;
}

function byPath(a: FoundVersion, b: FoundVersion): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

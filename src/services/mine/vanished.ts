import { type Dirent, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { Palace, WingName } from '../../palace/types.js';
import { sourcePrefix } from '../../sources/unit-path.js';
import type { Catalog, Entry } from './catalog.js';
import { BESIDE, filingOf, type UnitKind } from './identity.js';
import type { MinedRoot } from './jobs.js';
import type { Standing } from './plan-source.js';

/** A source that was filed and is no longer on disk. */
export interface Vanished extends Standing {
  source: string;
  kind: UnitKind;
}

/** Fewer never stop a mine, whatever share of the wing they are. */
const FEW = 5;

/**
 * Sources of this root and wing whose file is gone from disk: not merely ignored today, or left out by a flag. A folder that
 * cannot be read hides nothing. Empty for a single file, and for a root with nothing in it (a disk that is not mounted).
 */
export function findVanished(catalog: Catalog, { root }: MinedRoot, wing: WingName): Vanished[] {
  const disk = new Disk();
  if (root.file !== undefined || disk.isEmpty(root.path)) return [];
  const prefix = sourcePrefix(root);
  const wings = new Set([...catalog.wings, wing]);
  const gone: Vanished[] = [];
  for (const [source, entries] of catalog.bySource) {
    if (!source.startsWith(prefix)) continue;
    const path = source.slice(prefix.length);
    if (!isPlainPath(path) || disk.mayExist(root.path, path)) continue;
    const bySort = new Map<UnitKind, Vanished>();
    for (const entry of entries) {
      const filing = filingOf(entry, wings);
      if (filing?.wing !== wing) continue;
      const one = bySort.get(filing.kind) ?? { source, kind: filing.kind, parts: [], beside: [] };
      bySort.set(filing.kind, one);
      ((entry.front.unit ?? '').endsWith(BESIDE) ? one.beside : one.parts).push(entry);
    }
    for (const one of bySort.values()) {
      one.parts.sort((a, b) => (a.front.part ?? 1) - (b.front.part ?? 1));
      gone.push(one);
    }
  }
  return gone.sort((a, b) => (a.source < b.source ? -1 : 1));
}

/** A source is text from a file; it never leads out of the root. */
function isPlainPath(path: string): boolean {
  return path !== '' && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/**
 * Stops when too much would go at once: more than `mine.vanish_limit` of the wing's drawers of this root, or all of them for
 * a folder that has no other name than its own (another folder of that name looks the same).
 * @throws PalaceError `too-many-vanished` (exit 5).
 */
export function assertFewVanished(
  palace: Palace,
  catalog: Catalog,
  from: MinedRoot,
  wing: WingName,
  going: readonly Entry[],
): void {
  if (going.length === 0) return;
  const start = `${from.root.key}#`;
  const wings = new Set([...catalog.wings, wing]);
  let total = 0;
  for (const entry of catalog.entries) {
    if (!entry.front.source?.startsWith(start)) continue;
    const filing = filingOf(entry, wings);
    if (filing?.kind === 'file' && filing.wing === wing) total++;
  }
  const share = palace.settings.vanishLimit;
  const isAll = going.length === total && going.length > 1 && from.root.key.startsWith('file:');
  if (!isAll && (going.length <= FEW || going.length <= share * total)) return;
  throw new PalaceError(
    'too-many-vanished',
    `${going.length} of ${total} memories of wing ${wing} would be removed, because their files are gone from ${from.root.path}; nothing was written`,
    {
      exit: EXIT.conflict,
      next: [
        `palace mine ${from.typed} --dry-run --allow-vanished`,
        `palace mine ${from.typed} --allow-vanished`,
        `palace mine ${from.typed} --wing OTHER, if this is another project of the same name`,
      ],
      details: {
        vanished: going.length,
        total,
        limit: share,
        wing,
        paths: going.slice(0, 100).map((entry) => entry.path),
      },
    },
  );
}

/** Looks folders up once. Names are compared exactly, also where the file system folds case. */
class Disk {
  private readonly folders = new Map<string, ReadonlyMap<string, Dirent> | 'unreadable' | 'missing'>();

  isEmpty(path: string): boolean {
    const names = this.list(path);
    return typeof names === 'string' || names.size === 0;
  }

  /** False only when it is certain that there is no such file below `root`. */
  mayExist(root: string, path: string): boolean {
    const parent = dirname(path);
    if (parent !== '.' && !this.isFolder(root, parent)) return this.isHidden(root, parent);
    const names = this.list(parent === '.' ? root : join(root, parent));
    if (names === 'unreadable') return true;
    if (names === 'missing') return false;
    const found = names.get(path.slice(path.lastIndexOf('/') + 1));
    return found !== undefined && !found.isDirectory();
  }

  private isFolder(root: string, path: string): boolean {
    const parent = dirname(path);
    if (parent !== '.' && !this.isFolder(root, parent)) return false;
    const names = this.list(parent === '.' ? root : join(root, parent));
    return typeof names !== 'string' && (names.get(path.slice(path.lastIndexOf('/') + 1))?.isDirectory() ?? false);
  }

  /** A folder above it that cannot be read, or is a link, may hold it. */
  private isHidden(root: string, path: string): boolean {
    for (let at = path; ; at = dirname(at)) {
      const parent = dirname(at);
      const names = this.list(parent === '.' ? root : join(root, parent));
      if (names === 'unreadable') return true;
      if (typeof names !== 'string' && names.get(at.slice(at.lastIndexOf('/') + 1))?.isSymbolicLink()) return true;
      if (parent === '.') return false;
    }
  }

  private list(path: string): ReadonlyMap<string, Dirent> | 'unreadable' | 'missing' {
    const known = this.folders.get(path);
    if (known !== undefined) return known;
    const listed = listFolder(path);
    this.folders.set(path, listed);
    return listed;
  }
}

function listFolder(path: string): ReadonlyMap<string, Dirent> | 'unreadable' | 'missing' {
  try {
    return new Map(readdirSync(path, { withFileTypes: true }).map((entry) => [entry.name, entry]));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  }
}

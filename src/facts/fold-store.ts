import { lstatSync, mkdirSync, readFileSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../base/files.js';
import { hashBlob } from '../git/hash.js';
import { DamagedCacheError } from '../index/container.js';
import type { DamagedLine, PalaceEvent } from '../palace/events.js';
import type { Palace } from '../palace/types.js';
import { CachedGroups, type FoldedFile, isStorable, writeFold } from './fold-cache.js';
import { type FactGroups, MemoryGroups } from './groups.js';
import { factLogPaths, readLog } from './logs.js';
import { OverlayGroups } from './overlay.js';

/** With more bytes of new lines than these all is folded anew, so that the next command finds it ready. */
const MOST_FRESH = 256 * 1024;
/** A fold of fewer bytes of logs is made in no time, and nothing is kept. */
const LEAST_KEPT = 64 * 1024;
/** A file that changed so shortly before it was read may have changed again within the same tick of its clock. Milliseconds. */
const RACY = 2_000;

/** The fold of the logs of the work tree, and the lines that do not count. */
export interface WorkTreeFold {
  groups: FactGroups;
  damaged: DamagedLine[];
}

/**
 * Folds the logs of the work tree, from the cache as far as that goes: files that are as they were are not read, of one that
 * grew only the new lines are. A log that was changed in any other way makes it be folded anew.
 *
 * `keeps`: write down a fold that was made anew, so that the next command finds it ready. Default true.
 */
export async function foldWorkTree(palace: Palace, keeps = true): Promise<WorkTreeFold> {
  const paths = await factLogPaths(palace);
  const kept = readKept(palace);
  if (kept !== undefined) {
    try {
      const grown = grownSince(palace.root, paths, kept);
      if (grown !== undefined) {
        if (grown.texts.length === 0) return { groups: kept, damaged: kept.manifest.damaged };
        const { events, damaged } = readFresh(grown.texts);
        const groups = OverlayGroups.over(kept, events);
        if (groups !== undefined) return { groups, damaged: [...kept.manifest.damaged, ...damaged] };
      }
    } catch (error) {
      if (!(error instanceof DamagedCacheError)) throw error;
    }
  }
  return foldAnew(palace, paths, keeps);
}

/** Of files that grew, or are new: the lines that were not folded yet. */
interface Grown {
  texts: { path: string; text: string; firstLine: number }[];
}

/** Undefined when a file is gone or differs otherwise, or when there is much that is new. */
function grownSince(root: string, paths: readonly string[], kept: CachedGroups): Grown | undefined {
  const { files, readAt } = kept.manifest;
  const known = new Map(files.map((file) => [file.path, file]));
  if (files.length > paths.length) return undefined;
  const grown: Grown = { texts: [] };
  let bytes = 0;
  let met = 0;
  for (const path of paths) {
    const file = known.get(path);
    const absolute = join(root, path);
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (file !== undefined) met++;
    if (file !== undefined && isSame(file, stats, readAt)) continue;
    if (stats.size - (file?.size ?? 0) > MOST_FRESH) return undefined;
    const content = readFileSync(absolute);
    const before = content.subarray(0, file?.size ?? 0);
    if (file !== undefined && (content.length < file.size || hashBlob(before) !== file.blob)) return undefined;
    const fresh = content.subarray(before.length);
    if (fresh.length === 0) continue;
    // A line that had no end yet was folded as it was.
    if (before.length > 0 && before.at(-1) !== 10) return undefined;
    bytes += fresh.length;
    grown.texts.push({ path, text: fresh.toString('utf8'), firstLine: countLines(before) + 1 });
  }
  return met === files.length && bytes <= MOST_FRESH ? grown : undefined;
}

function isSame(file: FoldedFile, stats: Stats, readAt: number): boolean {
  return (
    stats.size === file.size &&
    stats.mtimeMs === file.mtimeMs &&
    stats.ctimeMs === file.ctimeMs &&
    stats.ino === file.ino &&
    Math.max(stats.mtimeMs, stats.ctimeMs) < readAt - RACY
  );
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

function readFresh(texts: Grown['texts']): { events: PalaceEvent[]; damaged: DamagedLine[] } {
  const readings = texts.map(({ path, text, firstLine }) => readLog(path, text, firstLine));
  return {
    events: readings.flatMap(({ events }) => events),
    damaged: readings.flatMap(({ damaged }) => damaged),
  };
}

async function foldAnew(palace: Palace, paths: readonly string[], keeps: boolean): Promise<WorkTreeFold> {
  const files: FoldedFile[] = [];
  const events: PalaceEvent[] = [];
  const damaged: DamagedLine[] = [];
  const readAt = palace.runtime.now().getTime();
  let bytes = 0;
  for (const path of paths) {
    const absolute = join(palace.root, path);
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    if (!stats?.isFile()) continue;
    const content = await readFile(absolute);
    bytes += content.length;
    const reading = readLog(path, content.toString('utf8'));
    for (const event of reading.events) events.push(event);
    damaged.push(...reading.damaged);
    const { mtimeMs, ctimeMs, ino } = stats;
    files.push({ path, size: content.length, blob: hashBlob(content), mtimeMs, ctimeMs, ino });
  }
  const groups = new MemoryGroups(events);
  if (keeps && bytes >= LEAST_KEPT && isStorable(groups))
    await keep(palace, writeFold(groups, { files, readAt, damaged }));
  return { groups, damaged };
}

function foldPath(palace: Pick<Palace, 'cacheDir'>): string {
  return join(palace.cacheDir, 'facts', 'fold');
}

/** The kept fold; undefined when there is none or it is damaged. */
export function readKept(palace: Pick<Palace, 'cacheDir'>): CachedGroups | undefined {
  try {
    return new CachedGroups(readFileSync(foldPath(palace)));
  } catch {
    // Missing, damaged or of another version: it is made anew.
    return undefined;
  }
}

async function keep(palace: Palace, bytes: readonly Buffer[]): Promise<void> {
  const path = foldPath(palace);
  try {
    mkdirSync(join(palace.cacheDir, 'facts'), { recursive: true });
    await writeFileAtomic(path, bytes, { tmpDir: join(palace.cacheDir, 'facts') });
  } catch (error) {
    palace.runtime.logger.debug(`the fold of the facts is not kept: ${error instanceof Error ? error.message : ''}`);
  }
}

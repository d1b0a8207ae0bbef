import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import { ensureDir, readIfExists, removeIfExists, writeFileAtomic } from '../base/files.js';
import type { Palace } from '../palace/types.js';
import type { Census, CountedRoom } from './census.js';

/** Raise it whenever what is counted, or how passages are classified, changes. */
const VERSION = 1;
/** Trees whose census is kept. */
const MOST_KEPT = 8;

/** The census of a tree as the cache has it; undefined where it has none, or one that cannot be read. */
export async function keptCensus({ cacheDir }: Pick<Palace, 'cacheDir'>, key: string): Promise<Census | undefined> {
  const bytes = await readIfExists(fileOf(cacheDir, key)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(bytes.toString('utf8'));
    return isKept(kept) && kept.key === key ? kept.rooms : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a census for its tree. A cache that cannot be written costs the next command some time, and no word here. */
export async function keepCensus(
  { cacheDir, runtime }: Pick<Palace, 'cacheDir' | 'runtime'>,
  key: string,
  rooms: Census,
): Promise<void> {
  try {
    await ensureDir(join(cacheDir, 'graph'));
    await writeFileAtomic(fileOf(cacheDir, key), Buffer.from(JSON.stringify({ version: VERSION, key, rooms })), {
      tmpDir: join(cacheDir, 'graph'),
    });
    await dropOldest(join(cacheDir, 'graph'));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    runtime.logger.debug(`the graph was not kept (${systemCode(error)})`);
  }
}

async function dropOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  if (names.length <= MOST_KEPT) return;
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  files.sort((a, b) => b.at - a.at);
  for (const { name } of files.slice(MOST_KEPT)) await removeIfExists(join(folder, name));
}

/** Keys are tree ids, or one word where there is no tree. */
function fileOf(cacheDir: string, key: string): string {
  return join(cacheDir, 'graph', `${key.replace(/[^\w-]/g, '_')}.json`);
}

function isKept(value: unknown): value is { key: string; rooms: CountedRoom[] } {
  if (typeof value !== 'object' || value === null) return false;
  const { version, key, rooms } = value as Record<string, unknown>;
  return version === VERSION && typeof key === 'string' && Array.isArray(rooms) && rooms.every(isCounted);
}

function isCounted(value: unknown): value is CountedRoom {
  if (typeof value !== 'object' || value === null) return false;
  const { wing, room, drawers, halls, dates } = value as Record<string, unknown>;
  return (
    typeof wing === 'string' &&
    typeof room === 'string' &&
    typeof drawers === 'number' &&
    typeof halls === 'object' &&
    halls !== null &&
    Array.isArray(dates)
  );
}

import { parseEvents } from '../palace/events.js';
import { nameMemory } from './memory.js';
import { mergeBytes } from './merge.js';
import { type MemoryChange, pairChanges } from './pairing.js';
import type { Standing } from './standing.js';
import type { FileChange, FileVersion } from './versions.js';

/** Why a change cannot be taken back without losing something later. */
export interface Overlap {
  id: string | null;
  path: string;
  title: string | null;
  reason: string;
}

/**
 * Takes one commit's changes back on what stands now. Each memory is followed by its id, wherever it is by now; later edits
 * of other lines stay (three-way merge). What overlaps is reported and left alone; the caller then gives the whole thing up.
 *
 * Lines of event logs are never removed: their ids are returned in `revoked` instead. `spared`: ids of drawers, and paths of
 * files without one, that are left alone.
 */
export async function takeBack(
  standing: Standing,
  changes: readonly FileChange[],
  isEventLog: (path: string) => boolean,
  spared: ReadonlySet<string> = new Set(),
): Promise<{ overlaps: Overlap[]; revoked: { path: string; event: string }[] }> {
  const overlaps: Overlap[] = [];
  const revoked: { path: string; event: string }[] = [];
  const { drawers, files } = await pairChanges(changes, true);
  for (const change of drawers) {
    if (spared.size > 0 && (await isSpared(change, spared))) continue;
    const reason = await takeBackMemory(standing, change);
    if (reason !== undefined) {
      const bytes = await (change.kind === 'removed' ? change.before : change.after).content();
      const { id, title } = nameMemory(change.path, bytes);
      overlaps.push({ id, path: change.path, title, reason });
    }
  }
  for (const file of files) {
    if (isEventLog(file.path)) {
      for (const event of await addedEvents(file)) revoked.push({ path: file.path, event });
      continue;
    }
    if (spared.has(file.path)) continue;
    const reason = await takeBackFile(standing, file.path, file.before, file.after);
    if (reason !== undefined) overlaps.push({ id: null, path: file.path, title: null, reason });
  }
  return { overlaps, revoked };
}

/** A drawer without an id is known by the one that its path gives it. */
async function isSpared(change: MemoryChange, spared: ReadonlySet<string>): Promise<boolean> {
  if (change.id !== undefined) return spared.has(change.id);
  return spared.has(
    nameMemory(change.path, await (change.kind === 'removed' ? change.before : change.after).content()).id,
  );
}

/** Undefined when it went well, else why not. */
async function takeBackMemory(standing: Standing, change: MemoryChange): Promise<string | undefined> {
  const { id } = change;
  // A file without an id can only be followed by its path.
  if (id === undefined) {
    if (change.kind === 'moved')
      return (
        (await takeBackFile(standing, change.path, undefined, change.after)) ??
        (await takeBackFile(standing, change.from, change.before, undefined))
      );
    return takeBackFile(
      standing,
      change.path,
      change.kind === 'added' ? undefined : change.before,
      change.kind === 'removed' ? undefined : change.after,
    );
  }

  const now = await standing.locate(id, change.path);
  if (change.kind === 'added') {
    if (!now) return undefined;
    if (!now.content.equals(await change.after.content())) return 'it was edited since';
    if (now.path !== change.path) return `it was moved to ${now.path} since`;
    standing.put(now.path, null);
    return undefined;
  }

  const before = await change.before.content();
  if (change.kind === 'removed') {
    if (now) return now.content.equals(before) ? undefined : `another version of it stands at ${now.path}`;
    if (await standing.at(change.path)) return 'another file has taken its place';
    standing.put(change.path, before);
    return undefined;
  }

  if (!now) return 'it was removed since';
  const merged = await mergeBytes(now.content, await change.after.content(), before);
  if (!merged.clean) return 'the same lines were edited since';
  if (change.kind === 'changed' || now.path === change.from) {
    standing.put(now.path, merged.content);
    return undefined;
  }
  if (now.path !== change.path) return `it was moved to ${now.path} since`;
  if (await standing.at(change.from)) return `another file stands at ${change.from} now`;
  standing.put(now.path, null);
  standing.put(change.from, merged.content);
  return undefined;
}

async function takeBackFile(
  standing: Standing,
  path: string,
  before: FileVersion | undefined,
  after: FileVersion | undefined,
): Promise<string | undefined> {
  const now = await standing.at(path);
  const old = await before?.content();
  const fresh = await after?.content();
  if (now === undefined ? old === undefined : old !== undefined && now.equals(old)) return undefined;
  if (now === undefined) {
    if (fresh !== undefined) return 'it was removed since';
    standing.put(path, old ?? null);
    return undefined;
  }
  if (fresh === undefined) return 'another file has taken its place';
  if (now.equals(fresh)) {
    standing.put(path, old ?? null);
    return undefined;
  }
  if (old === undefined) return 'it was edited since';
  const merged = await mergeBytes(now, fresh, old);
  if (!merged.clean) return 'the same lines were edited since';
  standing.put(path, merged.content);
  return undefined;
}

/** Ids of the events that a change added to a log. */
async function addedEvents(file: FileChange): Promise<string[]> {
  const read = async (version: FileVersion | undefined) =>
    version ? parseEvents((await version.content()).toString('utf8'), file.path).events : [];
  const known = new Set((await read(file.before)).map((event) => event.event));
  return (await read(file.after)).map((event) => event.event).filter((event) => !known.has(event));
}

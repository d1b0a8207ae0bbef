import { join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import { readDrawerBytes } from '../../palace/drawers.js';
import { parseDrawerPath } from '../../palace/layout.js';
import { type HeldSecret, placeholderOf, Quarantine } from '../../palace/quarantine.js';
import { readSourcesState, type SourcesState } from '../../palace/sources-log.js';
import type { Palace } from '../../palace/types.js';
import { liveRows } from '../select/live-rows.js';

/** What is told of a secret that was kept out; never the secret. */
export interface QuarantineEntry {
  id: string;
  kind: string;
  placeholder: string;
  /** `held`: nobody decided yet. `redacted`: it stays out. `released`: it went back. `dropped`: it is gone. */
  state: HeldSecret['state'];
  /** UTC time at which it was kept out first. */
  at: string;
  /** Where it was kept out; `path` is null for a drawer that does not stand (removed, or its write was never finished). */
  places: { id: string; path: string | null }[];
}

export interface QuarantineList {
  secrets: QuarantineEntry[];
  /** Files of the quarantine that cannot be read. */
  damaged: string[];
}

/** The secrets that were kept out of texts and that nobody decided about yet; `all` for every one. Changes nothing. */
export async function listQuarantine(palace: Palace, { all = false } = {}): Promise<QuarantineList> {
  const { entries, damaged } = await readQuarantine(palace);
  const wanted = entries.filter(({ state }) => all || state === 'held');
  return { secrets: await described(palace, wanted), damaged };
}

/** All entries, oldest first, in the state that the logs of the palace give them: a release may have been undone. */
export async function readQuarantine(palace: Palace): Promise<{ entries: HeldSecret[]; damaged: string[] }> {
  const { entries, damaged } = quarantineOf(palace).read();
  if (!entries.some(({ state }) => state === 'released')) return { entries, damaged };
  const logs = await readSourcesState(palace);
  return { entries: entries.map((entry) => asDecided(entry, logs)), damaged };
}

function asDecided(entry: HeldSecret, logs: SourcesState): HeldSecret {
  if (entry.state !== 'released' || entry.secret === null) return entry;
  return logs.isAllowed(Buffer.from(entry.secret, 'base64')) ? entry : { ...entry, state: 'held' };
}

/** Entries as they are told, with where their drawers stand now. */
export async function described(palace: Palace, entries: readonly HeldSecret[]): Promise<QuarantineEntry[]> {
  const paths = await pathsOf(palace, entries);
  return entries.map((entry) => ({
    id: entry.id,
    kind: entry.kind,
    placeholder: placeholderOf(entry),
    state: entry.state,
    at: entry.at,
    places: entry.places.map((id) => ({ id, path: paths.get(id) ?? null })),
  }));
}

/** Paths in the work tree of the places of these entries: of drawers by id, other files are their own place. */
export async function pathsOf(palace: Palace, entries: readonly HeldSecret[]): Promise<Map<string, string>> {
  const places = new Set(entries.flatMap((entry) => entry.places));
  const paths = new Map<string, string>();
  if (places.size === 0) return paths;
  const standing = new Set<string>();
  for (const row of await liveRows(palace)) {
    standing.add(row.path);
    if (places.has(row.id)) paths.set(row.id, row.path);
  }
  for (const place of places) if (!place.startsWith('d-') && isOther(place, standing)) paths.set(place, place);
  return paths;
}

/** A drawer that had no id when its secret was kept out may be gone; files that are no drawers are looked at when they are read. */
function isOther(place: string, standing: ReadonlySet<string>): boolean {
  return standing.has(place) || !place.startsWith('wings/');
}

/** The file at one of these paths, a drawer or another; empty when it is gone. */
export async function bytesOf(palace: Palace, path: string): Promise<Buffer> {
  if (parseDrawerPath(path)) return readDrawerBytes(palace, path);
  return (await readIfExists(join(palace.root, ...path.split('/')))) ?? Buffer.alloc(0);
}

export function quarantineOf(palace: Palace): Quarantine {
  return new Quarantine(palace.stateDir, palace.runtime);
}

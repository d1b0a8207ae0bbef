import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import {
  appendEvents,
  type EventStamp,
  newEvent,
  newestAt,
  type PalaceEvent,
  parseEvents,
} from '../../palace/events.js';
import { PATHS } from '../../palace/layout.js';
import {
  allowWordsEvent,
  ignoreEvent,
  readSourcesState,
  revokeEvent,
  type SourceKey,
  type SourceScope,
  sourcesLogPath,
} from '../../palace/sources-log.js';
import type { Actor, FileWrite, Palace } from '../../palace/types.js';
import { writerId } from '../../palace/writer.js';

/**
 * The write that makes mining pass over these memories from now on; undefined when there is nothing to say. Call it under
 * the lock: it appends to the log as it stands.
 */
export async function ignoreWrite(
  palace: Palace,
  scopes: readonly SourceScope[],
  actor: Actor,
): Promise<FileWrite | undefined> {
  return append(palace, 'sources', scopes, (scope, stamp) => ignoreEvent(scope, byOf(actor), stamp));
}

/** The write that lets these words stand in texts from now on, whatever a rule takes them for. Call it under the lock. */
export async function allowWordsWrite(
  palace: Palace,
  words: readonly Buffer[],
  actor: Actor,
): Promise<FileWrite | undefined> {
  const state = await readSourcesState(palace);
  const fresh = words.filter((each) => !state.isAllowed(each));
  const salt = state.salt ?? palace.runtime.randomBytes(16).toString('hex');
  return append(palace, 'sources', fresh, (each, stamp) => allowWordsEvent(each, salt, byOf(actor), stamp));
}

/**
 * The write that takes events of one kind of log back by their ids. Lines are never removed from a log. A `revoke` may be
 * taken back like any other event. Call it under the lock.
 */
export async function revokeWrite(
  palace: Palace,
  log: EventLog,
  targets: readonly string[],
  actor: Actor,
): Promise<FileWrite | undefined> {
  return append(palace, log, [...new Set(targets)], (target, stamp) => revokeEvent(target, byOf(actor), stamp));
}

/**
 * The write that appends events with these fields to a log, one after another in time. Call it under the lock: it appends to the log
 * as it stands.
 */
export async function eventWrite(
  palace: Palace,
  log: EventLog,
  events: readonly ({ op: string } & Record<string, unknown>)[],
  actor: Actor,
): Promise<FileWrite | undefined> {
  return append(palace, log, events, (fields, stamp) => newEvent({ ...fields, by: byOf(actor) }, stamp));
}

/** Events that keep mining from filing these memories again. */
export async function standingIgnores(palace: Palace, keys: readonly SourceKey[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const state = await readSourcesState(palace);
  return [...new Set(keys.flatMap((key) => state.ignoreEvents(key)))];
}

/**
 * What to ignore when these memories are removed. A source goes as a whole unless other parts of it stay (`staying`:
 * keys of drawers that are not removed).
 */
export function scopesOf(removed: readonly SourceKey[], staying: readonly SourceKey[]): SourceScope[] {
  const place = ({ source, wing }: SourceKey) => `${wing}\0${source}`;
  const partial = new Set(staying.map(place));
  const scopes = new Map<string, SourceScope>();
  for (const key of removed) {
    const { source, wing, unit } = key;
    if (partial.has(place(key))) scopes.set(`${place(key)}\0${unit}`, { source, wing, unit });
    else scopes.set(place(key), { source, wing });
  }
  return [...scopes.values()];
}

/** The kinds of append-only logs of a palace. */
export type EventLog = 'sources' | 'facts' | 'tunnels';

/** The log that a path is a file of. */
export function logOfPath(path: string): EventLog | undefined {
  const [top] = path.split('/');
  if (!path.endsWith('.jsonl')) return undefined;
  return top === 'sources' || top === 'facts' || top === 'tunnels' ? top : undefined;
}

/** The file that this clone appends to. */
function ownLog(log: EventLog, writer: string, now: Date): string {
  if (log === 'sources') return sourcesLogPath(writer);
  return log === 'facts'
    ? `${PATHS.facts}/${writer}/${now.toISOString().slice(0, 7)}.jsonl`
    : `${PATHS.tunnels}/${writer}.jsonl`;
}

async function append<T>(
  palace: Palace,
  log: EventLog,
  items: readonly T[],
  make: (item: T, stamp: EventStamp) => PalaceEvent,
): Promise<FileWrite | undefined> {
  if (items.length === 0) return undefined;
  const { root, runtime } = palace;
  const path = ownLog(log, writerId(palace), runtime.now());
  const present = (await readIfExists(join(root, path)))?.toString('utf8') ?? '';
  let newestSeen = await newestOf(palace, log);
  const events = items.map((item) => {
    const event = make(item, {
      now: runtime.now(),
      randomBytes: (size) => runtime.randomBytes(size),
      ...(newestSeen !== undefined && { newestSeen }),
    });
    newestSeen = event.at;
    return event;
  });
  return { kind: 'put', path, content: Buffer.from(appendEvents(present, events), 'utf8') };
}

/** The newest time in the logs of all writers: what is appended must come after it, whatever this clock says. */
async function newestOf(palace: Palace, log: EventLog): Promise<string | undefined> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(palace.root, log), { withFileTypes: true, recursive: true });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const events: PalaceEvent[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.jsonl')) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    for (const event of parseEvents(text, entry.name).events) events.push(event);
  }
  return newestAt(events);
}

function byOf(actor: Actor): string | undefined {
  return actor.kind === 'agent' ? actor.name : undefined;
}

import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PalaceError, systemCode } from '../base/errors.js';
import { readRegularFile } from '../base/files.js';
import {
  type DamagedLine,
  type EventStamp,
  foldOrder,
  newEvent,
  newestAt,
  type PalaceEvent,
  parseEvents,
  revokedIds,
} from './events.js';
import { PATHS } from './layout.js';
import type { BodyHash } from './types.js';

/** A memory as mining sees it. `unit` is '' for an undivided source. */
export interface SourceKey {
  source: string;
  unit: string;
  wing: string;
}

/** What an event of `sources/` is about; without `unit` every unit of the source. */
export type SourceScope = Omit<SourceKey, 'unit'> & { unit?: string };

/** What mining must not file again. */
export interface SourcesState {
  /** True when the memory was removed and not restored or allowed since. */
  isIgnored(key: SourceKey): boolean;
  /** `keyed` is {@link keyedHash} of the body: true when the text was purged. */
  isForgotten(keyed: string): boolean;
  /** True when these words were taken for a secret and released: they may stand in texts. */
  isAllowed(words: Buffer): boolean;
  /** Standing events that let these words stand: what is revoked when they turn out to be a secret. */
  allowEventsOf(words: Buffer): string[];
  /** Salt of the events that let words stand, for the next one. */
  readonly salt?: string;
  /** Standing `ignore` events that cover the memory: what a `restore` revokes. */
  ignoreEvents(key: SourceKey): string[];
  /** Number of standing `ignore` and `forget` events. */
  readonly ignored: number;
  readonly forgotten: number;
  /** For {@link EventStamp.newestSeen}. */
  readonly newestAt?: string;
  readonly damaged: readonly DamagedLine[];
}

/** `sources/<writer>.jsonl`: each clone appends to its own. */
export function sourcesLogPath(writer: string): string {
  return `${PATHS.sources}/${writer}.jsonl`;
}

/** A removed memory is not filed again. */
export function ignoreEvent(scope: SourceScope, by: string | undefined, stamp: EventStamp): PalaceEvent {
  return newEvent({ op: 'ignore', by, ...scope }, stamp);
}

/** Takes back every `ignore` before it of the same scope (or of units of it). */
export function allowEvent(scope: SourceScope, by: string | undefined, stamp: EventStamp): PalaceEvent {
  return newEvent({ op: 'allow', by, ...scope }, stamp);
}

/**
 * Words that were taken for a secret may stand in texts from now on. The hash is salted, so that the log alone does not tell
 * the words; every clone can tell them, for they stand in its texts.
 */
export function allowWordsEvent(words: Buffer, salt: string, by: string | undefined, stamp: EventStamp): PalaceEvent {
  return newEvent({ op: 'allow', by, salt, words_hash: saltedHash(salt, words) }, stamp);
}

function saltedHash(salt: string, words: Buffer): string {
  return createHmac('sha256', salt).update(words).digest('hex');
}

/** A purged text is not filed again, from whatever source; its hash is keyed so that the log does not confirm a guess. */
export function forgetEvent(keyed: string, by: string | undefined, stamp: EventStamp): PalaceEvent {
  return newEvent({ op: 'forget', by, hash: keyed }, stamp);
}

/** Takes one event back. */
export function revokeEvent(target: string, by: string | undefined, stamp: EventStamp): PalaceEvent {
  return newEvent({ op: 'revoke', by, target }, stamp);
}

/** HMAC-SHA256 of a body hash, hex. */
export function keyedHash(key: Buffer, hash: BodyHash): string {
  return createHmac('sha256', key).update(hash, 'utf8').digest('hex');
}

/** The state of the logs of the work tree. Damaged lines are in the state, for the report of whoever asks. */
export async function readSourcesState(palace: { root: string }): Promise<SourcesState> {
  const folder = join(palace.root, PATHS.sources);
  const logs: { path: string; text: string }[] = [];
  for (const name of await logNames(folder)) {
    try {
      logs.push({
        path: `${PATHS.sources}/${name}`,
        text: (await readRegularFile(join(folder, name))).toString('utf8'),
      });
    } catch (error) {
      // Without this log removed memories would come back; better to stop.
      throw new PalaceError(
        'unreadable-log',
        `${PATHS.sources}/${name} cannot be read (${systemCode(error) ?? 'unknown'})`,
        {
          next: [`make ${PATHS.sources}/${name} readable`],
          cause: error,
        },
      );
    }
  }
  return sourcesState(logs);
}

async function logNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl')).map((entry) => entry.name);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The fold of some logs, in any order. */
export function sourcesState(logs: readonly { path: string; text: string }[]): SourcesState {
  const readings = logs.map(({ path, text }) => parseEvents(text, path));
  const events = foldOrder(readings.flatMap((reading) => reading.events));
  const revoked = revokedIds(events);
  const ignores = new Map<string, PalaceEvent[]>();
  const forgotten = new Set<string>();
  const allowed = new Map<string, Map<string, string[]>>();
  for (const event of events) {
    if (revoked.has(event.event)) continue;
    if (event.op === 'forget' && typeof event.hash === 'string') forgotten.add(event.hash);
    if (event.op === 'allow') noteAllowed(allowed, event);
    const scope = scopeOf(event);
    if (scope === undefined) continue;
    const place = placeOf(scope);
    if (event.op === 'ignore') ignores.set(place, [...(ignores.get(place) ?? []), event]);
    if (event.op === 'allow')
      ignores.set(
        place,
        scope.unit === undefined ? [] : (ignores.get(place) ?? []).filter((one) => one.unit !== scope.unit),
      );
  }
  const [salt] = allowed.keys();
  const allowEventsOf = (words: Buffer): string[] =>
    [...allowed].flatMap(([salt, events]) => events.get(saltedHash(salt, words)) ?? []);
  const covering = (key: SourceKey): PalaceEvent[] =>
    (ignores.get(placeOf(key)) ?? []).filter((event) => event.unit === undefined || event.unit === key.unit);
  return {
    isIgnored: (key) => covering(key).length > 0,
    isForgotten: (keyed) => forgotten.has(keyed),
    isAllowed: (words) => allowEventsOf(words).length > 0,
    allowEventsOf,
    ...(salt !== undefined && { salt }),
    ignoreEvents: (key) => covering(key).map((event) => event.event),
    ignored: [...ignores.values()].reduce((sum, list) => sum + list.length, 0),
    forgotten: forgotten.size,
    newestAt: newestAt(events),
    damaged: readings.flatMap((reading) => reading.damaged),
  };
}

/** By salt (each palace has one, two where two clones released at the same time) and hash. */
function noteAllowed(allowed: Map<string, Map<string, string[]>>, event: PalaceEvent): void {
  const { salt, words_hash: hash } = event;
  if (typeof salt !== 'string' || typeof hash !== 'string') return;
  const events = allowed.get(salt) ?? new Map<string, string[]>();
  allowed.set(salt, events);
  events.set(hash, [...(events.get(hash) ?? []), event.event]);
}

function scopeOf(event: PalaceEvent): SourceScope | undefined {
  const { source, wing, unit } = event;
  if (typeof source !== 'string' || typeof wing !== 'string') return undefined;
  return typeof unit === 'string' ? { source, wing, unit } : { source, wing };
}

function placeOf({ source, wing }: { source: string; wing: string }): string {
  return `${wing}\0${source}`;
}

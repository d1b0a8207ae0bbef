import { wellFormed } from './unicode.js';

/**
 * One line of an append-only log. `event` is unique and sorts by time; `at` is ISO 8601 UTC to the millisecond; `target` names
 * the event that an `end`, `retract`, `correct` or `revoke` is about. Fields that this version does not know are kept.
 */
export interface PalaceEvent {
  event: string;
  at: string;
  op: string;
  by?: string;
  target?: string;
  [field: string]: unknown;
}

/** A line that is no event, reported and never touched. */
export interface DamagedLine {
  file: string;
  /** 1-based. */
  line: number;
  message: string;
}

export interface EventReading {
  /** In the order of the file. */
  events: PalaceEvent[];
  damaged: DamagedLine[];
}

/** What makes an event the next one: the time, and the newest `at` that this clone has seen in any log. */
export interface EventStamp {
  now: Date;
  newestSeen?: string;
  randomBytes(size: number): Buffer;
}

/** A new event at max(now, newest seen + 1 ms), so that a clock that went back does not reorder what is known. */
export function newEvent<Fields extends { op: string; by?: string }>(
  fields: Fields,
  stamp: EventStamp,
): Fields & PalaceEvent {
  const seen = stamp.newestSeen === undefined ? Number.NaN : Date.parse(stamp.newestSeen);
  const at = Number.isNaN(seen) ? stamp.now.getTime() : Math.max(stamp.now.getTime(), seen + 1);
  const time = at.toString(16).padStart(12, '0');
  return { ...fields, event: `e-${time}-${stamp.randomBytes(6).toString('hex')}`, at: new Date(at).toISOString() };
}

/** The line of an event with its newline: `event`, `at`, `by`, `op`, `target`, then the other fields. */
export function formatEvent(event: PalaceEvent): string {
  const { event: id, at, by, op, target, ...fields } = event;
  const ordered = { event: id, at, by, op, target, ...fields };
  return `${JSON.stringify(ordered, (_key, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value))}\n`;
}

/** The text of a log with more events at its end. What is there stays as it is; a missing last newline is written first. */
export function appendEvents(text: string, events: readonly PalaceEvent[]): string {
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${events.map(formatEvent).join('')}`;
}

/** An event and where it stands: its line (1-based), and its place in the text, without the newline. */
export interface PlacedEvent {
  event: PalaceEvent;
  line: number;
  start: number;
  end: number;
}

/** All events of one log. Blank lines mean nothing; every other line that is no event is reported by file and line. */
export function parseEvents(text: string, file: string): EventReading {
  const { placed, damaged } = placeEvents(text, file);
  return { events: placed.map(({ event }) => event), damaged };
}

/** {@link parseEvents} for whoever needs to know where each event stands. */
export function placeEvents(text: string, file: string): { placed: PlacedEvent[]; damaged: DamagedLine[] } {
  const placed: PlacedEvent[] = [];
  const damaged: DamagedLine[] = [];
  for (let start = 0, line = 1; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const next = newline === -1 ? text.length : newline;
    const end = next > start && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
    const raw = text.slice(start, end);
    if (raw.trim() !== '') {
      const event = parseLine(raw);
      if (typeof event === 'string') damaged.push({ file, line, message: event });
      else placed.push({ event, line, start, end });
    }
    start = next + 1;
  }
  return { placed, damaged };
}

/** An event, or why it is none. */
function parseLine(line: string): PalaceEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(line) ? 'a conflict marker' : 'not JSON';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not a JSON object';
  const { event, at, op, by, target } = value as Record<string, unknown>;
  if (typeof event !== 'string' || event === '') return 'no "event" id';
  if (typeof at !== 'string' || Number.isNaN(timeOf(at))) return 'no "at" time in UTC';
  if (typeof op !== 'string' || op === '') return 'no "op"';
  if (by !== undefined && typeof by !== 'string') return '"by" is not a text';
  if (target !== undefined && typeof target !== 'string') return '"target" is not a text';
  return value as PalaceEvent;
}

/** Milliseconds of an ISO UTC time; NaN for anything else. */
function timeOf(at: string): number {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(at) ? Date.parse(at) : Number.NaN;
}

/**
 * The events of all writers in (`at`, `event`) order, each id once: the same for any order of files and lines, so that two
 * clones with the same lines have the same state.
 */
export function foldOrder(events: Iterable<PalaceEvent>): PalaceEvent[] {
  return [...orderedById(events).values()];
}

/** The same by their ids: the map's own order is fold order. */
export function orderedById(events: Iterable<PalaceEvent>): Map<string, PalaceEvent> {
  const ordered: Timed[] = [];
  let isOrdered = true;
  let before: Timed | undefined;
  for (const event of events) {
    const next = { event, time: timeOf(event.at), line: '' };
    // One log is in order already.
    isOrdered &&= before === undefined || inOrder(before, next) < 0;
    ordered.push(next);
    before = next;
  }
  if (!isOrdered) ordered.sort(inOrder);
  const byId = new Map<string, PalaceEvent>();
  for (const { event } of ordered) if (!byId.has(event.event)) byId.set(event.event, event);
  return byId;
}

interface Timed {
  event: PalaceEvent;
  time: number;
  /** Written when it is needed. */
  line: string;
}

function inOrder(a: Timed, b: Timed): number {
  return a.time - b.time || compare(a.event.event, b.event.event) || compareLines(a, b);
}

/** Two different lines with one id: somebody edited a log. The choice must not depend on the order of files. */
function compareLines(a: Timed, b: Timed): number {
  a.line ||= formatEvent(a.event);
  b.line ||= formatEvent(b.event);
  return compare(a.line, b.line);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The newest `at`, undefined without events: what {@link newEvent} wants as `newestSeen`. */
export function newestAt(events: Iterable<PalaceEvent>): string | undefined {
  let newest: string | undefined;
  for (const { at } of events) if (newest === undefined || timeOf(at) > timeOf(newest)) newest = at;
  return newest;
}

/** Ids of events that a standing `revoke` names. A `revoke` may be revoked itself. `events` in fold order. */
export function revokedIds(events: readonly PalaceEvent[]): Set<string> {
  const revoked = new Set<string>();
  for (const event of [...events].reverse())
    if (event.op === 'revoke' && event.target !== undefined && !revoked.has(event.event)) revoked.add(event.target);
  return revoked;
}

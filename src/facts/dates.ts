import { EXIT, PalaceError } from '../base/errors.js';

/** Half-open stretch of time in milliseconds since 1970, UTC. */
export interface Span {
  start: number;
  end: number;
}

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const INSTANT = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})$/;

/**
 * The time that a date of a fact stands for: a year, month or day is its whole span by UTC (a date in a fact is a day of the calendar,
 * the same on every machine), an instant the millisecond that begins with it. Undefined when the text is no such date.
 */
export function spanOf(text: string): Span | undefined {
  const date = DATE.exec(text);
  if (date) {
    const [year, month, day] = [Number(date[1]), Number(date[2] ?? 1), Number(date[3] ?? 1)];
    if (!isDay(year, month, day)) return undefined;
    const start = utc(year, month, day);
    if (date[2] === undefined) return { start, end: utc(year + 1, 1, 1) };
    return { start, end: date[3] === undefined ? utc(year, month + 1, 1) : utc(year, month, day + 1) };
  }
  const start = instantOf(text);
  return start === undefined ? undefined : { start, end: start + 1 };
}

function instantOf(text: string): number | undefined {
  const found = INSTANT.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const ms = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3));
  return utc(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 + ms - offsetOf(found[8] ?? 'Z');
}

function offsetOf(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  if (day <= 28) return true;
  return day <= new Date(utc(year, month + 1, 0)).getUTCDate();
}

/** `Date.UTC` reads years below 100 as of the twentieth century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/**
 * A date as it is stored: dates as they are, instants in UTC to the second (milliseconds where there are any).
 * @param field named in the message: `from`, `to`, `on`.
 * @throws PalaceError `bad-date` (exit 2): `May 6`, `2026-02-30`, a time without a zone.
 */
export function factDate(text: string, field: string): string {
  const trimmed = text.trim();
  const span = spanOf(trimmed);
  if (span === undefined)
    throw new PalaceError('bad-date', `${field} ${JSON.stringify(trimmed.slice(0, 40))} is not a date`, {
      exit: EXIT.usage,
      next: ['write it as 2026, 2026-05, 2026-05-06 or 2026-05-06T10:00:00Z'],
      details: { field },
    });
  return DATE.test(trimmed) ? trimmed : instantText(span.start);
}

/** `2026-05-06T10:00:00Z`, with milliseconds only where there are any. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** When a fact with these dates holds: from the beginning of `from` to the end of `to` (an instant ends exactly there). */
export function validity(from: string | null, to: string | null): Span {
  const end = to === null ? undefined : spanOf(to);
  return {
    start: (from === null ? undefined : spanOf(from))?.start ?? Number.NEGATIVE_INFINITY,
    end: end === undefined ? Number.POSITIVE_INFINITY : to !== null && DATE.test(to) ? end.end : end.start,
  };
}

/**
 * The last date before another one, of the same precision, so that what ends with it and what begins with the other meet without a
 * gap: `2026-03-15` → `2026-03-14`, `2026-03` → `2026-02`, `2026` → `2025`; an instant is its own end (exclusive).
 */
export function dateBefore(date: string): string {
  const found = DATE.exec(date);
  if (!found) return date;
  const before = new Date((spanOf(date)?.start ?? 0) - 1).toISOString();
  return before.slice(0, date.length);
}

/** Whether two half-open spans have a moment in common. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The calendar day of the machine, `2026-03-04`: what "today" means to who types it. */
export function localDay(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

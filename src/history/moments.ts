import { EXIT, PalaceError } from '../base/errors.js';
import { spokenSpan } from '../text/spoken-dates.js';

const FORM =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

/**
 * The instant at which a date begins, for half-open filters (`since <= t < before`): `2026`, `2026-03` and `2026-03-04` are local
 * midnights, a time without a zone is local; what people say (`yesterday`, `2 weeks ago`) begins where {@link spokenSpan} says. `field`
 * names the flag in the message, `now` is the clock's reading.
 * @throws PalaceError `bad-date` (exit 2) for anything else, `2026-02-30` included.
 */
export async function momentInWords(text: string, field: string, now: Date): Promise<Date> {
  const moment = momentIfDate(text) ?? (await spokenSpan(text, now))?.from;
  if (moment) return moment;
  throw badDate(text, field);
}

function badDate(text: string, field: string): PalaceError {
  return new PalaceError('bad-date', `--${field} ${JSON.stringify(text)} is not a date`, {
    exit: EXIT.usage,
    next: [
      `--${field} 2026-03-04`,
      `--${field} 2026-03`,
      `--${field} 2026-03-04T10:00:00Z`,
      `--${field} "2 weeks ago"`,
    ],
    details: { field },
  });
}

/** The same, undefined when `text` is no date. A stored `date` is compared by this. */
export function momentIfDate(text: string): Date | undefined {
  const match = FORM.exec(text.trim());
  return (match && toDate(match)) ?? undefined;
}

function toDate(match: RegExpExecArray): Date | undefined {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
  const [y, m, d, h, min, s] = [year, month, day, hour, minute, second].map(Number);
  if (y === undefined || m === undefined || d === undefined) return undefined;
  if (h === undefined || min === undefined || s === undefined) return undefined;
  if (m < 1 || m > 12 || d < 1 || d > daysOf(y, m) || h > 23 || min > 59 || s > 60) return undefined;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  if (zone === undefined) return new Date(y, m - 1, d, h, min, s, ms);
  return new Date(Date.UTC(y, m - 1, d, h, min, s, ms) - offsetOf(zone) * 60_000);
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.replace(/[^\d]/g, '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

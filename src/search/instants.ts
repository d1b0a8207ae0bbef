import { EXIT, PalaceError } from '../base/errors.js';
import { spokenSpan } from '../text/spoken-dates.js';

const DAY = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const STAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The instant at which an ISO date or timestamp begins, in milliseconds; undefined when the text is neither. A bare date, month
 * or year begins at local midnight; a timestamp without a zone is local time.
 */
export function instantOf(text: string): number | undefined {
  const day = DAY.exec(text);
  if (day) {
    const [year, month, date] = [Number(day[1]), Number(day[2] ?? 1), Number(day[3] ?? 1)];
    const at = new Date(year, month - 1, date);
    if (year < 100) at.setFullYear(year, month - 1, date);
    return at.getMonth() === month - 1 && at.getDate() === date ? at.getTime() : undefined;
  }
  if (!STAMP.test(text)) return undefined;
  const at = Date.parse(text.replace(' ', 'T'));
  return Number.isNaN(at) || instantOf(text.slice(0, 10)) === undefined ? undefined : at;
}

/** The same, also for what people say (`yesterday`, `2 weeks ago`). @throws PalaceError `bad-date` (exit 2) naming the field. */
export async function requireInstant(text: string, field: 'since' | 'before', now: Date): Promise<number> {
  const at = instantOf(text) ?? (await spokenSpan(text, now))?.from.getTime();
  if (at !== undefined) return at;
  throw new PalaceError('bad-date', `--${field} ${JSON.stringify(text)} is not a date`, {
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

/** Instants that a calendar can show; anything else in a field for times is no time. Milliseconds. */
const LAST = 253_402_300_799_999;

/** Seconds since 1970, with any fraction, as ISO UTC with milliseconds; undefined for what is no such number. */
export function timeOfSeconds(value: unknown): string | undefined {
  const seconds = typeof value === 'string' && /^\d{1,12}(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' ? timeOfMilliseconds(Math.round(seconds * 1000)) : undefined;
}

/** Milliseconds since 1970 (a number, or one written as text) as ISO UTC; undefined for what is none. */
export function timeOfMilliseconds(value: unknown): string | undefined {
  const milliseconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof milliseconds !== 'number' || !(milliseconds > 0 && milliseconds <= LAST)) return undefined;
  return new Date(milliseconds).toISOString();
}

/**
 * An ISO time as a source writes it: one with a zone as UTC with milliseconds, one without as it stands (which instant it is
 * nobody knows). Undefined for any other text.
 */
export function timeOfText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const parts = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(value);
  if (parts === null || Number.isNaN(Date.parse(value))) return undefined;
  return parts[1] === undefined ? value.replace(' ', 'T') : new Date(Date.parse(value)).toISOString();
}

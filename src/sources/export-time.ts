const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** UTC with milliseconds of a time in ISO 8601; a wall clock without zone stays one; undefined for what is no time. */
export function timeOfText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const found = ISO.exec(value.trim());
  if (found === null) return undefined;
  const [, day, clock, zone] = found;
  const wall = `${day}T${clock}`;
  const offset = zone === undefined ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase();
  const milliseconds = Date.parse(`${wall}${offset}`);
  if (Number.isNaN(milliseconds)) return undefined;
  return zone === undefined ? wall : new Date(milliseconds).toISOString();
}

/** UTC with milliseconds of seconds since 1970; undefined for 0, what is no number and what no calendar holds. */
export function timeOfSeconds(value: unknown): string | undefined {
  if (typeof value !== 'number' || !(value > 0) || value > 8_640_000_000_000) return undefined;
  return new Date(Math.round(value * 1000)).toISOString();
}

/** An instant as it stands; of a wall clock the day, which is all that is known for sure. */
export function dateOfTime(time: string | undefined): string | undefined {
  return time === undefined || time.endsWith('Z') ? time : time.slice(0, 10);
}

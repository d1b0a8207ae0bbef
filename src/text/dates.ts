/** Lines of a text that are searched for a date when neither its name nor its front-matter has one. */
const LINES = 10;
/** Front-matter that is longer than this is not front-matter. */
const FRONT_LINES = 60;

/**
 * The day (`2026-03-04`) or UTC instant (`2026-03-04T10:00:00Z`) that a text says it is from; undefined when it says none.
 * Asked in this order: the file name, `date:` or `created:` of its front-matter, its first ten lines (`lines: false` leaves
 * these out: in source code they are mere values). Only whole, existing dates of the years 1970-2199 count: not `2026-02-30`,
 * `2026-02`, a version number or a number in a name. `3/4/2026` is never guessed at. Pure: no clock, no time zone of the machine.
 */
export function contentDate(fileName: string, text: string, options: { lines?: boolean } = {}): string | undefined {
  const base = fileName.slice(fileName.lastIndexOf('/') + 1);
  const named = dateOfName(base);
  if (named !== undefined) return named;
  const lines = firstLines(text, FRONT_LINES + LINES);
  const end = frontMatterEnd(lines);
  for (const line of lines.slice(0, end)) {
    const field = /^(?:date|created)\s*:\s*(.*)$/i.exec(line)?.[1];
    const date = field === undefined ? undefined : dateInLine(field);
    if (date !== undefined) return date;
  }
  if (options.lines === false) return undefined;
  for (const line of lines.slice(end, end + LINES)) {
    const date = dateInLine(line);
    if (date !== undefined) return date;
  }
  return undefined;
}

function firstLines(text: string, count: number): string[] {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  // 400 characters a line are enough for a date near its beginning; a minified file is one line of megabytes.
  return text
    .slice(start, start + count * 400)
    .split(/\r\n|\n|\r/, count)
    .map((line) => line.slice(0, 400));
}

/** Index of the line after the closing `---`; 0 when the text has no front-matter. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0] !== '---') return 0;
  const close = lines.indexOf('---', 1);
  return close === -1 || close > FRONT_LINES ? 0 : close + 1;
}

function dateOfName(name: string): string | undefined {
  for (const match of name.matchAll(/(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)/g)) {
    const [, year, separator, month, dayOfMonth] = match;
    // Eight digits in a row are a date only as a word of their own: `IMG_20240315` but not `build20240315x`.
    if (separator === '' && !standsAlone(name, match.index, match.index + match[0].length)) continue;
    const date = day(Number(year), Number(month), Number(dayOfMonth));
    if (date !== undefined) return date;
  }
  const chinese = /(?<!\d)(\d{4})年(\d{1,2})月(\d{1,2})日/.exec(name);
  return chinese ? day(Number(chinese[1]), Number(chinese[2]), Number(chinese[3])) : undefined;
}

function standsAlone(text: string, from: number, to: number): boolean {
  const word = /[\p{L}\p{N}]/u;
  return !word.test(text.charAt(from - 1)) && !word.test(text.charAt(to));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';

/** Each way to write a whole date without doubt, and how its groups become year, month, day. */
const FORMS: readonly { pattern: RegExp; read(groups: RegExpExecArray): string | undefined }[] = [
  {
    pattern:
      /(?<![\d.-])(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/g,
    read: (groups) => instant(groups) ?? day(Number(groups[1]), Number(groups[2]), Number(groups[3])),
  },
  {
    pattern: /(?<![\d/.])(\d{4})([/.])(\d{1,2})\2(\d{1,2})(?![\d/]|\.\d)/g,
    read: (groups) => day(Number(groups[1]), Number(groups[3]), Number(groups[4])),
  },
  {
    pattern: /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d|\.\d)/g,
    read: (groups) => day(Number(groups[3]), Number(groups[2]), Number(groups[1])),
  },
  {
    pattern: /(?<!\d)(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/g,
    read: (groups) => day(Number(groups[1]), Number(groups[2]), Number(groups[3])),
  },
  {
    pattern: new RegExp(`(?<![\\p{L}])${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'giu'),
    read: (groups) => day(Number(groups[3]), monthNumber(groups[1]), Number(groups[2])),
  },
  {
    pattern: new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?${MONTH},? (\\d{4})(?!\\d)`, 'giu'),
    read: (groups) => day(Number(groups[3]), monthNumber(groups[2]), Number(groups[1])),
  },
];

/** The first whole date of a line, in reading order; undefined when there is none. */
export function dateInLine(line: string): string | undefined {
  let best: { at: number; date: string } | undefined;
  for (const { pattern, read } of FORMS) {
    for (const groups of line.matchAll(pattern)) {
      if (best !== undefined && groups.index >= best.at) break;
      const date = read(groups);
      if (date === undefined) continue;
      best = { at: groups.index, date };
      break;
    }
  }
  return best?.date;
}

function monthNumber(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

function day(year: number, month: number, dayOfMonth: number): string | undefined {
  if (year < 1970 || year > 2199) return undefined;
  const time = new Date(Date.UTC(year, month - 1, dayOfMonth));
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== dayOfMonth) return undefined;
  return time.toISOString().slice(0, 10);
}

/** A time with a zone is an instant; without one only its day is certain. */
function instant(groups: RegExpExecArray): string | undefined {
  const [, year, month, dayOfMonth, hour, minute, second = '00', zone] = groups;
  if (hour === undefined || zone === undefined) return undefined;
  if (day(Number(year), Number(month), Number(dayOfMonth)) === undefined) return undefined;
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const time = Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');
}

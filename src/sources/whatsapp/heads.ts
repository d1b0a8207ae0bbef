/** A line that begins a message: date and clock as written, and what stands behind them. */
export interface ChatHead {
  /** The three numbers of the date, in the order of the line. */
  date: readonly [string, string, string];
  clock: { hour: number; minute: string; second?: string; half?: 'am' | 'pm' };
  /** What all heads of one export have in common: a line of another style is text that only looks like a head. */
  style: string;
  rest: string;
}

const DATE = '(?<a>\\d{1,4})(?<separator>[./-]) ?(?<b>\\d{1,2})\\k<separator> ?(?<c>\\d{1,4})\\.?';
const BEFORE = '(?:(?<before>上午|下午|凌晨|清晨|早上|中午|晚上|午前|午後|오전|오후)[ \\u00a0\\u202f]?)?';
const AFTER = '(?:[ \\u00a0\\u202f](?<after>[AaPp]\\.?[ \\u00a0\\u202f]?[Mm]\\.?))?';
const CLOCK = `${BEFORE}(?<hour>\\d{1,2})[:.](?<minute>\\d{2})(?:[:.](?<second>\\d{2}))?${AFTER}`;
const MOMENT = `${DATE}(?<comma>,?)[ \\u00a0\\u202f]${CLOCK}`;
/** iPhone: `[24.09.25, 17:50:12] `; Android: `1/4/26, 7:00 PM - `. U+200E may stand before either. */
const IPHONE = new RegExp(`^[\\u200e\\u200f]*\\[${MOMENT}\\] (?<rest>.*)$`, 's');
const ANDROID = new RegExp(`^[\\u200e\\u200f]*${MOMENT} [-–] (?<rest>.*)$`, 's');

const EVENING = new Set(['下午', '晚上', '午後', '오후', '中午']);

/** The line as a head, undefined when it is none. */
export function chatHead(line: string): ChatHead | undefined {
  if (!/^[\u200e\u200f]*\[?\d/.test(line)) return undefined;
  const phone = IPHONE.exec(line) ?? undefined;
  const groups = (phone ?? ANDROID.exec(line))?.groups;
  if (groups === undefined) return undefined;
  const { a = '', b = '', c = '', separator = '', comma = '', hour = '', minute = '', second, before, after } = groups;
  if (Number(hour) > 23 || Number(minute) > 59) return undefined;
  const half = before !== undefined ? (EVENING.has(before) ? 'pm' : 'am') : after && (/^p/i.test(after) ? 'pm' : 'am');
  const written = before !== undefined ? 'before' : after === undefined ? '' : /^[AP]/.test(after) ? 'PM' : 'pm';
  return {
    date: [a, b, c],
    clock: { hour: Number(hour), minute, ...(second !== undefined && { second }), ...(half && { half }) },
    style: [phone === undefined ? '-' : '[', separator, comma, written, second === undefined ? '' : 's'].join(' '),
    rest: groups.rest ?? '',
  };
}

/** `2025-09-24T17:50:12`: wall clock of the phone, no zone; undefined where the numbers are no date. */
export function wallClock({ date, clock }: ChatHead, order: DateOrder): string | undefined {
  const [year, month, day] = inOrder(date, order);
  const full = year < 100 ? 2000 + year : year;
  const hour = clock.half === undefined ? clock.hour : (clock.hour % 12) + (clock.half === 'pm' ? 12 : 0);
  const time = new Date(Date.UTC(full, month - 1, day));
  if (full < 2009 || time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return undefined;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${full}-${two(month)}-${two(day)}T${two(hour)}:${clock.minute}:${clock.second ?? '00'}`;
}

export type DateOrder = 'YMD' | 'DMY' | 'MDY';

function inOrder(date: ChatHead['date'], order: DateOrder): [year: number, month: number, day: number] {
  const [a, b, c] = date.map(Number) as [number, number, number];
  return order === 'YMD' ? [a, b, c] : order === 'DMY' ? [c, b, a] : [c, a, b];
}

/**
 * The order in which an export writes day, month and year, and by what it was told. Proof is a number over 12, then the order of
 * the messages (a chat goes forward); else the habits of the languages that write so, which is a guess and said.
 */
export function dateOrder(heads: readonly ChatHead[]): { order: DateOrder; guessedBy?: string } {
  const first = heads[0];
  if (first === undefined || first.date[0].length > 2 || heads.some(({ date }) => Number(date[0]) > 31))
    return { order: 'YMD' };
  if (heads.some(({ date }) => Number(date[0]) > 12)) return { order: 'DMY' };
  if (heads.some(({ date }) => Number(date[1]) > 12)) return { order: 'MDY' };
  const [dayFirst, monthFirst] = [backwards(heads, 'DMY'), backwards(heads, 'MDY')];
  if (dayFirst !== monthFirst) return { order: dayFirst < monthFirst ? 'DMY' : 'MDY' };
  if (first.style.includes('.') || first.style.includes('- -'))
    return { order: 'DMY', guessedBy: 'the marks between the numbers' };
  if (heads.some(({ date }) => date[0].startsWith('0') || date[1].startsWith('0')))
    return { order: 'DMY', guessedBy: 'the zeros before its numbers' };
  return first.style.includes('PM')
    ? { order: 'MDY', guessedBy: 'its AM and PM in capitals' }
    : { order: 'DMY', guessedBy: 'its clock' };
}

function backwards(heads: readonly ChatHead[], order: DateOrder): number {
  let steps = 0;
  let before = 0;
  for (const { date } of heads) {
    const [year, month, day] = inOrder(date, order);
    const now = (year * 100 + month) * 100 + day;
    if (now < before) steps++;
    before = now;
  }
  return steps;
}

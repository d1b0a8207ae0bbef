/** A date that a text names, as a date of a fact: `2026`, `2026-03`, `2026-03-04`. Offsets in UTF-16 units. */
export interface DateMention {
  start: number;
  end: number;
  /** As meant of something to come ("ends Friday", "June 8" within half a year). */
  date: string;
  /** As meant of something past ("since Friday"). */
  past: string;
}

/** A span of time that a text names: `3 years`, `半年`. */
export interface SpanMention {
  start: number;
  end: number;
  count: number;
  unit: 'year' | 'month' | 'week' | 'day';
}

const DAY = 86_400_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const CHINESE_WEEKDAYS = '日一二三四五六';

/** Each way to name a date, and what it means on a day (`today`, the first millisecond of a UTC day). Longer ways come first. */
const DATES: readonly { pattern: RegExp; read(groups: Groups, today: number): Pair | undefined }[] = [
  {
    pattern: /(?<![\d.-])(?<y>\d{4})-(?<m>\d{2})(?:-(?<d>\d{2}))?(?![\d-])/gu,
    read: ({ y, m, d }) => exact(y, m, d),
  },
  {
    pattern: /(?<!\d)(?<y>\d{4}) ?年 ?(?:(?<m>\d{1,2}) ?月 ?(?:(?<d>\d{1,2}) ?[日号])?)?/gu,
    read: ({ y, m, d }) => exact(y, m, d),
  },
  {
    pattern: new RegExp(`(?<!\\p{L})${MONTH} (?<d>\\d{1,2})(?:st|nd|rd|th)?,? (?<y>\\d{4})(?!\\d)`, 'giu'),
    read: ({ y, month, d }) => exact(y, monthOf(month), d),
  },
  {
    pattern: new RegExp(`(?<!\\d)(?<d>\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?${MONTH},? (?<y>\\d{4})(?!\\d)`, 'giu'),
    read: ({ y, month, d }) => exact(y, monthOf(month), d),
  },
  {
    pattern: new RegExp(`(?<!\\p{L})${MONTH},? (?:of )?(?<y>\\d{4})(?!\\d)`, 'giu'),
    read: ({ y, month }) => exact(y, monthOf(month), undefined),
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})${MONTH} (?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.]\\d|\\d| (?:years|people|users|%))`,
      'giu',
    ),
    read: ({ month, d }, today) => nearestDay(monthOf(month), d, today),
  },
  {
    pattern: new RegExp(`(?<![\\d.])(?<d>\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}(?!\\p{L})`, 'giu'),
    read: ({ month, d }, today) => nearestDay(monthOf(month), d, today),
  },
  {
    pattern: /(?<!\d)(?<m>\d{1,2}) ?月 ?(?<d>\d{1,2}) ?[日号]/gu,
    read: ({ m, d }, today) => nearestDay(Number(m), d, today),
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?<which>last |next |this |coming )?(?<weekday>${WEEKDAYS.join('|')})(?!\\p{L}|s\\b)`,
      'giu',
    ),
    read: ({ which, weekday }, today) => weekdays(WEEKDAYS.indexOf((weekday ?? '').toLowerCase()), which ?? '', today),
  },
  {
    pattern: /(?<which>上|下|这|本)?个?(?:周|星期|礼拜)(?<weekday>[日天一二三四五六])/gu,
    read: ({ which, weekday }, today) =>
      weekdays(
        CHINESE_WEEKDAYS.indexOf((weekday ?? '').replace('天', '日')),
        which === '上' ? 'last' : which === '下' ? 'next' : '',
        today,
      ),
  },
  { pattern: /(?<!\p{L})(?:yesterday)(?!\p{L})|昨天/giu, read: (_, today) => both(iso(today - DAY)) },
  { pattern: /(?<!\p{L})(?:today)(?!\p{L})|今天/giu, read: (_, today) => both(iso(today)) },
  { pattern: /(?<!\p{L})(?:tomorrow)(?!\p{L})|明天/giu, read: (_, today) => both(iso(today + DAY)) },
  { pattern: /(?<!\p{L})(?:last month)(?!\p{L})|上个?月/giu, read: (_, today) => both(monthBefore(today)) },
  { pattern: /(?<!\p{L})(?:last year)(?!\p{L})|去年/giu, read: (_, today) => both(String(yearOf(today) - 1)) },
  {
    pattern: new RegExp(`(?<=\\b(?:in|since|until|by|of|from|last) )${MONTH}(?!\\p{L}| \\d)`, 'giu'),
    read: ({ month }, today) => nearestMonth(monthOf(month), today),
  },
  {
    pattern: /(?<=\b(?:in|since|until|by|of|from) )(?<y>(?:19|20)\d{2})(?![\d-])/giu,
    read: ({ y }) => exact(y, undefined, undefined),
  },
];

type Groups = Readonly<Record<string, string | undefined>>;
interface Pair {
  date: string;
  past: string;
}

/**
 * The dates that a text names, in reading order, none over another. What has no year is taken for the nearest one.
 * `today`: an instant of the day on which the text was written, milliseconds. Days that do not exist are no dates.
 */
export function dateMentions(text: string, today: number): DateMention[] {
  if (!/\d|day|ay\b|month|year|周|星期|礼拜|天|月|去年|(?:in|since|until|by|of|from|last) [a-z]{3}/iu.test(text))
    return [];
  const found: DateMention[] = [];
  for (const { pattern, read } of DATES)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((each) => start < each.end && each.start < end)) continue;
      const pair = read(match.groups ?? {}, Math.floor(today / DAY) * DAY);
      if (pair) found.push({ start, end, ...pair });
    }
  return found.sort((a, b) => a.start - b.start);
}

const WORDS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const DIGITS = '一二三四五六七八九十';
const UNITS: Readonly<Record<string, SpanMention['unit']>> = {
  year: 'year',
  yr: 'year',
  month: 'month',
  week: 'week',
  day: 'day',
  年: 'year',
  月: 'month',
  周: 'week',
  星期: 'week',
  天: 'day',
};
const SPANS: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\d.])(?<count>\\d{1,3}(?:\\.\\d)?|${WORDS.join('|')}|an?|half an?)[ -]?(?<unit>year|yr|month|week|day)s?(?!\\p{L})`,
    'giu',
  ),
  /(?<![\d.第年月])(?<count>\d{1,3}|[一二两三四五六七八九十]{1,3}|半)(?<half>多)? ?(?:个 ?(?=月|星期))?(?<unit>年|(?<=个 ?)月|周|星期|天)(?!前的|级|代|报|度)/gu,
];

/** The spans of time that a text names, in reading order. */
export function spanMentions(text: string): SpanMention[] {
  const found: SpanMention[] = [];
  for (const pattern of SPANS)
    for (const { index, groups, 0: all } of text.matchAll(pattern)) {
      const count = numberOf(groups?.count ?? '');
      const unit = UNITS[(groups?.unit ?? '').toLowerCase()];
      if (count === undefined || unit === undefined) continue;
      const half = count === 0.5 && unit === 'year';
      found.push({ start: index, end: index + all.length, count: half ? 6 : count, unit: half ? 'month' : unit });
    }
  return found.sort((a, b) => a.start - b.start);
}

/** `34`, `three`, `四十二`; undefined for anything else. */
export function numberOf(text: string): number | undefined {
  const word = text.toLowerCase();
  if (/^\d+(?:\.\d+)?$/.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  if (word === '半' || /^half/.test(word)) return 0.5;
  const english = WORDS.indexOf(word);
  if (english !== -1) return english + 1;
  const chinese = /^([一二两三四五六七八九])?(十)?([一二三四五六七八九])?$/u.exec(word);
  if (!chinese || word === '') return undefined;
  const [, tens, ten, ones] = chinese;
  const digit = (sign: string | undefined): number =>
    sign === undefined ? 0 : sign === '两' ? 2 : DIGITS.indexOf(sign) + 1;
  if (ten === undefined) return tens !== undefined && ones !== undefined ? undefined : digit(tens ?? ones);
  return (tens === undefined ? 1 : digit(tens)) * 10 + digit(ones);
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

function exact(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
): Pair | undefined {
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)];
  const time = Date.UTC(y, m - 1, d);
  const real = new Date(time);
  if (y < 1800 || y > 2199 || real.getUTCMonth() !== m - 1 || real.getUTCDate() !== d) return undefined;
  return both(iso(time).slice(0, day === undefined ? (month === undefined ? 4 : 7) : 10));
}

/** The day of that name within half a year before or after. */
function nearestDay(month: number, day: string | undefined, today: number): Pair | undefined {
  const year = yearOf(today);
  const days = [year - 1, year, year + 1].flatMap((each) => exact(String(each), month, day)?.date ?? []);
  const [first] = days.sort((a, b) => Math.abs(Date.parse(a) - today) - Math.abs(Date.parse(b) - today));
  const past = days
    .filter((each) => Date.parse(each) <= today)
    .sort()
    .at(-1);
  return first === undefined ? undefined : { date: first, past: past ?? first };
}

function nearestMonth(month: number, today: number): Pair {
  const year = yearOf(today);
  const current = new Date(today).getUTCMonth() + 1;
  const name = (of: number): string => `${of}-${String(month).padStart(2, '0')}`;
  return { date: name(current - month > 6 ? year + 1 : year), past: name(month > current ? year - 1 : year) };
}

function weekdays(weekday: number, which: string, today: number): Pair {
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  const [coming, gone] = [today + ahead * DAY, today + (ahead === 0 ? 0 : ahead - 7) * DAY];
  const word = which.trim().toLowerCase();
  if (word === 'last') return both(iso(gone === today ? today - 7 * DAY : gone));
  if (word === 'next') return both(iso(coming === today ? today + 7 * DAY : coming));
  return { date: iso(coming), past: iso(gone) };
}

function monthBefore(today: number): string {
  const date = new Date(today);
  return iso(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)).slice(0, 7);
}

function yearOf(today: number): number {
  return new Date(today).getUTCFullYear();
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function both(date: string): Pair {
  return { date, past: date };
}

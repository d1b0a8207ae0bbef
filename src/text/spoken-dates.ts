/** A stretch of time, half-open: `from <= t < until`. */
export interface TimeSpan {
  from: Date;
  until: Date;
}

/** Longer texts are no dates, and the parser's patterns need not be tried on them. */
const LONGEST = 60;

/**
 * What a person's words for a date mean, seen from `now`: `yesterday`, `2 weeks ago`, `last friday`, `March 2026`, `3 hours ago`,
 * `昨天`, `两天前`, `上个月`. The span is as long as what was named: a day, a month, a year; a minute or less for a time. A weekday
 * or month without a year is the last one, for memory is about what was. Undefined for all that is not wholly such words, and for
 * `3/4/2026`, which is not guessed at. ISO dates are read elsewhere.
 */
export async function spokenSpan(text: string, now: Date): Promise<TimeSpan | undefined> {
  const words = text.normalize('NFKC').trim();
  if (words.length > LONGEST || !/\p{L}/u.test(words) || /^\d{4}-|\d[/.-]\d/.test(words)) return undefined;
  const chinese = /\p{Script=Han}/u.test(words);
  const asked = chinese ? inEnglish(words) : words;
  for (const parse of await parsers(asked)) {
    const [result, ...others] = parse(asked, now);
    if (!result || others.length > 0 || result.text.trim() !== asked) continue;
    // Counted back from now, it is a day whatever was counted.
    const counted = /\bago$/i.test(asked);
    const { from, until } = spanOfStart(result.start, now, counted);
    return { from, until: result.end ? spanOfStart(result.end, now).until : until };
  }
  return undefined;
}

interface Components {
  isCertain(part: 'year' | 'month' | 'day' | 'weekday' | 'hour' | 'second'): boolean;
  date(): Date;
}

type Parse = (text: string, now: Date) => { text: string; start: Components; end?: Components | null }[];

async function parsers(text: string): Promise<Parse[]> {
  if (!/\p{Script=Han}/u.test(text)) {
    const { casual } = await import('chrono-node/en');
    return [(words, now) => casual.parse(words, now)];
  }
  const { hans, hant } = await import('chrono-node/zh');
  return [hans, hant].map(
    ({ casual }): Parse =>
      (words, now) =>
        casual.parse(words, now),
  );
}

function spanOfStart(start: Components, now: Date, counted = false): TimeSpan {
  const at = start.date();
  if (start.isCertain('hour')) {
    const until = new Date(at.getTime() + (start.isCertain('second') ? 1000 : 60_000));
    return { from: at, until };
  }
  const [year, month, day] = [at.getFullYear(), at.getMonth(), at.getDate()];
  if (counted) return { from: new Date(year, month, day), until: new Date(year, month, day + 1) };
  const yearIsKnown = start.isCertain('year');
  if (start.isCertain('month') && !start.isCertain('day') && !start.isCertain('weekday')) {
    const back = !yearIsKnown && new Date(year, month, 1) > now ? 1 : 0;
    return { from: new Date(year - back, month, 1), until: new Date(year - back, month + 1, 1) };
  }
  if (yearIsKnown && !start.isCertain('month')) return { from: new Date(year, 0, 1), until: new Date(year + 1, 0, 1) };
  const ahead = !yearIsKnown && new Date(year, month, day) > now;
  const backDays = ahead && start.isCertain('weekday') && !start.isCertain('month') ? 7 : 0;
  const backYears = ahead && backDays === 0 && start.isCertain('month') ? 1 : 0;
  return {
    from: new Date(year - backYears, month, day - backDays),
    until: new Date(year - backYears, month, day - backDays + 1),
  };
}

const NUMERALS = '零一二三四五六七八九十';
const UNITS: Readonly<Record<string, string>> = {
  天: 'days',
  日: 'days',
  周: 'weeks',
  週: 'weeks',
  星期: 'weeks',
  礼拜: 'weeks',
  月: 'months',
  年: 'years',
  小时: 'hours',
  小時: 'hours',
  分钟: 'minutes',
  分鐘: 'minutes',
};

/** The words that the parser's Chinese lacks, as the English it knows. */
function inEnglish(words: string): string {
  const last = /^上(?:个|個|一)?(周|週|星期|礼拜|月)$/.exec(words)?.[1];
  if (last !== undefined) return last === '月' ? 'last month' : 'last week';
  if (words === '去年') return 'last year';
  const ago =
    /^(\d{1,4}|[一二三四五六七八九十两兩])(?:个|個)?(天|日|周|週|星期|礼拜|月|年|小时|小時|分钟|分鐘)(?:之|以)?前$/.exec(
      words,
    );
  if (!ago) return words;
  const [, count = '', unit = ''] = ago;
  const number = /\d/.test(count) ? Number(count) : /[两兩]/.test(count) ? 2 : NUMERALS.indexOf(count);
  return `${number} ${UNITS[unit] ?? ''} ago`;
}

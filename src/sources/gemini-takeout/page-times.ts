const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Minutes east of UTC of zones that pages name by letters. Those that mean several zones (IST, CST of China) are left out. */
const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  CEST: 120,
  MEZ: 60,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
};

const CLOCK = String.raw`(\d{1,2}):(\d{2}):(\d{2})(?:[\s\u00a0\u202f]*([AP]M))?(?:[\s\u00a0\u202f]+(\S+))?`;
const MONTH_FIRST = new RegExp(String.raw`^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4}),? ${CLOCK}$`);
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2}) ([A-Za-z]{3,9})\.? (\d{4}),? ${CLOCK}$`);
const POINTS = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4}),? ${CLOCK}$`);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/-](\d{1,2})[/-](\d{1,2}),? ${CLOCK}$`);

/**
 * The time of a line of an activity page: UTC where its zone is known, else the wall clock; undefined for a line that is no
 * time. Understood: `Jul 2, 2025, 3:04:05 PM EDT`, `2 Jul 2025, 15:04:05 BST`, `02.07.2025, 15:04:05 MESZ`, `2025/07/02 15:04:05 JST`.
 */
export function timeOfLine(line: string): string | undefined {
  const text = line.trim();
  const month = MONTH_FIRST.exec(text);
  if (month) return built(month[3], monthNumber(month[1]), month[2], month.slice(4));
  const day = DAY_FIRST.exec(text);
  if (day) return built(day[3], monthNumber(day[2]), day[1], day.slice(4));
  const points = POINTS.exec(text);
  if (points) return built(points[3], Number(points[2]), points[1], points.slice(4));
  const year = YEAR_FIRST.exec(text);
  return year ? built(year[1], Number(year[2]), year[3], year.slice(4)) : undefined;
}

function monthNumber(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

function built(
  year: string | undefined,
  month: number,
  day: string | undefined,
  clock: readonly (string | undefined)[],
): string | undefined {
  const [hour, minute, second, half, zone] = clock;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  const pad = (value: number | string | undefined): string => String(value).padStart(2, '0');
  const wall = `${year}-${pad(month)}-${pad(day)}T${pad(hours)}:${minute}:${second}`;
  const instant = Date.parse(`${wall}Z`);
  // 31 April and 25 o'clock are no times; Date.parse moves some of them on.
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 19) !== wall) return undefined;
  const offset = zone === undefined ? undefined : offsetOf(zone);
  return offset === undefined ? wall : new Date(instant - offset * 60_000).toISOString();
}

function offsetOf(zone: string): number | undefined {
  const known = ZONES[zone.toUpperCase()];
  if (known !== undefined) return known;
  const found = /^(?:GMT|UTC)?([+\u2212-])(\d{1,2})(?::?(\d{2}))?$/i.exec(zone);
  if (found === null) return undefined;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === '+' ? minutes : -minutes;
}

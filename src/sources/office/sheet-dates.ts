import type { OfficePackage } from './package.js';

/** Formats of dates and times that Excel has built in. */
const BUILT_IN: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

const DAY = 86_400_000;

/** Day 0 of the two calendars of Excel, in milliseconds since 1970. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** Styles (their place in the list) whose numbers are dates or times. */
export async function dateStyles(document: OfficePackage): Promise<ReadonlySet<number>> {
  const formats = new Set<number>(BUILT_IN);
  const styles = new Set<number>();
  let inCells = false;
  let style = 0;
  await document.parse('xl/styles.xml', {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'numFmt' && isDateFormat(formatCode)) formats.add(Number(numFmtId));
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells && formats.has(Number(numFmtId))) styles.add(style);
      if (name === 'xf' && inCells) style++;
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

function isDateFormat(code: string): boolean {
  const plain = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dyhs]/i.test(plain) || (/m/i.test(plain) && !/[0#?]/.test(plain));
}

/** A number of Excel's calendar as ISO: a day, a day with its time, or a time alone; as it stands when it is none. */
export function sheetDate(value: string, is1904: boolean): string {
  const days = Number(value);
  if (!Number.isFinite(days) || days < 0 || days > 2_958_466) return value;
  // Excel counts a 29 February 1900 that never was: days before it are one off in its calendar.
  const shift = !is1904 && days >= 1 && days < 60 ? DAY : 0;
  const at = new Date(
    Math.round(((is1904 ? EPOCH_1904 : EPOCH_1900) + shift + days * DAY) / 1000) * 1000,
  ).toISOString();
  if (days < 1 && !is1904) return at.slice(11, 19);
  return at.slice(11, 19) === '00:00:00' ? at.slice(0, 10) : at.slice(0, 19);
}

import { expect, test } from 'vitest';
import { spokenSpan } from '../../src/text/spoken-dates.js';

/** A Wednesday. */
const NOW = new Date(2026, 5, 17, 12, 0, 0);

const span = async (text: string) => {
  const found = await spokenSpan(text, NOW);
  return found && [local(found.from), local(found.until)];
};

function local(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

test.each([
  ['yesterday', '2026-06-16', '2026-06-17'],
  ['Today', '2026-06-17', '2026-06-18'],
  ['2 weeks ago', '2026-06-03', '2026-06-04'],
  ['two days ago', '2026-06-15', '2026-06-16'],
  ['last week', '2026-06-10', '2026-06-11'],
  ['last month', '2026-05-01', '2026-06-01'],
  ['last year', '2025-01-01', '2026-01-01'],
  ['March 2026', '2026-03-01', '2026-04-01'],
  ['3 March 2026', '2026-03-03', '2026-03-04'],
  ['3 hours ago', '2026-06-17 09:00:00', '2026-06-17 09:00:01'],
  ['monday 5pm', '2026-06-15 17:00:00', '2026-06-15 17:01:00'],
  // What has not been yet is the one before.
  ['friday', '2026-06-12', '2026-06-13'],
  ['monday', '2026-06-15', '2026-06-16'],
  ['December', '2025-12-01', '2026-01-01'],
  ['昨天', '2026-06-16', '2026-06-17'],
  ['前天', '2026-06-15', '2026-06-16'],
  ['两天前', '2026-06-15', '2026-06-16'],
  ['兩天前', '2026-06-15', '2026-06-16'],
  ['2周前', '2026-06-03', '2026-06-04'],
  ['三个月前', '2026-03-17', '2026-03-18'],
  ['上周', '2026-06-10', '2026-06-11'],
  ['上个月', '2026-05-01', '2026-06-01'],
  ['去年', '2025-01-01', '2026-01-01'],
  ['2026年3月', '2026-03-01', '2026-04-01'],
  ['3小时前', '2026-06-17 09:00:00', '2026-06-17 09:00:01'],
])('%s', async (text, from, until) => {
  expect(await span(text)).toEqual([from, until]);
});

test.each([
  'yesterday-ish',
  'since yesterday we know',
  '3/4/2026',
  '3.4.2026',
  '2026-02-30',
  '12',
  '',
  'wibble',
  'HEAD~5',
  'x'.repeat(100),
])('%s is no date', async (text) => {
  expect(await span(text)).toBeUndefined();
});

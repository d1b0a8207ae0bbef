import { spokenSpan } from '../text/spoken-dates.js';
import type { Commit, Git, ObjectId } from './types.js';

/** What `--as-of` names. */
export interface AsOf {
  kind: 'revision' | 'date';
  /** One for a revision. For a date: the newest commits of every line of history; empty when nothing is that old. */
  commits: ObjectId[];
  /** For people: the text as given. */
  label: string;
}

/**
 * What the palace held at a revision or at the end of a date. A revision (see `Git.resolveCommit`) wins over a date. A date is
 * `2026`, `2026-03`, `2026-03-04`, `2026-03-04T10:00[:30[.123]]` with `Z`, `+02:00` or local time, or what people say (`yesterday`,
 * `2 weeks ago`, see {@link spokenSpan});
 * it stands for its whole span (a bare date is a local day, inclusive): all maximal commits reachable from HEAD with a
 * committer date before its end. Undefined when the text is neither. `now` is the clock's reading.
 */
export async function resolveAsOf(git: Git, text: string, now: Date): Promise<AsOf | undefined> {
  const label = text.trim();
  const commit = await git.resolveCommit(label);
  if (commit !== undefined) return { kind: 'revision', commits: [commit], label };
  const end = endOfDate(label, now) ?? (await spokenSpan(label, now))?.until;
  if (end === undefined) return undefined;
  const head = (await git.head()).commit;
  return { kind: 'date', commits: head === undefined ? [] : await newestBefore(git, head, end), label };
}

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** First moment after the span that a date names; undefined when it is no date (also `2026-02-30`). */
export function endOfDate(text: string, now: Date): Date | undefined {
  const day = /^(?:today|yesterday)$/i.exec(text)?.[0].toLowerCase();
  if (day !== undefined) return new Date(now.getFullYear(), now.getMonth(), now.getDate() + (day === 'today' ? 1 : 0));
  const calendar = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text);
  if (calendar !== null)
    return endOfCalendar(
      calendar
        .slice(1)
        .filter((part) => part !== undefined)
        .map(Number),
    );
  const [, ...parts] = TIMESTAMP.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0] = parts.slice(0, 5).map(Number);
  const [second, zone] = [parts[5], parts[6]];
  if (!isDay(year, month, date) || hour > 23 || minute > 59 || Number(second ?? 0) > 60) return undefined;
  const span = second === undefined ? 60 : 1;
  if (zone === undefined) return new Date(year, month - 1, date, hour, minute, Number(second ?? 0) + span);
  const utc = Date.UTC(year, month - 1, date, hour, minute - offsetMinutes(zone), Number(second ?? 0) + span);
  return new Date(utc);
}

function endOfCalendar([year = 0, month, date]: readonly number[]): Date | undefined {
  if (month === undefined) return new Date(year + 1, 0, 1);
  if (!isDay(year, month, date ?? 1)) return undefined;
  return date === undefined ? new Date(year, month, 1) : new Date(year, month - 1, date + 1);
}

function isDay(year: number, month: number, date: number): boolean {
  if (month < 1 || month > 12 || date < 1) return false;
  return date <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function offsetMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -size : size;
}

/** Walks back from `head` to the first commits older than `end`; of these, the ones that no other of them contains. */
async function newestBefore(git: Git, head: ObjectId, end: Date): Promise<ObjectId[]> {
  const found: Commit[] = [];
  const met = new Set([head]);
  const open = [head];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const commit = await git.readCommit(id);
    if (commit.committer.at < end) {
      found.push(commit);
      continue;
    }
    for (const parent of commit.parents) {
      if (met.has(parent)) continue;
      met.add(parent);
      open.push(parent);
    }
  }
  return maximal(git, found);
}

async function maximal(git: Git, commits: readonly Commit[]): Promise<ObjectId[]> {
  const kept: ObjectId[] = [];
  for (const { id } of commits) {
    let contained = false;
    for (const other of commits) contained ||= other.id !== id && (await git.isAncestor(id, other.id));
    if (!contained) kept.push(id);
  }
  return kept.sort();
}

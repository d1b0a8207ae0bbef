import { momentIfDate, momentInWords } from '../../history/moments.js';
import type { DrawerRow } from '../../index/types.js';
import { parseDrawer } from '../../palace/codec.js';
import type { Palace } from '../../palace/types.js';
import { withLiveIndex } from '../select/live-rows.js';
import { agentOf, agentPlace, isDiary } from './place.js';
import { GENERAL_TOPIC } from './write.js';

export interface DiaryReadRequest {
  /** Default: every agent. */
  agent?: string;
  topic?: string;
  /** On the entry's own date, else when it was filed; half-open. */
  since?: string;
  before?: string;
  /** Only entries that have these words next to each other, in any case. */
  text?: string;
  /** Most entries, newest first; default 10. */
  last?: number;
}

export interface DiaryEntry {
  id: string;
  path: string;
  agent: string;
  wing: string;
  date: string | null;
  /** When it was filed; null for one that somebody dropped in. */
  timestamp: string | null;
  topic: string;
  importance: number | null;
  /** Exactly as written. */
  content: string;
}

export interface DiaryReadResult {
  /** Null: every agent. */
  agent: string | null;
  entries: DiaryEntry[];
  /** Entries that fit. */
  total: number;
  showing: number;
}

/**
 * Entries of diaries, newest first. An agent's are those in the diary of its wing and those that it filed as diary elsewhere.
 * @throws PalaceError `bad-name`, `bad-date` (exit 2). An agent without entries has none: that is no error.
 */
export async function readDiary(palace: Palace, request: DiaryReadRequest): Promise<DiaryReadResult> {
  const last = Math.max(1, Math.trunc(request.last ?? 10));
  const place = request.agent === undefined ? undefined : await agentPlace(palace, request.agent);
  const now = palace.runtime.now();
  const since = request.since === undefined ? undefined : await momentInWords(request.since, 'since', now);
  const before = request.before === undefined ? undefined : await momentInWords(request.before, 'before', now);
  const topic = request.topic?.trim().toLowerCase();
  const words = request.text?.trim().toLowerCase().replace(/\s+/g, ' ');
  return withLiveIndex(palace, async (index) => {
    const rows = index.rows.filter((row) => {
      if (!isDiary(row)) return false;
      if (place !== undefined && row.wing !== place.wing && agentOf(row) !== place.name) return false;
      if (topic !== undefined && topicOf(row).toLowerCase() !== topic) return false;
      if (!since && !before) return true;
      const date = dateOf(row);
      const moment = date === null ? undefined : momentIfDate(date);
      return moment !== undefined && (!since || moment >= since) && (!before || moment < before);
    });
    rows.sort(newestFirst);
    const versions = index.versions();
    const entries: DiaryEntry[] = [];
    let total = 0;
    for (const row of rows) {
      if (words === undefined && entries.length >= last) {
        total = rows.length;
        break;
      }
      const content = parseDrawer(await versions.bytesOf(row)).body.toString('utf8');
      if (words !== undefined && !content.toLowerCase().replace(/\s+/g, ' ').includes(words)) continue;
      total += 1;
      if (entries.length < last) entries.push(entryOf(row, content));
    }
    return { agent: place?.name ?? null, entries, total, showing: entries.length };
  });
}

/** The first tag of an entry is its topic. */
export function topicOf({ front }: DrawerRow): string {
  const [topic] = front.tags ?? [];
  return topic === undefined ? GENERAL_TOPIC : String(topic);
}

export function dateOf({ front }: DrawerRow): string | null {
  return front.date ?? front.filed ?? null;
}

function entryOf(row: DrawerRow, content: string): DiaryEntry {
  const { id, path, wing, front } = row;
  return {
    id,
    path,
    agent: agentOf(row),
    wing,
    date: dateOf(row)?.slice(0, 10) ?? null,
    timestamp: front.filed ?? null,
    topic: topicOf(row),
    importance: typeof front.importance === 'number' ? front.importance : null,
    content,
  };
}

/** By its own date, then by filing; undated ones last, by path. */
function newestFirst(a: DrawerRow, b: DrawerRow): number {
  const key = (row: DrawerRow): string => `${(dateOf(row) ?? '').slice(0, 10)}\0${row.front.filed ?? ''}`;
  const [first, second] = [key(a), key(b)];
  if (first !== second) return first < second ? 1 : -1;
  return a.path < b.path ? 1 : -1;
}

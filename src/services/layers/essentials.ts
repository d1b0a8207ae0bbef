import type { DrawerMarks } from '../../index/marks.js';
import type { LiveIndex } from '../../index/opened-index.js';
import type { DrawerRow } from '../../index/types.js';
import type { WingName } from '../../palace/types.js';
import type { Knowledge } from './knowledge.js';
import { type EssentialSignals, entityPoints, markScore, markSignals, roomPoints, sumOf } from './score.js';
import { wordsOfFile } from './snippet.js';

/** A memory of layer 1. */
export interface Essential {
  row: DrawerRow;
  score: number;
  signals: EssentialSignals;
  /** What was said, of a long memory its beginning. */
  words: string;
}

export interface Essentials {
  /** Best first. */
  chosen: Essential[];
  /** Drawers of the place that were looked at. */
  considered: number;
  /** Left out, because every fact they are a source of is over; because they are tagged so. */
  superseded: number;
  retired: number;
}

export interface EssentialsRequest {
  /** Most memories. */
  count: number;
  /** Days since 1970. */
  today: number;
  wing?: WingName;
}

/** Memories whose front-matter is looked at, for each one that is chosen; all others are ranked by their marks alone. */
const POOL_FACTOR = 8;
/** The index reads the front-matter of so many one by one. */
const LARGEST_POOL = 120;

/**
 * The memories that matter most (docs/layers.md): stated importance, pins, decisions, recency and the facts that hang on them;
 * what is superseded is left out. Of 20,000 drawers only a few dozen are read.
 */
export async function chooseEssentials(
  index: LiveIndex,
  knowledge: Knowledge,
  request: EssentialsRequest,
): Promise<Essentials> {
  const { count, today, wing } = request;
  const versions = index.versions();
  const ranked: { row: number; score: number }[] = [];
  const own = (marks: DrawerMarks): DrawerMarks => (wing === undefined ? marks : { ...marks, diary: false });
  const tally = { considered: 0, superseded: 0, retired: 0 };
  versions.each((_, row) => {
    if (wing !== undefined && versions.placeOf(row).wing !== wing) return;
    tally.considered += 1;
    const marks = versions.marks(row);
    if (marks.retired) tally.retired += 1;
    else ranked.push({ row, score: markScore(own(marks), today) });
  });
  ranked.sort((a, b) => b.score - a.score || a.row - b.row);
  const pool: (Omit<Essential, 'words'> & { place: string })[] = [];
  const most = Math.min(LARGEST_POOL, Math.max(count, count * POOL_FACTOR));
  for (const { row: number } of ranked) {
    if (pool.length >= Math.max(count, most)) break;
    const id = `d-${versions.idDigits(number)}`;
    if (knowledge.superseded.has(id)) {
      tally.superseded += 1;
      continue;
    }
    const row = versions.row(number);
    const signals = markSignals(own(versions.marks(number)), today);
    const facts = knowledge.holding.get(id) ?? [];
    const names = [
      ...(row.front.entities ?? []).map(String),
      ...facts.flatMap(({ subject, object }) => [subject, object]),
    ];
    const points = entityPoints(facts.length, Math.max(0, ...names.map((name) => knowledge.degreeOf(name))));
    const all = points > 0 ? { ...signals, entities: points } : signals;
    pool.push({ row, score: sumOf(all), signals: all, place: `${row.wing}/${row.room}` });
  }
  return { chosen: await pick(pool, count, (row) => versions.bytesOf(row)), ...tally };
}

/** The best of a pool one after another; each makes its room a little less likely. What says the same is taken once. */
async function pick(
  pool: (Omit<Essential, 'words'> & { place: string })[],
  count: number,
  bytesOf: (row: DrawerRow) => Promise<Buffer>,
): Promise<Essential[]> {
  const rest = [...pool];
  const rooms = new Map<string, number>();
  const said = new Set<string>();
  const chosen: Essential[] = [];
  while (chosen.length < count && rest.length > 0) {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    rest.forEach(({ score, place }, at) => {
      const points = score + roomPoints(rooms.get(place) ?? 0);
      if (points > most) [best, most] = [at, points];
    });
    const [found] = rest.splice(best, 1);
    if (found === undefined) break;
    const { place, row, signals } = found;
    const words = await readWords(row, bytesOf);
    const gist = words.replace(/\s+/g, ' ').trim().slice(0, 300).toLowerCase();
    if (gist === '' || said.has(gist)) continue;
    said.add(gist);
    const crowd = roomPoints(rooms.get(place) ?? 0);
    rooms.set(place, (rooms.get(place) ?? 0) + 1);
    chosen.push({ row, score: most, signals: crowd === 0 ? signals : { ...signals, room: crowd }, words });
  }
  return chosen;
}

/** '' for a file that is gone by now. */
async function readWords(row: DrawerRow, bytesOf: (row: DrawerRow) => Promise<Buffer>): Promise<string> {
  try {
    return wordsOfFile(await bytesOf(row));
  } catch {
    return '';
  }
}

import type { DrawerRow } from '../index/types.js';
import { hallsOfBits } from '../text/hall-names.js';

/** A room of one wing, by the names that the folders have. Plain data: kept in the cache as JSON. */
export interface CountedRoom {
  wing: string;
  room: string;
  drawers: number;
  /** Drawers by hall: the stated one, else those that its passages were classified into. */
  halls: Record<string, number>;
  /** The newest different dates of its drawers, oldest first, at most {@link MOST_DATES}. */
  dates: string[];
}

/** Rooms in order of wing, then of room. */
export type Census = readonly CountedRoom[];

const MOST_DATES = 5;

/** What a census looks at: {@link LiveIndex.scan} of an index. */
export type Scan = (visit: (row: Pick<DrawerRow, 'wing' | 'room' | 'front'>, labels: number) => void) => void;

/** Counts every drawer once. */
export function takeCensus(scan: Scan): CountedRoom[] {
  const rooms = new Map<string, { counted: CountedRoom; halls: Map<string, number>; dates: Set<string> }>();
  scan(({ wing, room, front }, labels) => {
    const key = `${wing}/${room}`;
    let known = rooms.get(key);
    if (known === undefined) {
      known = { counted: { wing, room, drawers: 0, halls: {}, dates: [] }, halls: new Map(), dates: new Set() };
      rooms.set(key, known);
    }
    known.counted.drawers += 1;
    for (const hall of front.hall === undefined ? hallsOfBits(labels) : [front.hall])
      known.halls.set(hall, (known.halls.get(hall) ?? 0) + 1);
    const day = typeof front.date === 'string' ? front.date.slice(0, 10) : '';
    if (/^\d{4}-\d{2}-\d{2}$/.test(day)) known.dates.add(day);
  });
  return [...rooms.values()]
    .map(({ counted, halls, dates }) => ({
      ...counted,
      halls: Object.fromEntries([...halls].sort(([a], [b]) => (a < b ? -1 : 1))),
      dates: newest(dates),
    }))
    .sort((a, b) => compare(a.wing, b.wing) || compare(a.room, b.room));
}

/** The last dates of several lists together. */
export function newest(dates: Iterable<string>): string[] {
  return [...new Set(dates)].sort().slice(-MOST_DATES);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

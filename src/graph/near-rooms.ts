import { editDistance } from '../base/near.js';
import type { Room } from './graph.js';

/** Two rooms that may be one idea under two names. Only ever a proposal: palace merges nothing by itself. */
export interface NearRooms {
  /** The one with more drawers first. */
  rooms: [string, string];
  /** 0 to 1. */
  score: number;
  why: string;
}

/** A word in more rooms than this joins nothing: `notes` and `test` are everywhere. */
const MOST_WITH_WORD = 8;
/** Names of this many characters may differ in one, longer ones in two. */
const SHORT_NAME = 5;
const LONG_NAME = 10;
const LEAST_SCORE = 0.45;

/**
 * Rooms whose names are near: one word in common that few rooms have (`auth-migration` ~ `clerk-migration`), the same words in another
 * order, or one or two characters apart. Best first. Time grows with the number of rooms, not with that of pairs.
 */
export function nearRooms(rooms: Iterable<Room>, limit: number): NearRooms[] {
  const list = [...rooms].filter(({ room }) => !/^[\d.-]+$/.test(room));
  const byWord = new Map<string, Room[]>();
  for (const room of list) for (const word of wordsOf(room.room)) gather(byWord, word, room);
  const found = new Map<string, NearRooms>();
  const note = (a: Room, b: Room, score: number, why: string): void => {
    if (a === b || score < LEAST_SCORE) return;
    const rooms = [a, b].sort((one, two) => two.drawers - one.drawers || (one.room < two.room ? -1 : 1));
    const [first, second] = [rooms[0]?.room ?? '', rooms[1]?.room ?? ''];
    const key = `${first}/${second}`;
    if ((found.get(key)?.score ?? 0) < score) found.set(key, { rooms: [first, second], score, why });
  };
  for (const [word, sharing] of byWord) {
    if (sharing.length < 2 || sharing.length > MOST_WITH_WORD) continue;
    for (const [at, a] of sharing.entries())
      for (const b of sharing.slice(at + 1)) note(a, b, sharedWords(a.room, b.room, byWord), `both say "${word}"`);
  }
  for (const [a, b] of spelledAlike(list)) {
    // Told without counting edits: of thousands of rooms, most that look alike are numbered.
    if (differInNumberOnly(a.room, b.room)) continue;
    const distance = editDistance(a.room, b.room);
    const allowed = Math.min(a.room.length, b.room.length) >= LONG_NAME ? 2 : 1;
    if (distance > allowed) continue;
    note(a, b, 1 - distance / Math.max(a.room.length, b.room.length), 'spelled almost alike');
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || (a.rooms.join('/') < b.rooms.join('/') ? -1 : 1))
    .slice(0, limit);
}

/** `v1` and `v2`, `2025-q1` and `2025-q2` are two things on purpose. */
function differInNumberOnly(a: string, b: string): boolean {
  return a !== b && a.replace(/\d+/g, '0') === b.replace(/\d+/g, '0');
}

/** Words without their plural; one-letter pieces say nothing. */
function wordsOf(room: string): Set<string> {
  const words = room.split(/[-.+#]+/).filter((word) => [...word].length > 1 && !/^\d+$/.test(word));
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word)));
}

/** Shared words over all words of the longer name, rare words counting more. */
function sharedWords(a: string, b: string, byWord: ReadonlyMap<string, readonly Room[]>): number {
  if (differInNumberOnly(a, b)) return 0;
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const rarity = (word: string): number => 1 / Math.sqrt(Math.max(1, (byWord.get(word)?.length ?? 2) - 1));
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += rarity(word);
  return shared / Math.max(left.size, right.size);
}

/** Pairs that become one name when a character of either is left out: all pairs one apart, most that are two apart. */
function spelledAlike(rooms: readonly Room[]): [Room, Room][] {
  const forms = new Map<string, Room[]>();
  for (const room of rooms) {
    const { room: name } = room;
    // A name in Han characters says with three what others say with five.
    if (name.length < (/\p{Script=Han}/u.test(name) ? 3 : SHORT_NAME) || name.length > 40) continue;
    const own = new Set([name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))]);
    for (const form of own) gather(forms, form, room);
  }
  const pairs: [Room, Room][] = [];
  for (const alike of forms.values())
    for (const [at, a] of alike.slice(0, MOST_WITH_WORD).entries())
      for (const b of alike.slice(at + 1, MOST_WITH_WORD)) pairs.push([a, b]);
  return pairs;
}

function gather(lists: Map<string, Room[]>, key: string, room: Room): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [room]);
  else known.push(room);
}

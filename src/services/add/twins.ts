import { nameParsed } from '../../history/memory.js';
import type { Drawer, RoomName } from '../../palace/types.js';
import { comparableWords, overlap, shingles, tellingWords } from './shingles.js';

/** A drawer that says the same, or nearly. */
export interface Twin {
  id: string;
  path: string;
  wing: string;
  room: string;
  title: string;
  /** 1: the same bytes. Else the share of three-word runs in common. */
  similarity: number;
  /** The first 200 characters. */
  text: string;
}

/** From this share of common three-word runs on, a text counts as filed already. */
const NEAR = 0.9;
/** Texts above this many characters are compared by their exact bytes only (cost). */
const COMPARED = 256 * 1024;

/** The words by which to look for drawers that say nearly the same; undefined for a text that is compared by its bytes only. */
export function telling(body: Buffer): string | undefined {
  const words = body.length <= COMPARED ? comparableWords(body.toString('utf8')) : [];
  return words.length === 0 ? undefined : tellingWords(words).join(' ');
}

/**
 * Those of `drawers` that hold this text: the same bytes, or nearly the same words. Most similar first, those in `room` before
 * others.
 */
export function twinsAmong(drawers: Iterable<Drawer>, body: Buffer, room: RoomName): Twin[] {
  const runs = shingles(body.length <= COMPARED ? comparableWords(body.toString('utf8')) : []);
  const twins: Twin[] = [];
  for (const drawer of drawers) {
    const similarity = similarityOf(drawer, body, runs);
    if (similarity >= NEAR) twins.push(toTwin(drawer, similarity));
  }
  const here = (twin: Twin) => (twin.room === room ? 0 : 1);
  return twins.sort((a, b) => b.similarity - a.similarity || here(a) - here(b) || (a.path < b.path ? -1 : 1));
}

function similarityOf(drawer: Drawer, body: Buffer, runs: ReadonlySet<string>): number {
  if (drawer.body.equals(body)) return 1;
  if (runs.size === 0 || drawer.body.length > COMPARED) return 0;
  const share = overlap(runs, shingles(comparableWords(drawer.body.toString('utf8'))));
  // 1 is kept for the same bytes: the same words in other marks or spaces are near, not equal.
  return Math.min(share, 0.999);
}

export function toTwin(drawer: Drawer, similarity: number): Twin {
  const text = Array.from(drawer.body.subarray(0, 2000).toString('utf8')).slice(0, 200).join('');
  const { id, path, wing, room, title } = nameParsed(drawer.path, drawer);
  return { id, path, wing, room, title, similarity: Math.round(similarity * 1000) / 1000, text };
}

import { stemmer } from 'stemmer';
import { GENERAL } from '../palace/names.js';
import type { RoomName } from '../palace/types.js';
import { STOP_WORDS } from '../text/languages/all.js';

/** Shorter stems stand for too many words. */
const SHORTEST = 4;

/** Words of a text as stems (`tracing` and `traces` are one), without function words; of scripts with spaces only. */
export function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word) && /^[a-z\d]+$/.test(word)).map((word) => stemmer(word));
}

/**
 * The room whose name has most of its words in a text in any form: `distributed-tracing` for "a missing trace". A word that
 * stands in several names says nothing. Ties go to the room with more occurrences, then to the first.
 */
export function roomOfStems(
  text: string,
  rooms: readonly { name: RoomName; stems: readonly string[] }[],
): RoomName | undefined {
  const counts = new Map<string, number>();
  for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  let best: { room: RoomName; share: number; count: number } | undefined;
  for (const { name, stems } of rooms) {
    if (name === GENERAL) continue;
    const shared = (stem: string): boolean => rooms.some((other) => other.name !== name && other.stems.includes(stem));
    const own = stems.filter((stem) => stem.length >= SHORTEST && !shared(stem));
    const there = own.filter((stem) => counts.has(stem));
    if (there.length === 0) continue;
    const share = there.length / stems.length;
    const count = there.reduce((sum, stem) => sum + (counts.get(stem) ?? 0), 0);
    if (best === undefined || share > best.share || (share === best.share && count > best.count))
      best = { room: name, share, count };
  }
  return best?.room;
}

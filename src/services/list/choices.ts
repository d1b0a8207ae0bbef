import type { Palace } from '../../palace/types.js';
import { hallsOfBits } from '../../text/hall-names.js';
import { withLiveIndex } from '../select/live-rows.js';

/** By what drawers can be chosen. */
export type PlaceField = 'wing' | 'room' | 'place' | 'hall' | 'month';

export interface Choice {
  value: string;
  /** Drawers that have it. */
  count: number;
}

/**
 * The wings, rooms, places (`WING/ROOM`), halls or months (`2026-03`) that drawers have, with how many, most first; months newest first.
 * @param within only drawers of this wing and room.
 */
export async function readChoices(
  palace: Palace,
  field: PlaceField,
  within: { wing?: string | undefined; room?: string | undefined } = {},
): Promise<Choice[]> {
  const counts = new Map<string, number>();
  const count = (value: string): void => void counts.set(value, (counts.get(value) ?? 0) + 1);
  await withLiveIndex(palace, (index) =>
    index.scan(({ wing, room, front }, labels) => {
      if (within.wing !== undefined && field !== 'wing' && wing !== within.wing) return;
      if (within.room !== undefined && field !== 'wing' && field !== 'room' && room !== within.room) return;
      if (field === 'wing') count(wing);
      else if (field === 'room') count(room);
      else if (field === 'place') count(`${wing}/${room}`);
      else if (field === 'hall')
        for (const hall of front.hall === undefined ? hallsOfBits(labels) : [front.hall]) count(hall);
      else {
        const month = /^\d{4}-\d\d/.exec(String(front.date ?? front.filed ?? ''))?.[0];
        if (month !== undefined) count(month);
      }
    }),
  );
  const choices = Array.from(counts, ([value, many]) => ({ value, count: many }));
  const byName = (a: Choice, b: Choice): number => (a.value < b.value ? -1 : 1);
  if (field === 'month') return choices.sort((a, b) => byName(b, a));
  return choices.sort((a, b) => b.count - a.count || byName(a, b));
}

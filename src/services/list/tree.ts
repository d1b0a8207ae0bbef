import { wingName } from '../../palace/names.js';
import type { Palace } from '../../palace/types.js';
import { mustStand, Tally } from '../select/filters.js';
import { liveRows } from '../select/live-rows.js';

export interface WingCounts {
  drawers: number;
  /** Only halls that somebody stated. */
  halls: Record<string, number>;
  rooms: Record<string, number>;
}

export interface TreeResult {
  wings: Record<string, WingCounts>;
  /** Drawers in all. */
  total: number;
}

/**
 * Wings with their rooms and halls and how many drawers each has; names in order.
 * @throws PalaceError `not-found` (exit 4) for a wing that is not there, `bad-name` (exit 2).
 */
export async function readTree(palace: Palace, request: { wing?: string } = {}): Promise<TreeResult> {
  const only = request.wing === undefined ? undefined : wingName(request.wing);
  const rows = await liveRows(palace);
  if (only !== undefined)
    mustStand(
      'wing',
      only,
      rows.map((row) => row.wing),
    );
  const wings = new Map<string, { drawers: number; halls: Tally; rooms: Tally }>();
  for (const { wing, room, front } of rows) {
    if (only !== undefined && wing !== only) continue;
    const counts = wings.get(wing) ?? { drawers: 0, halls: new Tally(), rooms: new Tally() };
    counts.drawers++;
    counts.rooms.count(room);
    if (front.hall !== undefined) counts.halls.count(front.hall);
    wings.set(wing, counts);
  }
  const entries = [...wings]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { drawers, halls, rooms }]): [string, WingCounts] => [
      name,
      { drawers, halls: halls.toJSON(), rooms: rooms.toJSON() },
    ]);
  return { wings: Object.fromEntries(entries), total: entries.reduce((sum, [, { drawers }]) => sum + drawers, 0) };
}

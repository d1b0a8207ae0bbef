import type { MapResult } from '../../services/graph/map.js';
import { type Row, span } from '../draw/spans.js';
import { counted } from './scene.js';

/** Columns of the widest bar. */
const BAR = 12;
/** Rooms of a wing that are drawn. */
const MOST_ROOMS = 8;

/**
 * A map that fits a panel: each wing with bars for its largest rooms, and below it where its tunnels lead.
 * @param only the wing that is drawn with its rooms; others are a line each.
 */
export function mapRows({ wings, tunnels, hidden }: MapResult, only?: string): Row[] {
  const placeOf = new Map(wings.flatMap(({ wing, rooms }) => rooms.map(({ key, room }) => [key, { wing, room }])));
  const most = Math.max(1, ...wings.flatMap(({ rooms }) => rooms.map(({ drawers }) => drawers)));
  const rows: Row[] = [];
  for (const { wing, drawers, rooms, more } of wings) {
    if (only !== undefined && wing !== only) continue;
    rows.push([span(wing, 'bold'), span(`  ${counted(drawers, 'drawer')}`, 'dim')]);
    for (const { room, drawers: count } of rooms.slice(0, MOST_ROOMS)) {
      const bar = '─'.repeat(Math.max(1, Math.round((count / most) * BAR)));
      rows.push([span(`  ${bar.padEnd(BAR)} `, 'accent'), span(room), span(`  ${count.toLocaleString('en')}`, 'dim')]);
    }
    const left = more + Math.max(0, rooms.length - MOST_ROOMS);
    if (left > 0) rows.push([span(`  and ${counted(left, 'more room')}`, 'dim')]);
    for (const { from, to, label, explicit } of tunnels) {
      const [here, there] = placeOf.get(from)?.wing === wing ? [from, to] : [to, from];
      const start = placeOf.get(here);
      const end = placeOf.get(there);
      if (start?.wing !== wing || end === undefined) continue;
      const words = explicit ? `  ${label}` : '';
      rows.push([span(`  ⇄ ${start.room} → `, 'warn'), span(`${end.wing}/${end.room}`), span(words, 'dim')]);
    }
    rows.push([]);
  }
  if (hidden.wings > 0) rows.push([span(`and ${counted(hidden.wings, 'more wing')}`, 'dim')]);
  return rows;
}

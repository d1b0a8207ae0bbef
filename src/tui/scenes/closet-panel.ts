import type { ClosetResult } from '../../services/closet/closet.js';
import { type Row, span } from '../draw/spans.js';
import { counted, type Panel, panelOf } from './scene.js';

/** Entities of a room that are named. */
const MOST_ENTITIES = 12;

/** What a room is about: who is in it, and line by line what its drawers hold. */
export function closetPanel(closet: ClosetResult, head: readonly Row[]): Panel {
  const rows: Row[] = [...head];
  const place = closet.room === null ? closet.wing : `${closet.wing}/${closet.room}`;
  rows.push([span(place, 'bold'), span(`  ${counted(closet.total, 'drawer')}`, 'dim')]);
  const entities = entitiesOf(closet);
  if (entities.length > 0) rows.push([span('with ', 'dim'), span(entities.join(', '))]);
  for (const { title, date, lines } of closet.closets) {
    rows.push([], [span(title, 'bold'), span(`  ${date?.slice(0, 10) ?? ''}`, 'dim')]);
    for (const line of lines.slice(1)) {
      const { topics, where } = partsOf(line);
      rows.push([span('  '), span(topics), span(`  ${where}`, 'dim')]);
    }
  }
  if (closet.truncated)
    rows.push([], [span(`and ${counted(closet.total - closet.closets.length, 'more drawer')}`, 'dim')]);
  return panelOf(rows);
}

/** `topics|entities|date:L1-2→d-…` taken apart. */
function partsOf(line: string): { topics: string; entities: string[]; where: string } {
  const [topics = '', entities = '', pointer = ''] = line.split('|');
  return { topics, entities: entities.split(';').filter((name) => name !== ''), where: pointer.replace(/→.*$/, '') };
}

/** Those that most drawers name, first. */
function entitiesOf({ closets }: ClosetResult): string[] {
  const counts = new Map<string, number>();
  for (const { lines } of closets)
    for (const name of new Set(lines.flatMap((line) => partsOf(line).entities)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .slice(0, MOST_ENTITIES)
    .map(([name]) => name);
}

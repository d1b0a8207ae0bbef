import type { ListResult } from '../../services/list/list.js';
import type { TreeResult } from '../../services/list/tree.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { oneLine } from './width.js';
import { counted, grouped } from './words.js';

export function renderList({ drawers, total, offset }: ListResult, out: Output): void {
  const rows = drawers.map(({ id, date, filed, wing, room, title }) => [
    id.slice(0, 10),
    (date ?? filed ?? '').slice(0, 10),
    `${wing}/${room}`,
    oneLine(title),
  ]);
  // In a pipe nothing is cut.
  for (const line of table([{}, {}, {}, { flexible: out.terminal }], rows, out.width)) out.line(line);
  const last = offset + drawers.length;
  if (total === 0)
    out.note('no drawer fits; palace tree shows what is here, palace add TEXT and palace mine PATH file more');
  else if (last < total)
    out.note(`${grouped(offset + 1)}-${grouped(last)} of ${grouped(total)}; more with --offset ${last}`);
}

export function renderTree({ wings, total }: TreeResult, out: Output): void {
  const { paint } = out;
  for (const [wing, { drawers, halls, rooms }] of Object.entries(wings)) {
    const stated = Object.entries(halls).map(([hall, count]) => `${hall} ${grouped(count)}`);
    const hallText = stated.length === 0 ? '' : paint.dim(`  halls: ${stated.join(', ')}`);
    out.line(`${paint.bold(wing)}  ${grouped(drawers)}${hallText}`);
    const rows = Object.entries(rooms).map(([room, count]) => [`  ${room}`, grouped(count)]);
    for (const line of table([{}, { align: 'right' }], rows, out.width)) out.line(line);
  }
  if (total === 0) out.note('the palace is empty: palace add TEXT, or palace mine PATH');
  else out.line(paint.dim(`${counted(total, 'drawer')} in ${counted(Object.keys(wings).length, 'wing')}`));
}

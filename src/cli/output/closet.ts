import type { ClosetResult } from '../../services/closet/closet.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted } from './words.js';

export function renderClosets({ closets, total }: ClosetResult, out: Output): void {
  for (const { id, room, title, date, lines, left_out } of closets) {
    out.line(`${out.paint.bold(oneLine(title))}  ${out.paint.dim([room, date?.slice(0, 10) ?? '', id].join('  '))}`);
    for (const line of lines) out.line(`  ${oneLine(line)}`);
    if (left_out > 0) out.line(out.paint.dim(`  and ${counted(left_out, 'line')} more`));
  }
  if (closets.length < total) out.note(`${counted(total - closets.length, 'drawer')} more; --limit shows up to 100`);
}

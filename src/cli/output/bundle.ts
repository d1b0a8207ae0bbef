import type { BundleResult } from '../../services/bundle/bundle.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { bytes, counted } from './words.js';

export function renderBundle(result: BundleResult, out: Output): void {
  const { paint } = out;
  const file = oneLine(result.file);
  out.line(
    `bundled ${counted(result.drawers, 'memory', 'memories')} with ${counted(result.commits, 'commit')} (${bytes(result.bytes)}), verified`,
  );
  out.line(`  ${file}`);
  const branch = result.branch === null ? '' : ` of branch ${oneLine(result.branch)}`;
  out.line(paint.dim(`  the whole history${branch}; also what was removed since`));
  if (result.unsaved > 0)
    out.note(`${counted(result.unsaved, 'change')} not saved, and not in it: palace save, then bundle again`);
}

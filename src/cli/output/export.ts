import type { ExportResult } from '../../services/export/export.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { bytes, counted, shortCommit } from './words.js';

export function renderExport(result: ExportResult, out: Output): void {
  const size = result.drawers === 0 ? '' : ` (${bytes(result.bytes)})`;
  const from = result.at === null ? '' : ` as of commit ${shortCommit(result.at)}`;
  out.line(
    `exported ${counted(result.drawers, 'memory', 'memories')}${size} of ${counted(result.wings.length, 'wing')}${from}`,
  );
  out.line(`  ${result.format === 'jsonl' ? 'drawers.jsonl in ' : ''}${oneLine(result.folder)}`);
  for (const { path, reason } of result.left) out.note(`not exported: ${oneLine(path)}: ${oneLine(reason)}`);
}

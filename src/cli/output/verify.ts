import type { LogsReading } from '../../services/verify/logs.js';
import type { VerifyResult } from '../../services/verify/verify.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted, grouped } from './words.js';

/** A list longer than this is cut on a terminal or in a pipe; `--json` has all of it. */
const MOST = 20;

export function renderVerify(result: VerifyResult, out: Output): void {
  out.line(
    `${counted(result.total, 'drawer')}: ${grouped(result.intact)} as filed, ${grouped(result.edited.length)} edited since, ${grouped(result.unreceipted.length)} without a receipt`,
  );
  if (result.logs !== null) out.line(logsLine(result.logs));
  list(
    out,
    'edited since they were filed (palace log ID shows when and by whom)',
    result.edited,
    ({ id, path }) => `${id ?? '-'}  ${oneLine(path)}`,
  );
  list(
    out,
    'without a receipt: put there by hand',
    result.unreceipted,
    ({ id, path }) => `${id ?? '-'}  ${oneLine(path)}`,
  );
  list(out, 'cannot be read as drawers', result.problems, placed);
  list(
    out,
    'ids that several files have',
    result.duplicate_ids,
    ({ id, paths }) => `${id}  ${oneLine(paths.join(', '))}`,
  );
  list(out, 'outside the layout', result.outside_layout, ({ path, message }) => oneLine(`${path}: ${message}`));
  list(out, 'lines of logs that do not count (palace doctor says what to do)', result.logs?.damaged ?? [], placed);
}

function logsLine({ files, events, fact_events: facts, damaged }: LogsReading): string {
  if (files === 0) return 'no logs of facts or other events';
  const state = damaged.length === 0 ? 'all lines whole' : `${counted(damaged.length, 'line')} damaged`;
  return `${counted(files, 'log')}: ${counted(events, 'event')}, ${grouped(facts)} of them about facts; ${state}`;
}

function placed({ path, line, message }: { path: string; line: number | null; message: string }): string {
  return `${oneLine(path)}${line === null ? '' : `:${line}`}: ${oneLine(message)}`;
}

function list<Item>(out: Output, title: string, items: readonly Item[], render: (item: Item) => string): void {
  if (items.length === 0) return;
  out.line();
  out.line(`${title}:`);
  for (const item of items.slice(0, MOST)) out.line(`  ${render(item)}`);
  if (items.length > MOST) out.line(`  … and ${grouped(items.length - MOST)} more (--json lists all)`);
}

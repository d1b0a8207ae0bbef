import type { LogEntry, LogResult } from '../../history/log.js';
import type { ChangeCounts } from '../../history/log-details.js';
import { localTime } from './changes.js';
import { renderMemories } from './diff.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted, grouped, shortCommit } from './words.js';

/** Newest first: commit, time, subject; below it who did it and what came of it. */
export function renderLog({ entries, total }: LogResult, out: Output): void {
  const { paint } = out;
  for (const entry of entries) {
    out.line(
      `${paint.yellow(shortCommit(entry.commit))}  ${paint.dim(localTime(entry.date))}  ${paint.bold(oneLine(entry.subject))}`,
    );
    out.line(`  ${[oneLine(entry.author), happened(entry)].filter((part) => part !== '').join('  ')}`);
    for (const patch of entry.patch ?? []) renderMemories(patch, out);
    if (entry.patch) out.line();
  }
  if (total === 0) out.note('no history that fits');
  else if (entries.length < total) out.note(`${grouped(entries.length)} of ${grouped(total)}; more with --limit`);
}

/** Columns of a graph; the wings beyond share the last one. */
const MOST_WINGS = 8;

/** The wings that were touched as columns, the most touched first: `+ ~ > -` where an operation did something. */
export function renderLogGraph({ entries, total }: LogResult, out: Output): void {
  const { paint } = out;
  const touched = new Map<string, number>();
  for (const { wings = {} } of entries)
    for (const wing of Object.keys(wings)) touched.set(wing, (touched.get(wing) ?? 0) + 1);
  const names = [...touched].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([wing]) => wing);
  const shown = names.length > MOST_WINGS ? names.slice(0, MOST_WINGS - 1) : names;
  const others = names.slice(shown.length);
  const columns = others.length > 0 ? [...shown, counted(others.length, 'more wing')] : shown;
  for (const [at, name] of columns.entries()) out.line(`${'| '.repeat(at)}${paint.bold(oneLine(name))}`);
  for (const entry of entries) {
    const { wings = {} } = entry;
    const cells = shown.map((wing) => graphMark(wings[wing], out));
    if (others.length > 0)
      cells.push(
        graphMark(
          others.map((wing) => wings[wing]).find((counts) => counts),
          out,
        ),
      );
    out.line(
      `${cells.join(' ')}${cells.length > 0 ? '  ' : ''}${paint.yellow(shortCommit(entry.commit))}  ${paint.dim(localTime(entry.date).slice(0, 10))}  ${oneLine(entry.subject)}`,
    );
  }
  if (total === 0) out.note('no history that fits');
  else if (entries.length < total) out.note(`${grouped(entries.length)} of ${grouped(total)}; more with --limit`);
}

/** What an operation did most in a wing. */
function graphMark(counts: ChangeCounts | undefined, { paint }: Output): string {
  if (!counts) return paint.dim('|');
  const { added, changed, moved, removed } = counts;
  const most = Math.max(added, changed, moved, removed);
  if (most === added) return paint.green('+');
  if (most === changed) return paint.yellow('~');
  return most === moved ? paint.cyan('>') : paint.red('-');
}

function happened({ changes, commits, drawer }: LogEntry): string {
  const batches = commits.length > 1 ? ` in ${counted(commits.length, 'commit')}` : '';
  if (drawer) {
    const where = drawer.from === undefined ? drawer.path : `${drawer.from} -> ${drawer.path}`;
    return `${drawer.change}  ${oneLine(where)}`;
  }
  return `${countsText(changes)}${batches}`;
}

/** `+3 ~1 >2 -1, 2 files`; '' for nothing. */
function countsText({ added, changed, moved, removed, files }: ChangeCounts): string {
  const memories = [
    [added, '+'],
    [changed, '~'],
    [moved, '>'],
    [removed, '-'],
  ] as const;
  const parts = memories.filter(([count]) => count > 0).map(([count, mark]) => `${mark}${grouped(count)}`);
  return [parts.join(' '), files > 0 ? counted(files, 'other file') : ''].filter((part) => part !== '').join(', ');
}

import type { ChangeCounts, LogEntry, LogResult } from '../../history/log.js';
import { localTime } from './changes.js';
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
  }
  if (total === 0) out.note('no history that fits');
  else if (entries.length < total) out.note(`${grouped(entries.length)} of ${grouped(total)}; more with --limit`);
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

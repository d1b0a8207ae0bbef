import type { StatsResult, WeekActivity } from '../../history/activity.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { oneLine } from './width.js';
import { counted, grouped } from './words.js';

/** Characters of the longest bar. */
const WIDEST = 30;
/** Authors shown; `--json` has all. */
const MOST_AUTHORS = 15;

/** Numbers, authors, and a line for each week with what was filed and learned. */
export function renderStats(result: StatsResult, out: Output): void {
  const { paint } = out;
  const { activity, authors } = result;
  out.line(
    `${counted(result.drawers, 'drawer')} in ${counted(result.rooms, 'room')} of ${counted(result.wings, 'wing')}; ${counted(activity.commits, 'commit')}, ${counted(activity.facts, 'fact event')}`,
  );
  if (authors.length > 0) {
    out.line();
    const rows = authors
      .slice(0, MOST_AUTHORS)
      .map((author) => [
        oneLine(author.name),
        author.agent === true ? 'agent' : '',
        ...[author.drawers_added, author.drawers_changed, author.drawers_removed, author.facts].map(grouped),
      ]);
    const right = (title: string) => ({ title, align: 'right' as const });
    const columns = [{ title: 'author', flexible: true }, { title: '' }, right('added'), right('changed')];
    for (const line of table([...columns, right('removed'), right('facts')], rows, out.width)) out.line(line);
    if (authors.length > MOST_AUTHORS) out.line(`and ${grouped(authors.length - MOST_AUTHORS)} more`);
  }
  const first = result.weeks.findIndex((week) => filed(week) > 0 || week.facts > 0);
  if (first === -1) {
    out.note('no week of these saw any work');
    return;
  }
  out.line();
  out.line(paint.dim(`week of     ${'drawers added, changed'.padEnd(WIDEST + 6)}  facts`));
  const shown = result.weeks.slice(first);
  const mostFiled = Math.max(1, ...shown.map(filed));
  const mostFacts = Math.max(1, ...shown.map(({ facts }) => facts));
  for (const week of shown) {
    const added = bar(week.drawers_added, mostFiled, WIDEST);
    const changed = bar(week.drawers_changed, mostFiled, WIDEST).replaceAll('█', '▒');
    const space = ' '.repeat(Math.max(0, WIDEST + 1 - added.length - changed.length));
    const number = grouped(filed(week)).padStart(5);
    const facts = week.facts === 0 ? '' : `${paint.cyan(bar(week.facts, mostFacts, 8))} ${grouped(week.facts)}`;
    const names = Object.entries(week.by)
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, 3)
      .map(([name, of]) => `${oneLine(name)} ${grouped(of)}`)
      .join(', ');
    out.line(
      `${week.week}  ${paint.green(added)}${paint.yellow(changed)}${space}${number}  ${facts.padEnd(10)} ${paint.dim(names)}`.trimEnd(),
    );
  }
}

function filed(week: WeekActivity): number {
  return week.drawers_added + week.drawers_changed;
}

/** At least one character for anything. Two characters tell added from changed without colours. */
function bar(count: number, most: number, width: number): string {
  return '█'.repeat(count === 0 ? 0 : Math.max(1, Math.floor((count * width) / most)));
}

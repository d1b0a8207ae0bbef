import type {
  ChangedMemory,
  ComparedMemories,
  DiffResult,
  DiffSide,
  FactEvent,
  KeyChange,
} from '../../history/diff.js';
import type { Hunk } from '../../history/words.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { oneLine, printable } from './width.js';
import { counted, tally } from './words.js';

/** Changed places shown of one memory; `--json` has all. */
const MOST_HUNKS = 20;
/** Fact events shown; `--json` has all. */
const MOST_EVENTS = 50;
const WIDEST_BAR = 20;

/** What changed, as memories: new and removed ones by name, changed ones by their words. */
export function renderDiff(result: DiffResult, out: Output): void {
  renderSides(result, out);
  renderMemories(result, out);
  if (isEmpty(result)) out.line('no difference');
}

function renderSides({ from, to }: DiffResult, out: Output): void {
  const label = (side: DiffSide) =>
    `${oneLine(side.label)}${side.commits.length === 0 ? ' (before the first commit)' : ''}`;
  out.line(out.paint.dim(`from ${label(from)} to ${label(to)}`));
}

/** What became of memories, files and facts; `log --patch` shows each commit so. */
export function renderMemories(result: ComparedMemories, out: Output): void {
  const { paint } = out;
  for (const { title, path, lines } of result.added)
    out.line(
      `${paint.green('+')} ${paint.bold(oneLine(title))}  ${paint.dim(`${oneLine(path)}  ${counted(lines, 'line')}`)}`,
    );
  for (const { title, path, lines } of result.removed)
    out.line(
      `${paint.red('-')} ${paint.bold(oneLine(title))}  ${paint.dim(`${oneLine(path)}  ${counted(lines, 'line')}`)}`,
    );
  for (const memory of result.moved) {
    out.line(
      `${paint.cyan('>')} ${paint.bold(oneLine(memory.title))}  ${paint.dim(`${oneLine(memory.from)} -> ${oneLine(memory.path)}`)}`,
    );
    renderWords(memory, out);
  }
  for (const memory of result.changed) {
    out.line(`${paint.yellow('~')} ${paint.bold(oneLine(memory.title))}  ${paint.dim(oneLine(memory.path))}`);
    renderWords(memory, out);
  }
  for (const { path, change } of result.files) out.line(`  ${change}: ${paint.dim(oneLine(path))}`);
  for (const fact of result.facts.events.slice(0, MOST_EVENTS)) out.line(eventLine(fact, out));
  if (result.facts.events.length > MOST_EVENTS)
    out.line(`  and ${counted(result.facts.events.length - MOST_EVENTS, 'more event')}`);
}

/** `+ add Kai uses Postgres`: an event of the knowledge graph in its own words. */
function eventLine({ change, event }: FactEvent, { paint }: Output): string {
  const words = [event.subject, event.predicate, event.object].filter((part) => typeof part === 'string').join(' ');
  const about = words === '' ? (event.target ?? event.event) : words;
  const mark = change === 'added' ? paint.green('+') : paint.red('-');
  return `${mark} fact: ${oneLine(event.op)} ${oneLine(about)}`;
}

/** One line a memory: how many words came and went, and a bar of both, as `git diff --stat` draws it. */
export function renderDiffStat(result: DiffResult, out: Output): void {
  const { paint } = out;
  renderSides(result, out);
  const rows = [
    ...result.added.map(({ title, path, lines }) => ({
      mark: '+',
      title,
      path,
      unit: counted(lines, 'line'),
      plus: 0,
      minus: 0,
    })),
    ...result.removed.map(({ title, path, lines }) => ({
      mark: '-',
      title,
      path,
      unit: counted(lines, 'line'),
      plus: 0,
      minus: 0,
    })),
    ...[...result.moved, ...result.changed].map((memory) => ({
      mark: 'from' in memory ? '>' : '~',
      title: memory.title,
      path: memory.path,
      unit: counted(memory.words_added + memory.words_removed, 'word'),
      plus: memory.words_added,
      minus: memory.words_removed,
    })),
  ].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const most = Math.max(1, ...rows.map(({ plus, minus }) => plus + minus));
  const bar = (count: number, mark: string) =>
    mark.repeat(count === 0 ? 0 : Math.max(1, Math.round((count * Math.min(WIDEST_BAR, most)) / most)));
  const lines = table(
    [{}, { flexible: true }, { align: 'right' }],
    rows.map(({ mark, title, path, unit }) => [mark, `${oneLine(title)}  ${oneLine(path)}`, unit]),
    out.width - WIDEST_BAR - 3,
  );
  for (const [at, line] of lines.entries()) {
    const { plus = 0, minus = 0 } = rows[at] ?? {};
    out.line(`${line}  ${paint.green(bar(plus, '+'))}${paint.red(bar(minus, '-'))}`.trimEnd());
  }
  const { added, changed, moved, removed, files, facts } = result;
  const counts = { added: added.length, changed: changed.length, moved: moved.length, removed: removed.length };
  out.line(
    `${tally(counts)}${files.length > 0 ? `, ${counted(files.length, 'other file')}` : ''}${facts.added > 0 ? `, ${counted(facts.added, 'new fact event')}` : ''}`,
  );
}

function isEmpty({ added, removed, moved, changed, files }: DiffResult): boolean {
  return [added, removed, moved, changed, files].every((list) => list.length === 0);
}

function renderWords({ hunks, front_matter }: ChangedMemory, out: Output): void {
  for (const key of front_matter) out.line(`    ${keyLine(key, out)}`);
  for (const hunk of hunks.slice(0, MOST_HUNKS)) renderHunk(hunk, out);
  if (hunks.length > MOST_HUNKS) out.line(`    and ${counted(hunks.length - MOST_HUNKS, 'more place')}`);
}

function keyLine({ key, before, after }: KeyChange, { paint }: Output): string {
  const value = (of: unknown) => (of === null ? '(none)' : oneLine(JSON.stringify(of)));
  return paint.dim(`${oneLine(key)}: ${value(before)} -> ${value(after)}`);
}

/** Without colour, `[-removed-]` and `{+added+}` tell the words apart, as git does. */
function renderHunk({ after_line, runs }: Hunk, out: Output): void {
  const { paint } = out;
  const removed = (text: string) => (paint.on ? paint.red(text) : `[-${text}-]`);
  const added = (text: string) => (paint.on ? paint.green(text) : `{+${text}+}`);
  const text = runs
    .map(({ op, text: run }) => {
      if (op === 'same') return printable(run);
      return eachLine(printable(run), op === 'removed' ? removed : added);
    })
    .join('')
    .replace(/\n$/, '');
  out.line(paint.dim(`    line ${after_line}:`));
  for (const line of text.split('\n')) out.line(`    ${line}`);
}

/** Marks do not run over line ends, so that every line reads by itself. */
function eachLine(text: string, mark: (line: string) => string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : mark(line)))
    .join('\n');
}

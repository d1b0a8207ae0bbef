import type { ChangedMemory, DiffResult, KeyChange } from '../../history/diff.js';
import type { Hunk } from '../../history/words.js';
import type { Output } from './output.js';
import { oneLine, printable } from './width.js';
import { counted } from './words.js';

/** Changed places shown of one memory; `--json` has all. */
const MOST_HUNKS = 20;

/** What changed, as memories: new and removed ones by name, changed ones by their words. */
export function renderDiff(result: DiffResult, out: Output): void {
  const { paint } = out;
  out.line(paint.dim(`from ${oneLine(result.from.label)} to ${oneLine(result.to.label)}`));
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
  if (isEmpty(result)) out.line('no difference');
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

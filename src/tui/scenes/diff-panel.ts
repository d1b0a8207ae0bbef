import type { ChangedMemory, ComparedMemories, FactEvent } from '../../history/diff.js';
import type { WordRun } from '../../history/words.js';
import { displayWidth } from '../../text/width.js';
import { type Row, type Span, type Style, span } from '../draw/spans.js';
import { wrapText } from '../draw/wrap.js';
import { counted } from './scene.js';

/** Changed places of one memory, and memories, that are shown. */
const MOST_HUNKS = 50;
const MOST_MEMORIES = 200;

const STYLES: Readonly<Record<WordRun['op'], Style | undefined>> = { same: undefined, added: 'good', removed: 'bad' };

/** What became of memories, word by word, in rows of at most `width` columns. */
export function diffRows(diff: ComparedMemories, width: number): Row[] {
  const rows: Row[] = [];
  for (const { title, path, lines } of diff.added.slice(0, MOST_MEMORIES))
    rows.push([span('+ ', 'good'), span(title, 'bold'), span(`  ${path}  ${counted(lines, 'line')}`, 'dim')]);
  for (const { title, path, lines } of diff.removed.slice(0, MOST_MEMORIES))
    rows.push([span('- ', 'bad'), span(title, 'bold'), span(`  ${path}  ${counted(lines, 'line')}`, 'dim')]);
  for (const memory of diff.moved.slice(0, MOST_MEMORIES)) {
    rows.push([span('> ', 'accent'), span(memory.title, 'bold'), span(`  ${memory.from} → ${memory.path}`, 'dim')]);
    rows.push(...changeRows(memory, width));
  }
  for (const memory of diff.changed.slice(0, MOST_MEMORIES)) {
    rows.push([span('~ ', 'warn'), span(memory.title, 'bold'), span(`  ${memory.path}`, 'dim')]);
    rows.push(...changeRows(memory, width));
  }
  for (const { path, change } of diff.files.slice(0, MOST_MEMORIES)) rows.push([span(`  ${change}: ${path}`, 'dim')]);
  for (const event of diff.facts.events.slice(0, MOST_MEMORIES)) rows.push(eventRow(event));
  const left = [diff.added, diff.removed, diff.moved, diff.changed, diff.files, diff.facts.events].reduce(
    (sum, list) => sum + Math.max(0, list.length - MOST_MEMORIES),
    0,
  );
  if (left > 0) rows.push([span(`and ${left.toLocaleString('en')} more: palace diff shows all`, 'dim')]);
  if (rows.length === 0) rows.push([span('no difference', 'dim')]);
  return rows;
}

/** The changed words of one memory, with a line between two places. */
export function changeRows({ hunks, front_matter }: ChangedMemory, width: number): Row[] {
  const rows: Row[] = front_matter.map(({ key, before, after }) => [
    span(`    ${key}: ${told(before)} → ${told(after)}`, 'dim'),
  ]);
  for (const hunk of hunks.slice(0, MOST_HUNKS)) {
    rows.push([span(`    line ${hunk.after_line}`, 'dim')]);
    rows.push(...runRows(hunk.runs, Math.max(10, width - 6)));
  }
  if (hunks.length > MOST_HUNKS)
    rows.push([span(`    and ${counted(hunks.length - MOST_HUNKS, 'more place')}`, 'dim')]);
  return rows;
}

function told(value: unknown): string {
  return value === null ? '(none)' : JSON.stringify(value);
}

/** Runs of words as rows. Without colour `{+these+}` came and `[-these-]` went, as `git diff --word-diff` has it. */
function runRows(runs: readonly WordRun[], width: number): Row[] {
  const rows: Row[] = [];
  let row: Span[] = [];
  let used = 0;
  const close = (): void => {
    const changed = row.some(({ style }) => style !== undefined);
    rows.push([span(changed ? '    ± ' : '      ', 'dim'), ...row]);
    row = [];
    used = 0;
  };
  const put = (text: string, style: Style | undefined): void => {
    const columns = displayWidth(text);
    if (used > 0 && used + columns > width) close();
    // A blank at which a row was broken begins no row.
    if (text === '' || (used === 0 && row.length > 0 && text.trim() === '')) return;
    row.push({ text, style });
    used += columns;
  };
  for (const { op, text } of runs) {
    const shown = op === 'added' ? mark(text, '{+', '+}') : op === 'removed' ? mark(text, '[-', '-]') : text;
    for (const [at, line] of shown.split('\n').entries()) {
      if (at > 0) close();
      for (const word of line.split(/(?<=\s)(?=\S)/))
        for (const piece of wrapText(word, width)) put(piece.text, STYLES[op]);
    }
  }
  if (row.length > 0) close();
  return rows;
}

/** Each line in marks of its own, so that a row says what it is. */
function mark(text: string, before: string, after: string): string {
  return text
    .split('\n')
    .map((line) => (line.trim() === '' ? line : `${before}${line}${after}`))
    .join('\n');
}

function eventRow({ change, event }: FactEvent): Row {
  const words = [event.subject, event.predicate, event.object].filter((part) => typeof part === 'string').join(' ');
  const about = words === '' ? String(event.target ?? event.event) : words;
  return [
    span(change === 'added' ? '+ ' : '- ', change === 'added' ? 'good' : 'bad'),
    span(`fact: ${event.op} ${about}`),
  ];
}

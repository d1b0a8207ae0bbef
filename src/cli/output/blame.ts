import type { BlamedLine, BlameResult } from '../../history/blame.js';
import { localTime } from './changes.js';
import type { Output } from './output.js';
import { clip, oneLine, padEnd, printable } from './width.js';
import { shortCommit } from './words.js';

const NOT_SAVED = 'not saved';
const WIDEST_NAME = 20;

/** Each line with the commit, day and author that brought it; what repeats from the line above is left blank. */
export function renderBlame(result: BlameResult, out: Output): void {
  const { paint } = out;
  const names = result.lines.map(nameOf);
  const width = Math.min(WIDEST_NAME, Math.max(0, ...names.map((name) => name.length)));
  const digits = String(result.total).length;
  let above: string | null | undefined;
  for (const [at, { line, text, commit, date }] of result.lines.entries()) {
    const same = at > 0 && commit === above;
    above = commit;
    const id = commit === null ? ' '.repeat(10) : shortCommit(commit);
    const day = date === null ? ' '.repeat(10) : localTime(date).slice(0, 10);
    const head = same ? ' '.repeat(24 + width) : '';
    const told = `${commit === null ? id : paint.yellow(id)}  ${paint.dim(day)}  ${padEnd(clip(names[at] ?? '', width), width)}`;
    out.line(`${same ? head : told}  ${paint.dim(String(line).padStart(digits))}  ${printable(text)}`.trimEnd());
  }
  if (result.total === 0) out.note('this memory has no words');
}

function nameOf({ by, author }: BlamedLine): string {
  return oneLine(by ?? author?.replace(/ <[^>]*>$/, '') ?? NOT_SAVED);
}

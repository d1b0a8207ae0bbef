import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted, shortCommit } from './words.js';

/** What happened to one file or memory, as the services of writes report it. */
export interface ShownChange {
  kind: 'added' | 'changed' | 'moved' | 'removed';
  id?: string | null;
  path: string;
  from?: string;
  title?: string | null;
}

const MARKS = { added: '+', changed: '~', moved: '>', removed: '-' } as const;
/** Lines shown of a long list; `--json` has all. */
const MOST = 30;

/** One line for each change, `+ title  wings/…`, and how many were left out. */
export function renderChanges(changes: readonly ShownChange[], out: Output): void {
  for (const change of changes.slice(0, MOST)) out.line(`  ${changeLine(change, out)}`);
  if (changes.length > MOST) out.line(`  and ${counted(changes.length - MOST, 'more change')}; --json names all`);
}

export function changeLine({ kind, path, from, title }: ShownChange, { paint }: Output): string {
  const colour = { added: paint.green, changed: paint.yellow, moved: paint.cyan, removed: paint.red }[kind];
  const where = from === undefined ? oneLine(path) : `${oneLine(from)} -> ${oneLine(path)}`;
  const name = title === undefined || title === null ? '' : `${oneLine(title)}  `;
  return `${colour(MARKS[kind])} ${name}${paint.dim(where)}`;
}

/** The commit, and how to take it back. */
export function renderCommit(commit: string | null, out: Output): void {
  if (commit === null) return;
  out.line(out.paint.dim(`  commit ${shortCommit(commit)}; take it back with: palace undo ${shortCommit(commit)}`));
}

/** `2026-06-01 14:03` in the time of this machine. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

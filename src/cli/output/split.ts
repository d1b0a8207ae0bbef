import type { SplitResult } from '../../services/split/split.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { bytes, counted } from './words.js';

/** Files left alone that are named; `--json` has all. */
const EXAMPLES = 5;

/** What was (or would be) split into what. */
export function renderSplit(result: SplitResult, out: Output): void {
  const { paint } = out;
  if (result.dry_run) out.line(paint.yellow('dry run: nothing is written; this is what would be done'));
  for (const { path, sessions, folder, parts } of result.files) {
    out.line(`${paint.bold(oneLine(path))}: ${counted(sessions, 'session')} in ${oneLine(folder)}`);
    for (const part of parts) {
      const name = part.path.slice(folder.length + 1);
      const facts = [bytes(part.bytes), counted(part.lines, 'line'), part.status === 'exists' ? 'there already' : ''];
      out.line(`  ${oneLine(name)} ${paint.dim(`(${facts.filter((fact) => fact !== '').join(', ')})`)}`);
    }
  }
  if (result.files.length === 0) out.line('nothing to split');
  for (const { path, detail } of result.skipped.slice(0, EXAMPLES)) out.note(`left alone: ${oneLine(path)}: ${detail}`);
  if (result.skipped.length > EXAMPLES)
    out.note(`and ${counted(result.skipped.length - EXAMPLES, 'more file')} left alone`);
  const folders = [...new Set(result.files.map(({ folder }) => folder))];
  if (!result.dry_run && folders.length > 0)
    out.note(
      `next: palace mine ${folders.map((folder) => JSON.stringify(folder)).join(' ')} (not the file that was split too: its words would be there twice)`,
    );
}

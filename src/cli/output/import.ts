import type { ImportResult } from '../../services/import/types.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted, grouped, shortCommit, tally } from './words.js';

/** Names given of a long list; `--json` has all. */
const EXAMPLES = 10;

export function renderImport(result: ImportResult, out: Output): void {
  const { paint } = out;
  if (result.dry_run) out.line(paint.yellow('dry run: nothing is written; this is what would be done'));
  const { added, unchanged, conflicts, forgotten } = result.drawers;
  const what = tally({ added, 'in conflict': conflicts, 'passed over, purged here': forgotten });
  const before = unchanged === 0 ? '' : paint.dim(` (${grouped(unchanged)} unchanged)`);
  out.line(`${what === 'nothing' ? 'nothing new' : what}${before}`);
  const { facts } = result;
  if (facts.added + facts.merged + facts.unchanged > 0)
    out.line(
      `  facts: ${tally({ added: facts.added, merged: facts.merged })}${facts.unchanged === 0 ? '' : paint.dim(` (${grouped(facts.unchanged)} unchanged)`)}`,
    );
  if (result.wings.length > 0)
    out.line(`  ${result.wings.length === 1 ? 'wing' : 'wings'}: ${result.wings.map(oneLine).join(', ')}`);
  const [first, ...more] = result.commits.map(shortCommit);
  if (first !== undefined)
    out.line(
      paint.dim(
        more.length === 0 ? `  commit ${first}` : `  ${counted(result.commits.length, 'commit')} from ${first} on`,
      ),
    );
  for (const { message } of result.conflicts.slice(0, EXAMPLES))
    out.line(paint.yellow(`  needs you: ${oneLine(message)}`));
  if (result.conflicts.length > EXAMPLES)
    out.line(paint.yellow(`  and ${counted(result.conflicts.length - EXAMPLES, 'more conflict')}; --json names all`));
  for (const { where, reason } of result.left.slice(0, EXAMPLES))
    out.note(`not imported: ${oneLine(where)}: ${oneLine(reason)}`);
  if (result.left.length > EXAMPLES)
    out.note(`not imported: ${grouped(result.left.length - EXAMPLES)} more; --json names all`);
  for (const note of result.notes) out.note(oneLine(note));
}

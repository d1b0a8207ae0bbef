import type { EditResult } from '../../services/edit/edit.js';
import type { MoveResult } from '../../services/move/move.js';
import type { RemoveResult } from '../../services/remove/remove.js';
import type { RestoreResult } from '../../services/restore/restore.js';
import type { UndoResult } from '../../services/undo/undo.js';
import { renderChanges, renderCommit } from './changes.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted } from './words.js';

/** Operations named of many; `--json` names all. */
const MOST_NAMED = 20;

export function renderEdit(result: EditResult, out: Output): void {
  const title = out.paint.bold(oneLine(result.title));
  out.line(result.commit === null ? `nothing changed in ${title}` : `saved ${title}`);
  renderCommit(result.commit, out);
}

export function renderMove(result: MoveResult, out: Output): void {
  if (result.dry_run) out.line(out.paint.yellow('dry run: nothing is written; this is what would be done'));
  if (result.changes.length === 0) out.line('nothing to move: it stands there already');
  else out.line(`${result.dry_run ? 'would move' : 'moved'} ${counted(result.changes.length, 'drawer')}`);
  renderChanges(result.changes, out);
  renderCommit(result.commit, out);
}

export function renderRemove(result: RemoveResult, out: Output): void {
  if (result.dry_run) out.line(out.paint.yellow('dry run: nothing is written; this is what would be done'));
  out.line(`${result.dry_run ? 'would remove' : 'removed'} ${counted(result.changes.length, 'drawer')}`);
  renderChanges(result.changes, out);
  renderCommit(result.commit, out);
  const [only, ...others] = result.changes;
  if (!result.dry_run && only && others.length === 0) out.note(`history keeps it: palace restore ${only.id}`);
  if (result.ignored > 0)
    out.note(
      `mining ${result.dry_run ? 'would pass' : 'passes'} over ${counted(result.ignored, 'source')} from now on`,
    );
}

export function renderUndo(result: UndoResult, out: Output): void {
  const { undone, operations, changes, revoked, overlaps } = result;
  const several = operations.length > 1;
  const subject = several ? counted(operations.length, 'operation') : out.paint.bold(oneLine(undone.subject));
  if (result.dry_run) out.line(out.paint.yellow('dry run: nothing is written; this is what would be done'));
  if (result.dry_run) out.line(`would take back ${subject}`);
  else if (result.commit === null) out.line(`nothing to do: ${subject} is taken back already`);
  else out.line(`took back ${subject}`);
  if (several)
    for (const each of operations.slice(0, MOST_NAMED)) out.line(`  ${out.paint.dim(oneLine(each.subject))}`);
  if (operations.length > MOST_NAMED) out.line(`  and ${counted(operations.length - MOST_NAMED, 'more operation')}`);
  renderChanges(changes, out);
  if (revoked > 0) out.line(`  ${counted(revoked, 'event')} revoked`);
  for (const { id, path, reason } of overlaps)
    out.line(`  ${out.paint.yellow('left as it is')}: ${id ?? oneLine(path)} (${oneLine(reason)})`);
  renderCommit(result.commit, out);
}

export function renderRestore(result: RestoreResult, out: Output): void {
  const { changes, revoked } = result;
  if (changes.length === 0) out.line('nothing to restore: it stands as it was');
  else out.line(`brought back ${counted(changes.length, 'drawer')}`);
  renderChanges(changes, out);
  if (revoked > 0) out.note(`mining may file ${revoked === 1 ? 'its source' : 'their sources'} again`);
  renderCommit(result.commit, out);
}

import type { SaveResult } from '../../services/save/save.js';
import { renderChanges, renderCommit } from './changes.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted } from './words.js';

const LEFT = {
  'not-a-file': 'no regular file',
  'bad-name': 'rename it (control characters, or bytes that are no UTF-8, in its name)',
  'too-large': 'too large (palace config set mine.max_source)',
};

export function renderSave(result: SaveResult, out: Output): void {
  if (result.commit === null) out.line('nothing to save');
  else out.line(`saved ${counted(result.changes.length, 'change')}`);
  renderChanges(result.changes, out);
  renderCommit(result.commit, out);
  for (const { path, id, reason } of result.identified)
    out.note(
      reason === 'copy'
        ? `${oneLine(path)} is a copy, so it got an id of its own: ${id}`
        : `${oneLine(path)} got the id ${id}`,
    );
  for (const { path, line, message } of result.problems)
    out.note(`${oneLine(path)}:${line}: ${message}; saved as it is, found as plain text`);
  const outside = result.left.filter(({ reason }) => reason === 'outside').map(({ path }) => oneLine(path));
  if (outside.length > 0)
    out.note(`left alone, not of the palace: ${outside.slice(0, 5).join(', ')}${outside.length > 5 ? ', …' : ''}`);
  for (const { path, reason } of result.left)
    if (reason !== 'outside') out.note(`left alone, ${LEFT[reason]}: ${oneLine(path)}`);
  if (result.ignored > 0) out.note(`mining passes over ${counted(result.ignored, 'source')} from now on`);
}

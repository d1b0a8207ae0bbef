import { fileMode } from '../objects/tree.js';
import { asObjectId, type FileMode, type ObjectId, type TreeChange } from '../types.js';

/** One raw record of diff-tree: `:<mode> <mode> <id> <id> <letter>`. */
export function readChange(record: string, path: string): TreeChange {
  const [modeBefore = '', modeAfter = '', idBefore = '', idAfter = ''] = record.slice(1).split(' ');
  const side = (mode: string, id: string): { mode: FileMode; id: ObjectId } | undefined =>
    /^0+$/.test(mode) ? undefined : { mode: fileMode(mode), id: asObjectId(id) };
  const before = side(modeBefore, idBefore);
  const after = side(modeAfter, idAfter);
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return { kind, path, before, after };
}

import type { IndexState } from '../../index/types.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { bytes, counted, shortCommit } from './words.js';

export function renderIndexState(state: IndexState, out: Output): void {
  out.line(`${counted(state.drawers, 'drawer')}, ${counted(state.passages, 'passage')}`);
  const size = `${bytes(state.bytes)} in ${counted(state.segments, 'segment')}`;
  out.line(`  ${size}, as of ${state.commit === null ? 'the work tree alone' : shortCommit(state.commit)}`);
  for (const { path, line, message } of state.problems) out.note(`${oneLine(path)}:${line}: ${oneLine(message)}`);
}

export function renderRefresh(state: IndexState & { added: number; removed: number }, out: Output): void {
  renderIndexState(state, out);
  out.line(`  ${counted(state.added, 'version')} indexed, ${counted(state.removed, 'version')} gone`);
}

import type { RefreshResult } from '../../index/refresh.js';
import type { IndexState } from '../../index/types.js';
import type { EmbedResult } from '../../services/embed/embed.js';
import type { IndexStatus } from '../../services/index-status/index-status.js';
import type { Output } from './output.js';
import { vectorLines } from './vectors.js';
import { oneLine } from './width.js';
import { bytes, counted, shortCommit } from './words.js';

export function renderIndexStatus(status: IndexStatus, out: Output): void {
  if (status.state === 'missing') {
    out.line('there is no search index yet; the first search makes it');
    return;
  }
  out.line(status.state === 'fresh' ? 'up to date' : 'behind: the next search brings it up to date');
  renderState(status, out);
}

export function renderRefresh(result: RefreshResult & { vectors: EmbedResult | null }, out: Output): void {
  out.line(`${counted(result.added, 'version')} indexed, ${counted(result.removed, 'drawer')} gone`);
  renderState(result, out);
  if (result.vectors !== null) vectorLines(result.vectors, out);
}

function renderState(state: IndexState, out: Output): void {
  const size = `${bytes(state.bytes)} in ${counted(state.segments, 'segment')}`;
  const at = state.commit === null ? 'before the first commit' : `at commit ${shortCommit(state.commit)}`;
  out.line(`  ${counted(state.drawers, 'drawer')}, ${counted(state.passages, 'passage')}; ${size}; ${at}`);
  for (const { path, line, message } of state.problems) out.note(`${oneLine(path)}:${line}: ${oneLine(message)}`);
}

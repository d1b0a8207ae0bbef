import type { StatusResult } from '../../services/status/status.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { oneLine } from './width.js';
import { counted, grouped, shortCommit } from './words.js';

const MOST_UNSAVED = 10;
const REMOTE = {
  same: 'up to date',
  ahead: 'has not all of it yet',
  behind: 'has more than this clone',
  diverged: 'has other changes too',
  unknown: 'never fetched or pushed',
} as const;

/** The palace at a glance, and what to do next. */
export function renderStatus(status: StatusResult, out: Output): void {
  const { paint } = out;
  const name = status.name === null ? '' : `${paint.bold(oneLine(status.name))}  `;
  out.line(`${name}${status.palace}`);
  const at = status.commit === null ? 'nothing saved yet' : shortCommit(status.commit);
  out.line(paint.dim(`${status.branch ?? 'detached HEAD'} at ${at}, ${status.git} git`));
  out.line();
  renderCounts(status, out);
  renderFacts(status, out);
  if (status.in_progress !== null) out.line(paint.yellow(`a ${status.in_progress} is not finished: git status`));
  for (const path of status.conflicts) out.line(paint.red(`conflict: ${oneLine(path)}`));
  renderUnsaved(status, out);
  out.line(`index  ${indexText(status)}`);
  out.line(`model  ${modelText(status)}`);
  if (status.remote) {
    const { name: remote, url, state } = status.remote;
    out.line(`remote  ${oneLine(remote)} ${oneLine(url)}: ${REMOTE[state]}`);
  }
}

function modelText({ model, drawers }: StatusResult): string {
  if (model.name === null) return 'none: found by words only (palace model use bundled)';
  if (model.problem !== null) return `${oneLine(model.name)}: ${oneLine(model.problem)}`;
  const vectors = `${oneLine(model.name)}, ${counted(model.vectors, 'vector')}`;
  if (model.complete === false && drawers > 0) return `${vectors}; some drawers wait for theirs: palace index refresh`;
  return vectors;
}

function renderCounts({ drawers, wings, rooms }: StatusResult, out: Output): void {
  if (drawers === 0) {
    out.line('no drawers yet: palace add TEXT, or palace mine PATH');
    return;
  }
  out.line(`${counted(drawers, 'drawer')} in ${counted(Object.keys(wings).length, 'wing')}`);
  const rows = Object.entries(wings).map(([wing, count]) => {
    const inside = Object.entries(rooms).filter(([place]) => place.startsWith(`${wing}/`));
    const names = inside
      .sort(([, a], [, b]) => b - a)
      .map(([place, number]) => `${place.slice(wing.length + 1)} ${grouped(number)}`);
    return [`  ${wing}`, grouped(count), names.join(', ')];
  });
  const columns = [{}, { align: 'right' as const }, { flexible: out.terminal }];
  for (const line of table(columns, rows, out.width)) out.line(line);
}

function renderFacts({ facts: { total, current, damaged } }: StatusResult, out: Output): void {
  if (total === null || current === null) out.line('facts  too many to count in passing: palace kg stats');
  else if (total > 0) out.line(`facts  ${grouped(current)} hold now, ${grouped(total - current)} past or to come`);
  if (damaged > 0) out.line(out.paint.red(`${counted(damaged, 'damaged line')} in the logs of facts: palace doctor`));
}

function renderUnsaved({ unsaved }: StatusResult, out: Output): void {
  const ours = unsaved.filter(({ outside }) => !outside);
  const others = unsaved.length - ours.length;
  if (ours.length > 0) {
    out.line(out.paint.yellow(`${counted(ours.length, 'unsaved edit')}: palace save`));
    for (const { path, change } of ours.slice(0, MOST_UNSAVED)) out.line(`  ${change}  ${oneLine(path)}`);
    if (ours.length > MOST_UNSAVED) out.line(`  and ${counted(ours.length - MOST_UNSAVED, 'more edit')}`);
  }
  if (others > 0) out.line(out.paint.dim(`${counted(others, 'changed file')} beside the palace: git status`));
}

function indexText({ index }: StatusResult): string {
  if (index.state === 'missing') return 'none yet; the first search builds it';
  const size = index.drawers === null ? '' : `${counted(index.drawers, 'drawer')}, `;
  return `${size}${index.state === 'fresh' ? 'up to date with the last commit' : 'the next search brings it up to date'}`;
}

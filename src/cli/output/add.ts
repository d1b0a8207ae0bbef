import type { AddResult } from '../../services/add/add.js';
import { noteContradictions } from './check.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { shortCommit } from './words.js';

export function renderAdd(result: AddResult, out: Output): void {
  const { paint } = out;
  const place = `${result.wing}/${result.room}`;
  if (result.status === 'added') {
    out.line(`${paint.green('filed')} ${paint.bold(oneLine(result.title))} in ${place}`);
    out.line(paint.dim(`  ${result.id}  ${result.path}`));
    if (result.commit !== null) out.line(paint.dim(`  commit ${shortCommit(result.commit)}`));
    noteContradictions(result.contradictions, out);
  } else if (result.status === 'exists') {
    out.line(`${paint.yellow('there already:')} ${paint.bold(oneLine(result.title))} in ${place}`);
    out.line(paint.dim(`  ${result.id}  ${result.path}`));
  } else {
    out.line(paint.yellow('not filed: the wing has it already, word for word or nearly'));
    for (const match of result.matches) {
      const share = match.similarity === 1 ? 'the same' : `${Math.round(match.similarity * 100)} %`;
      out.line(`  ${share}  ${paint.bold(oneLine(match.title))}  ${match.wing}/${match.room}  ${paint.dim(match.id)}`);
    }
    out.note('to file it all the same: --force');
  }
}

import type { ReviewResult } from '../../services/proposals/review.js';
import type { ProposalRow, ProposeResult } from '../../services/proposals/types.js';
import { issueLine } from './check.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted, shortCommit, tally } from './words.js';

export function renderProposals(result: ProposeResult, out: Output): void {
  const { proposals, total, drawers, known, accepted, rejected } = result;
  for (const proposal of proposals) proposalLines(proposal, out);
  const open = total === 0 ? 'nothing to propose' : counted(total, 'proposal');
  const before = tally({ 'known already': known, accepted, rejected });
  out.line(`${open} from ${counted(drawers, 'drawer')}${before === 'nothing' ? '' : ` (${before})`}`);
  const shown = proposals.filter(({ status }) => status === 'open').length;
  if (shown < total) out.note(`${shown} of ${total} shown: --limit ${total}`);
  if (shown > 0) out.note('palace kg review accept ID... records them, palace kg review reject ID... puts them away');
}

/** What was recorded and put away. */
export function renderReviewed({ reviewed }: ReviewResult, out: Output): void {
  const { paint } = out;
  for (const { id, status, fact, triple_id, valid_from, valid_to, ended, conflicts, notes, commit } of reviewed) {
    const word = status === 'accepted' ? paint.green('recorded') : paint.yellow(status);
    out.line(`${word} ${oneLine(fact)}${datesOf({ valid_from, valid_to })}`);
    const told = [id, triple_id, commit === null ? null : `commit ${shortCommit(commit)}`];
    out.line(paint.dim(`  ${told.filter((part) => part !== null).join('  ')}`));
    for (const other of ended) out.line(`  ended: ${oneLine(other.fact)} until ${other.valid_to ?? ''}`);
    for (const other of conflicts) out.note(`stays beside it: ${oneLine(other.fact)} (${other.triple_id})`);
    for (const note of notes) out.note(oneLine(note));
  }
}

function proposalLines(proposal: ProposalRow, out: Output): void {
  const { paint } = out;
  const { id, subject, predicate, object, over, sources, confidence, status, conflicts } = proposal;
  const fact = oneLine(`${subject} → ${predicate} → ${object}`);
  const ends = over ? ' ended' : '';
  const word = status === 'open' ? '' : ` [${status}]`;
  out.line(
    `${paint.bold(id)}  ${fact}${ends}${datesOf(proposal)}  ${paint.dim(`${Math.round(confidence * 100)} %`)}${word}`,
  );
  const [first] = sources;
  if (first !== undefined) {
    const more = sources.length > 1 ? ` and ${sources.length - 1} more` : '';
    out.line(paint.dim(`   ${first.drawer ?? oneLine(first.path)}:${first.lines[0]}${more}: ${oneLine(first.quote)}`));
  }
  for (const found of conflicts) out.line(`   ${issueLine(found)}`);
}

function datesOf({ valid_from, valid_to }: Pick<ProposalRow, 'valid_from' | 'valid_to'>): string {
  return `${valid_from === null ? '' : ` since ${valid_from}`}${valid_to === null ? '' : ` until ${valid_to}`}`;
}

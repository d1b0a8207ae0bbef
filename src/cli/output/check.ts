import type { Contradictions } from '../../services/check/note.js';
import type { CheckIssue, CheckResult, GraphCheckResult, OpposingFact } from '../../services/check/types.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted, grouped } from './words.js';

const SIGNS = { high: '🔴', medium: '🟡', low: '🔵' } as const;
/** Facts shown for one contradiction. */
const MOST_FACTS = 3;

export function renderCheck(result: CheckResult, out: Output): void {
  for (const found of result.issues) issueLines(found, out);
  if (result.total > 0) return;
  if (result.facts === 0)
    out.line('nothing to compare with: there are no facts yet (palace kg add, palace kg propose)');
  else if (result.claims === 0) out.line('no statement was read that the facts could speak against');
  else
    out.line(`no contradictions: ${counted(result.claims, 'statement')} read, ${counted(result.facts, 'fact')} known`);
}

export function renderGraphCheck(result: GraphCheckResult, out: Output): void {
  for (const found of result.issues) issueLines(found, out);
  const { drawers } = result;
  const beside =
    drawers === null
      ? ''
      : `, ${counted(drawers.claims, 'statement')} of ${counted(drawers.checked, 'drawer')} since ${drawers.since.slice(0, 10)}`;
  const found = result.total === 0 ? 'no contradictions' : counted(result.total, 'contradiction');
  out.line(`${found}: ${counted(result.facts, 'fact')}${beside}`);
}

function issueLines(found: CheckIssue, out: Output): void {
  const { paint } = out;
  out.line(issueLine(found));
  if (found.quote !== null) out.line(paint.dim(`   said${placeOf(found)}: ${oneLine(found.quote)}`));
  for (const fact of found.facts.slice(0, MOST_FACTS)) out.line(paint.dim(`   ${factLine(fact)}`));
}

/** `🔴 INVOICE-IMPORT: attribution conflict — Dana was assigned, not Ravi`. */
export function issueLine({ severity, kind, subject, evidence }: CheckIssue): string {
  const shown = kind === 'attribution_conflict' ? 'attribution conflict' : kind;
  return oneLine(`${SIGNS[severity]} ${subject.toUpperCase()}: ${shown} — ${evidence}`);
}

function placeOf({ lines, drawer }: CheckIssue): string {
  const line = lines === null ? '' : ` line ${lines[0]}`;
  if (drawer === null) return lines === null || lines[0] === 1 ? '' : ` (${line.trim()})`;
  return ` in ${drawer.id ?? oneLine(drawer.path)}${line}`;
}

function factLine({ triple_id, fact, valid_from, valid_to, by, recorded_at, ...source }: OpposingFact): string {
  const since = valid_from === null ? '' : ` since ${valid_from}`;
  const until = valid_to === null ? '' : ` until ${valid_to}`;
  const from = source.source_drawer ?? source.source_file;
  const line = source.source_lines === null ? '' : `:${source.source_lines[0]}`;
  const told = [by, recorded_at.slice(0, 10), from === null ? null : `${from}${line}`].filter((part) => part !== null);
  return oneLine(`${fact}${since}${until}  (${triple_id}; ${told.join(', ')})`);
}

/** What `add` says of new words that the facts speak against. */
export function noteContradictions(issues: readonly CheckIssue[], out: Output): void {
  for (const found of issues) out.note(issueLine(found));
}

/** What `mine` says: how many, and the first ones. */
export function noteManyContradictions(found: Contradictions, out: Output): void {
  const most = 3;
  if (found.total > 0) {
    const more = found.total > most ? '; palace kg check shows all' : '';
    out.note(`${counted(found.total, 'statement')} of what was read contradicts the facts${more}`);
    for (const each of found.issues.slice(0, most)) out.note(issueLine(each));
  }
  if (found.left > 0)
    out.note(`${grouped(found.left)} drawers were not compared with the facts: palace kg check --since DATE`);
}

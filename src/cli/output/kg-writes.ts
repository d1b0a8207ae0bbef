import type { KgAddResult } from '../../services/kg/add.js';
import type { KgCorrectResult } from '../../services/kg/correct.js';
import type { KgEndResult } from '../../services/kg/end.js';
import type { KgDescribeResult } from '../../services/kg/entities.js';
import type { KgImportResult } from '../../services/kg/import.js';
import type { KgRetractResult } from '../../services/kg/retract.js';
import type { KgChange, KgFactName } from '../../services/kg/types.js';
import { timeOf } from './kg.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted, shortCommit, tally } from './words.js';

export function renderKgAdd(result: KgAddResult, out: Output): void {
  const { paint } = out;
  const word = {
    added: paint.green('stated'),
    merged: paint.green('known; now better'),
    unchanged: paint.yellow('known'),
  };
  out.line(`${word[result.status]} ${paint.bold(oneLine(result.fact))}  ${timeOf(result)}`);
  changes(result.changed, out);
  named('ended', result.ended, out);
  named('holds at the same time, and only one can', result.conflicts, out);
  named('ended earlier, within which this begins', result.overlapping, out);
  receipt(result.triple_id, result.commit, out);
  for (const note of result.notes) out.note(oneLine(note));
}

export function renderKgEnd(result: KgEndResult, out: Output): void {
  const { paint } = out;
  if (result.status === 'unchanged')
    out.line(`${paint.yellow('ended so already')} ${paint.bold(oneLine(result.fact))}  ${result.ended}`);
  else
    for (const fact of result.facts)
      out.line(`${paint.green('ended')} ${paint.bold(oneLine(fact.fact))}  ${timeOf(fact)}`);
  receipt(undefined, result.commit, out);
}

export function renderKgCorrect(result: KgCorrectResult, out: Output): void {
  const { paint } = out;
  const word = result.status === 'corrected' ? paint.green('corrected') : paint.yellow('said so already');
  out.line(`${word} ${paint.bold(oneLine(result.fact))}  ${timeOf(result)}`);
  changes(result.changed, out);
  receipt(result.triple_id, result.commit, out);
  for (const note of result.notes) out.note(oneLine(note));
}

export function renderKgRetract(result: KgRetractResult, out: Output): void {
  out.line(`${out.paint.green('retracted')} ${out.paint.bold(oneLine(result.fact))}`);
  named('holds again', result.reopened, out);
  receipt(result.triple_id, result.commit, out);
}

export function renderKgDescribe(result: KgDescribeResult, out: Output): void {
  const { paint } = out;
  const word = result.status === 'described' ? paint.green('described') : paint.yellow('said so already');
  out.line(`${word} ${paint.bold(oneLine(result.entity.name))}`);
  changes(result.changed, out);
  receipt(undefined, result.commit, out);
}

export function renderKgImport(result: KgImportResult, out: Output): void {
  const { added, merged, unchanged, ended } = result;
  out.line(
    `${counted(result.entities, 'entity', 'entities')} described; facts: ${tally({ added, merged, unchanged, ended })}`,
  );
  for (const { entry, reason } of result.skipped) out.note(`left out ${oneLine(entry)}: ${oneLine(reason)}`);
  for (const { notes } of result.facts) for (const note of notes) out.note(oneLine(note));
  receipt(undefined, result.commit, out);
}

function changes(changed: readonly KgChange[], out: Output): void {
  for (const { field, before, after } of changed) out.line(`  ${field}: ${shown(before)} → ${shown(after)}`);
}

function shown(value: unknown): string {
  return value === null ? 'unknown' : oneLine(String(value));
}

function named(what: string, facts: readonly KgFactName[], out: Output): void {
  for (const fact of facts) out.line(`  ${what}: ${oneLine(fact.fact)}  ${timeOf(fact)}`);
}

function receipt(id: string | undefined, commit: string | null, out: Output): void {
  const parts = [id, commit === null ? undefined : `commit ${shortCommit(commit)}`].filter(
    (part) => part !== undefined,
  );
  if (parts.length > 0) out.line(out.paint.dim(`  ${parts.join('  ')}`));
}

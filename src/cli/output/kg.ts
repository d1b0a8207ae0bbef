import type { KgEntitiesResult } from '../../services/kg/entities.js';
import type { KgQueryResult } from '../../services/kg/query.js';
import type { KgStats } from '../../services/kg/stats.js';
import type { DamagedLine, KgFact } from '../../services/kg/types.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { clip, oneLine, printable } from './width.js';
import { counted, grouped } from './words.js';

export function renderKgQuery(result: KgQueryResult, out: Output): void {
  const { paint } = out;
  for (const note of result.notes) out.note(oneLine(note));
  for (const fact of result.facts) {
    const text = `${printable(fact.subject)} ${paint.cyan(printable(fact.predicate))} ${clip(oneLine(fact.object), 200)}`;
    out.line(fact.current ? paint.bold(text) : text);
    const facts = [
      timeOf(fact),
      fact.confidence < 1 ? `confidence ${fact.confidence}` : '',
      fact.by === null ? '' : `says ${fact.by}`,
      sourceOf(fact),
      fact.retracted === null
        ? ''
        : `retracted on ${fact.retracted.at.slice(0, 10)}${fact.retracted.reason === null ? '' : `: ${fact.retracted.reason}`}`,
    ];
    out.line(
      `  ${facts
        .filter((part) => part !== '')
        .map(oneLine)
        .join(' · ')}`,
    );
    out.line(paint.dim(`  ${fact.triple_id}`));
  }
  const about = [result.entity, result.predicate].filter((part) => part !== null).join(' ');
  if (result.total > result.count)
    out.line(paint.dim(`${counted(result.count, 'fact')} of ${grouped(result.total)}; --limit shows more`));
  if (result.total === 0)
    out.note(
      `no fact${result.as_of === null ? '' : ` as of ${result.as_of}`}: ${oneLine(about)}${nearHint(result.near)}`,
    );
  noteDamage(result.damaged, out);
}

/** `2025-06-01 to 2026-03-01`, `since 2026-03`, `until 2026`, `no dates`. */
export function timeOf({ valid_from, valid_to }: Pick<KgFact, 'valid_from' | 'valid_to'>): string {
  if (valid_from !== null && valid_to !== null) return `${valid_from} to ${valid_to}`;
  if (valid_from !== null) return `since ${valid_from}`;
  return valid_to === null ? 'no dates' : `until ${valid_to}`;
}

function sourceOf({ source_drawer, source_lines, source_file, source_closet }: KgFact): string {
  if (source_drawer !== null)
    return source_lines === null ? source_drawer : `${source_drawer}, lines ${source_lines[0]}-${source_lines[1]}`;
  return source_file ?? source_closet ?? '';
}

/** `; did you mean "Kai"?`, or where the known names stand. */
export function nearHint(near: readonly string[]): string {
  return near.length === 0
    ? '; palace kg entities lists those with facts, palace kg add states one'
    : `; did you mean ${near.map((name) => JSON.stringify(name)).join(' or ')}?`;
}

/** The lines themselves were named while they were read. */
export function noteDamage(damaged: readonly DamagedLine[], out: Output): void {
  if (damaged.length > 0) out.note(`${counted(damaged.length, 'line')} of the facts cannot be read: palace doctor`);
}

export function renderKgStats(result: KgStats, out: Output): void {
  const rows: [string, string][] = [
    ['entities', grouped(result.entities)],
    ['facts', grouped(result.triples)],
    ['current', grouped(result.current_facts)],
    ['ended', grouped(result.expired_facts)],
    ['begin later', grouped(result.future_facts)],
    ['without a beginning', grouped(result.undated_facts)],
    ['retracted', grouped(result.retracted_facts)],
    ['events', `${grouped(result.events)} of ${counted(result.writers, 'clone')}`],
  ];
  for (const line of table([{}, { align: 'right' }], rows, out.width)) out.line(line);
  if (result.relationship_types.length > 0) out.line();
  const relations = Object.entries(result.relations).map(([name, count]) => [printable(name), grouped(count)]);
  for (const line of table([{}, { align: 'right' }], relations, out.width)) out.line(line);
  for (const id of result.impossible_facts) out.note(`${id} ends before it begins: palace kg correct ${id} --to DATE`);
  noteDamage(result.damaged, out);
}

export function renderKgEntities(result: KgEntitiesResult, out: Output): void {
  const rows = result.entities.map(({ name, type, aliases, facts, properties }) => [
    oneLine(name),
    type === 'unknown' ? '' : oneLine(type),
    counted(facts, 'fact'),
    [
      ...Object.entries(properties).map(([key, value]) => `${key}=${oneLine(String(value))}`),
      ...(aliases.length > 0 ? [`also ${aliases.map(oneLine).join(', ')}`] : []),
    ].join('  '),
  ]);
  for (const line of table([{}, {}, { align: 'right' }, { flexible: true }], rows, out.width)) out.line(line);
  if (result.total > result.count)
    out.line(out.paint.dim(`${result.count} of ${grouped(result.total)}; --limit shows more`));
  if (result.total === 0)
    out.note(
      result.near.length === 0
        ? 'nobody and nothing of that kind has facts; palace kg add states one, palace kg propose looks for some'
        : `nobody and nothing of that name${nearHint(result.near)}`,
    );
}

import type { KgMoment, KgTimelineResult } from '../../services/kg/timeline.js';
import { aaakTimeline, mermaidTimeline } from '../../services/timeline/draw.js';
import { nearHint, noteDamage, timeOf } from './kg.js';
import type { Output, Renderer } from './output.js';
import { table } from './table.js';
import { oneLine } from './width.js';
import { counted, grouped } from './words.js';

export const TIMELINE_FORMATS = ['text', 'table', 'aaak', 'mermaid'] as const;
export type TimelineFormat = (typeof TIMELINE_FORMATS)[number];

/** Draws a timeline of facts in one of the formats. */
export function kgTimelineRenderer(format: TimelineFormat): Renderer<KgTimelineResult> {
  return (result, out) => {
    if (format === 'mermaid') out.raw(mermaidTimeline(result.entity, result.events));
    else if (format === 'aaak') out.line(aaakTimeline(result.entity, result.timeline));
    else if (format === 'table') drawTable(result, out);
    else drawPeriods(result.events, out);
    if (format === 'text' || format === 'table') {
      if (result.total > result.count)
        out.line(out.paint.dim(`${counted(result.count, 'fact')} of ${grouped(result.total)}; --limit shows more`));
      if (result.total === 0) out.note(`no fact of ${oneLine(result.entity)}${nearHint(result.near)}`);
    }
    noteDamage(result.damaged, out);
  };
}

function drawTable({ timeline }: KgTimelineResult, out: Output): void {
  const rows = timeline.map((fact) => [
    timeOf(fact),
    oneLine(fact.subject),
    oneLine(fact.predicate),
    oneLine(fact.object),
  ]);
  for (const line of table([{}, {}, {}, { flexible: true }], rows, out.width)) out.line(line);
}

/** Month by month; undated ones last. */
function drawPeriods(events: readonly KgMoment[], out: Output): void {
  let period: string | undefined;
  for (const { date, kind, subject, predicate, object } of events) {
    const next = date === null ? 'undated' : date.slice(0, 7);
    if (next !== period) out.line(out.paint.bold(next));
    period = next;
    const mark = kind === 'started' ? out.paint.green('+') : out.paint.yellow('-');
    const day = date === null || date.length <= 7 ? '' : `${date}  `;
    out.line(
      `  ${mark} ${day}${oneLine(subject)} ${oneLine(predicate)} ${oneLine(object)}${kind === 'ended' ? ' (ended)' : ''}`,
    );
  }
}

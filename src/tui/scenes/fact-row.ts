import type { KgFact } from '../../services/kg/types.js';
import { span } from '../draw/spans.js';
import type { Lined } from './scene.js';

/** A fact on a row; `holds`: at the moment that is looked at. */
export function factRow(fact: KgFact, holds: boolean): Lined {
  const { subject, predicate, object, valid_from, valid_to } = fact;
  const mark = holds ? span('● ', 'good') : span('○ ', 'dim');
  const rest = holds ? undefined : 'dim';
  return {
    row: [
      mark,
      span(subject, holds ? 'bold' : 'dim'),
      span(` ${predicate.replaceAll('_', ' ')} `, 'accent'),
      span(object, rest),
    ],
    right: [span(`${valid_from ?? '?'} → ${valid_to ?? ''}`.trimEnd(), 'dim')],
  };
}

/** Where a fact comes from, in a few words. */
export function sourceOf({ source_drawer, source_file, by, recorded_at }: KgFact): string {
  return [source_drawer ?? source_file ?? 'no source named', by ?? undefined, recorded_at.slice(0, 10)]
    .filter((part) => part !== undefined)
    .join(' · ');
}

import { parseHeader } from '../../palace/transcript-header.js';
import { markLine, type Range } from '../../text/marks.js';
import { matchRanges } from '../../text/match-ranges.js';
import { createAnalyzer, searchable } from '../../text/tokens.js';
import type { DrawerText } from '../data/slots.js';
import { type Row, type Span, type Style, span } from '../draw/spans.js';
import type { Panel } from './scene.js';

/** The index forms of the words of a query, for marking them. */
export function termsOf(query: string): ReadonlySet<string> {
  if (query.trim() === '') return new Set();
  return new Set(searchable(createAnalyzer().query(query)).map(({ term }) => term));
}

/** A piece of text with the words that match marked. */
export function markedSpans(text: string, terms: ReadonlySet<string>, rest?: Style): Span[] {
  return rangeSpans(text, 0, matchRanges(text, terms), rest);
}

export function rangeSpans(text: string, start: number, ranges: readonly Range[], rest?: Style): Span[] {
  const spans: Span[] = [];
  const take =
    (style: Style | undefined) =>
    (piece: string): string => {
      if (piece !== '') spans.push({ text: piece, style });
      return '';
    };
  markLine(text, start, ranges, take('match'), take(rest));
  return spans;
}

/** Rows between the top of the panel and the passage that was found, as a share of its height. */
const LEAD = 3;

/**
 * A drawer to read: title, what is known of it, its words; those of the query marked, the passage with a bar before it.
 * @param passage first and last line of the file, from 1.
 */
export function textPanel(
  drawer: DrawerText,
  {
    width,
    rows,
    terms,
    passage,
  }: {
    width: number;
    rows: number;
    terms: ReadonlySet<string>;
    passage?: readonly [number, number] | undefined;
  },
): Panel {
  const head: Row[] = [[span(drawer.title, 'bold')], ...drawer.facts.map((fact): Row => [span(fact, 'dim')])];
  if (drawer.problem !== undefined) head.push([span(drawer.problem, 'bad')]);
  head.push([]);
  const wrapped = drawer.text.rows(width - 2);
  const [from, to] = passage ?? [0, -1];
  const first = from - drawer.bodyLine + 1;
  const last = to - drawer.bodyLine + 1;
  const start =
    passage === undefined ? 0 : head.length + drawer.text.rowOfLine(first, width - 2) - Math.floor(rows / LEAD);
  return {
    count: head.length + wrapped.length,
    start: Math.max(0, start),
    row: (at) => {
      const above = head[at];
      if (above !== undefined) return above;
      const row = wrapped[at - head.length];
      if (row === undefined) return [];
      const within = row.line >= first && row.line <= last;
      return [span(within ? '┃ ' : '  ', 'accent'), ...lineSpans(row.text, terms)];
    },
  };
}

function lineSpans(text: string, terms: ReadonlySet<string>): Span[] {
  const said = spokenBy(text);
  return said === undefined ? markedSpans(text, terms) : [span(said, 'warn')];
}

/** Who said it and when, of a message's header line; undefined for any other line. */
export function spokenBy(line: string): string | undefined {
  const header = line.startsWith('#') ? parseHeader(line) : undefined;
  if (header === undefined || (header.time === undefined && header.id === undefined)) return undefined;
  const { speaker, time, kind } = header;
  return [speaker, time?.slice(0, 16).replace('T', ' '), kind === 'text' ? undefined : kind.replace('_', ' ')]
    .filter((part) => part !== undefined)
    .join(' · ');
}

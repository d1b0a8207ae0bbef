import type { SearchHit, SearchResult } from '../../search/types.js';
import { bestLines, lineWindow } from '../../text/marks.js';
import { matchRanges } from '../../text/match-ranges.js';
import { type Row, span } from '../draw/spans.js';
import { rangeSpans, spokenBy, termsOf } from './text-panel.js';

/** Characters of the shortest window on a line. */
const SHORTEST = 30;

/**
 * The best line of each hit of one answer, with the words that match. Looked for when it is shown first, and not again at each key: it
 * costs more than all the rest of a frame.
 */
export class HitWords {
  /** Index forms of the words of the query. */
  readonly terms: ReadonlySet<string>;
  readonly #hits: readonly SearchHit[];
  readonly #rows = new Map<number, Row>();
  #width = 0;

  constructor({ hits, used_query }: Pick<SearchResult, 'hits' | 'used_query'>) {
    this.#hits = hits;
    this.terms = termsOf(used_query);
  }

  /** From a little before the first match on, in about `width` columns. */
  row(at: number, width: number): Row {
    if (width !== this.#width) {
      this.#width = width;
      this.#rows.clear();
    }
    let row = this.#rows.get(at);
    if (row === undefined) {
      const hit = this.#hits[at];
      row = hit === undefined ? [] : bestWords(hit, this.terms, width);
      this.#rows.set(at, row);
    }
    return row;
  }
}

function bestWords(hit: SearchHit, terms: ReadonlySet<string>, width: number): Row {
  const ranges = matchRanges(hit.text, terms);
  const [from] = hit.lines;
  const focus = hit.focus === null ? undefined : ([hit.focus[0] - from, hit.focus[1] - from] as const);
  const matchesOf = ({ start, text }: { start: number; text: string }): number =>
    ranges.filter(([first, end]) => first < start + text.length && end > start).length;
  const [line] = bestLines(hit.text, ranges, 3, focus)
    .filter(({ text }) => spokenBy(text) === undefined)
    .sort((a, b) => matchesOf(b) - matchesOf(a));
  if (line === undefined) return [];
  const { start, text, cutBefore } = lineWindow(line, ranges, Math.max(SHORTEST, width));
  return [...(cutBefore ? [span('…', 'dim')] : []), ...rangeSpans(text, start, ranges)];
}

import type { WingName } from '../palace/types.js';
import { createAnalyzer, searchable } from '../text/tokens.js';
import type { Documents } from './documents.js';
import { bestMatches, collectMatches, type Matches, placeOf, type TermMatches } from './matches.js';
import { FIELD_COUNT, FIELDS } from './postings.js';
import type { KeywordQuery, PassageHit } from './types.js';

/** Options that every MiniSearch over passages has, so that scores are comparable: terms come ready made. */
export const MINISEARCH_OPTIONS = {
  fields: [...FIELDS] as string[],
  processTerm: (term: string): string => term,
};

/** What MiniSearch reads back. */
interface SerialIndex {
  documentCount: number;
  nextId: number;
  documentIds: Record<string, number>;
  fieldIds: Record<string, number>;
  fieldLength: Record<string, number[]>;
  averageFieldLength: number[];
  storedFields: Record<string, never>;
  dirtCount: number;
  index: [string, Record<string, Record<string, number>>][];
  serializationVersion: number;
}

/** What a query finds. */
export interface Found {
  /** At most `pool`, best first. Their rows read the front-matter when it is asked for. */
  hits: PassageHit[];
  /** Drawers that match in all, whatever the pool. */
  drawers: number;
  /** Whole names of the query (`getUserName`, `v2.3.1`) that are in so few passages of the view that they single them out. */
  rareNames: ReadonlySet<string>;
}

/** A name in more passages than this is a word like others. */
const RARE = 3;

/**
 * Ranks the live passages for a query. MiniSearch does the scoring (BM25+); it is given the postings of the query's terms
 * only, with the counts and lengths of the whole live set, so that hits and scores are those of an index of everything.
 * Stop words count only when the query has nothing else. Order: score, then path, then place in the drawer.
 */
export async function searchDocuments(
  documents: Documents,
  averages: readonly number[],
  query: KeywordQuery,
): Promise<Found> {
  const terms = searchable(createAnalyzer().query(query.text));
  const found = collectMatches(documents, terms, query);
  const best = bestMatches(documents, averages, found, query);
  return {
    hits: best.length === 0 ? [] : await rank(documents, averages, found, best, query),
    drawers: new Set(found.rows.filter((_, number) => found.accepted[number] === 1)).size,
    rareNames: new Set(
      found.terms
        .filter(({ term, matches }) => term.kind === 'identifier' && matches.length <= RARE)
        .map(({ term }) => term.term),
    ),
  };
}

/** The drawers of one wing whose best passage scores highest for a text, at most `count`; see `LiveIndex.nearest`. */
export function nearestDrawers(
  documents: Documents,
  averages: readonly number[],
  text: string,
  { wing, count }: { wing: WingName; count: number },
): string[] {
  const terms = searchable(createAnalyzer().query(text));
  const found = collectMatches(documents, terms, { text, pool: count });
  found.rows.forEach((row, number) => {
    if (documents.placeOf(row).wing !== wing) found.accepted[number] = 0;
  });
  const best = bestMatches(documents, averages, found, { text, pool: count });
  return [...new Set(best.map((number) => documents.pathOf(found.rows[number] ?? 0)))].slice(0, count);
}

async function rank(
  documents: Documents,
  averages: readonly number[],
  found: Matches,
  best: readonly number[],
  query: KeywordQuery,
): Promise<PassageHit[]> {
  const { default: MiniSearch } = await import('minisearch');
  const serial = serialIndex(documents, averages, found, best);
  // The declared type of `loadJS` asks for its own private class of plain objects; the shape is the documented one.
  const index = MiniSearch.loadJS<{ id: number }>(serial as never, { ...MINISEARCH_OPTIONS, idField: 'id' });
  const weights = new Map(found.terms.map(({ term }) => [term.term, query.weight?.(term) ?? 1]));
  const results = index.search(query.text, {
    tokenize: () => found.terms.map(({ term }) => term.term),
    boost: query.boosts ?? {},
    boostTerm: (term) => weights.get(term) ?? 1,
    boostDocument: (id: number) => (id < best.length ? 1 : 0),
  });
  const hits = results.flatMap(({ id, score, queryTerms }) => {
    const number = best[id as number];
    return number === undefined ? [] : [{ number, score, terms: queryTerms }];
  });
  const place = (number: number): number => found.documents[number] ?? 0;
  hits.sort((a, b) => b.score - a.score || place(a.number) - place(b.number));
  return hits.slice(0, query.pool).map(({ number, score, terms }) => hitOf(documents, found, number, score, terms));
}

/**
 * The index of the query's terms and the best matches, which are numbered from 0. A term's document frequency is the
 * number of its entries, so the matches left out are made up for by entries of documents that score nothing.
 */
function serialIndex(
  documents: Documents,
  averages: readonly number[],
  found: Matches,
  best: readonly number[],
): SerialIndex {
  const numbers = new Int32Array(found.rows.length).fill(-1);
  best.forEach((number, at) => {
    numbers[number] = at;
  });
  let most = 0;
  const index = found.terms.map((own): SerialIndex['index'][number] => {
    const fields: Record<string, Record<string, number>> = {};
    for (let field = 0; field < FIELD_COUNT; field++) {
      const column = columnOf(own, field, numbers, best.length);
      most = Math.max(most, column.filled);
      if (column.filled > 0) fields[field] = column.entries;
    }
    return [own.term.term, fields];
  });
  return {
    documentCount: documents.count,
    nextId: documents.count,
    documentIds: Object.fromEntries(Array.from({ length: best.length + most }, (_, at) => [at, at])),
    fieldIds: Object.fromEntries(FIELDS.map((field, at) => [field, at])),
    fieldLength: Object.fromEntries(best.map((number, at) => [at, lengthsOf(documents, found, number)])),
    averageFieldLength: [...averages],
    storedFields: {},
    dirtCount: 0,
    index,
    serializationVersion: 2,
  };
}

function columnOf(
  { matches, frequencies }: TermMatches,
  field: number,
  numbers: Int32Array,
  firstFiller: number,
): { entries: Record<string, number>; filled: number } {
  const entries: Record<string, number> = {};
  let filled = 0;
  let filler = firstFiller;
  matches.forEach((match, at) => {
    const frequency = frequencies[at * FIELD_COUNT + field] ?? 0;
    if (frequency === 0) return;
    filled += 1;
    const number = numbers[match] ?? -1;
    entries[number === -1 ? filler++ : number] = frequency;
  });
  return { entries, filled };
}

function lengthsOf(documents: Documents, found: Matches, number: number): number[] {
  const segment = documents.set.segments[found.segments[number] ?? 0];
  return FIELDS.map((_, field) => segment?.length(found.passages[number] ?? 0, field) ?? 0);
}

function hitOf(documents: Documents, found: Matches, number: number, score: number, terms: string[]): PassageHit {
  const segment = found.segments[number] ?? 0;
  const passage = found.passages[number] ?? 0;
  const { firstLine, lastLine, time } = placeOf(documents, segment, passage);
  return {
    row: documents.row(found.rows[number] ?? 0),
    ordinal: documents.ordinalOf(segment, passage),
    firstLine,
    lastLine,
    ...(time === undefined ? {} : { time }),
    score,
    terms,
  };
}

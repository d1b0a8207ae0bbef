import { createAnalyzer, type QueryTerm, searchable } from '../text/tokens.js';
import type { DocumentPlace, Documents } from './documents.js';
import { FIELD_COUNT, FIELDS, readPostings } from './postings.js';
import type { KeywordQuery, PassageHit } from './types.js';

/** Options that every MiniSearch over passages has, so that scores are comparable: terms come ready made. */
export const MINISEARCH_OPTIONS = {
  fields: [...FIELDS] as string[],
  processTerm: (term: string): string => term,
};

/** What MiniSearch reads back, with only the documents and terms that the query touches. */
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

const NOTHING: Found = { hits: [], drawers: 0, rareNames: new Set() };
/** A name in more passages than this is a word like others. */
const RARE = 3;

/**
 * Ranks the live passages for a query. MiniSearch does the scoring (BM25+); it is given the postings of the query's terms
 * only, with the counts and lengths of the whole live set, so that hits and scores are those of an index of everything.
 * Stop words count only when the query has nothing else. Order: score, then newer drawer date, then path and place.
 */
export async function searchDocuments(
  documents: Documents,
  averages: readonly number[],
  query: KeywordQuery,
): Promise<Found> {
  const terms = searchable(createAnalyzer().query(query.text));
  if (terms.length === 0 || documents.count === 0) return NOTHING;
  const { serial, places } = collect(documents, averages, terms);
  if (places.length === 0) return NOTHING;
  const { default: MiniSearch } = await import('minisearch');
  const accepted = acceptance(documents, places, query);
  const weights = new Map(terms.map((term) => [term.term, query.weight?.(term) ?? 1]));
  // The declared type of `loadJS` asks for its own private class of plain objects; the shape is the documented one.
  const index = MiniSearch.loadJS<{ id: number }>(serial as never, { ...MINISEARCH_OPTIONS, idField: 'id' });
  const found = index.search(query.text, {
    tokenize: () => terms.map((term) => term.term),
    processTerm: (term) => term,
    boost: query.boosts ?? {},
    boostTerm: (term) => weights.get(term) ?? 1,
    ...(accepted === undefined ? {} : { boostDocument: (id: number) => (accepted[id] === 1 ? 1 : 0) }),
  });
  const ranked = found.flatMap(({ id, score, queryTerms }) => {
    const place = places[id as number];
    return place === undefined ? [] : [{ place, score, terms: queryTerms }];
  });
  ranked.sort((a, b) => b.score - a.score || byDateAndPlace(documents, a.place, b.place));
  return {
    hits: ranked
      .slice(0, query.pool)
      .map(({ place, score, terms: matched }) => hitOf(documents, place, score, matched)),
    drawers: new Set(ranked.map(({ place }) => place.row)).size,
    rareNames: rareNames(terms, serial.index),
  };
}

function rareNames(terms: readonly QueryTerm[], index: SerialIndex['index']): Set<string> {
  const names = new Set(terms.filter(({ kind }) => kind === 'identifier').map(({ term }) => term));
  const passages = (fields: Record<string, Record<string, number>>): number =>
    Math.max(...Object.values(fields).map((column) => Object.keys(column).length));
  return new Set(index.flatMap(([term, fields]) => (names.has(term) && passages(fields) <= RARE ? [term] : [])));
}

/** Documents that hold any of the terms are numbered anew, without gaps, in order of first appearance. */
function collect(
  documents: Documents,
  averages: readonly number[],
  terms: readonly QueryTerm[],
): { serial: SerialIndex; places: DocumentPlace[] } {
  const places: DocumentPlace[] = [];
  const numbers = new Map<number, number>();
  const fieldLength: number[][] = [];
  const index: SerialIndex['index'] = [];
  for (const { term } of terms) {
    const fields: Record<string, Record<string, number>> = {};
    documents.set.segments.forEach((segment, at) => {
      const list = segment.postings(term);
      if (list === undefined) return;
      readPostings(list, (passage, frequencies) => {
        documents.eachDocument(at, passage, (document, place) => {
          let number = numbers.get(document);
          if (number === undefined) {
            number = places.length;
            numbers.set(document, number);
            places.push(place);
            const lengths: number[] = [];
            for (let field = 0; field < FIELD_COUNT; field++) lengths.push(segment.length(passage, field));
            fieldLength.push(lengths);
          }
          for (let field = 0; field < FIELD_COUNT; field++) {
            const frequency = frequencies[field] ?? 0;
            if (frequency === 0) continue;
            let column = fields[field];
            if (column === undefined) {
              column = {};
              fields[field] = column;
            }
            column[number] = frequency;
          }
        });
      });
    });
    if (Object.keys(fields).length > 0) index.push([term, fields]);
  }
  return {
    places,
    serial: {
      documentCount: documents.count,
      nextId: documents.count,
      documentIds: Object.fromEntries(places.map((_, at) => [at, at])),
      fieldIds: Object.fromEntries(FIELDS.map((field, at) => [field, at])),
      fieldLength: Object.fromEntries(fieldLength.entries()),
      averageFieldLength: [...averages],
      storedFields: {},
      dirtCount: 0,
      index,
      serializationVersion: 2,
    },
  };
}

/** 1 for each document that the caller's filter leaves; undefined without a filter. */
function acceptance(
  documents: Documents,
  places: readonly DocumentPlace[],
  query: KeywordQuery,
): Uint8Array | undefined {
  const { accepts } = query;
  if (accepts === undefined) return undefined;
  return Uint8Array.from(places, (place) => (accepts(documents.row(place.row), passageOf(documents, place)) ? 1 : 0));
}

function passageOf(
  documents: Documents,
  place: DocumentPlace,
): { firstLine: number; lastLine: number; readonly time?: string } {
  const segment = documents.set.segments[place.segment];
  return {
    firstLine: segment?.firstLine(place.passage) ?? 1,
    lastLine: segment?.lastLine(place.passage) ?? 1,
    get time(): string | undefined {
      return segment?.time(place.passage);
    },
  };
}

function hitOf(documents: Documents, place: DocumentPlace, score: number, terms: string[]): PassageHit {
  const { firstLine, lastLine, time } = passageOf(documents, place);
  return {
    row: documents.row(place.row),
    ordinal: place.ordinal,
    firstLine,
    lastLine,
    ...(time === undefined ? {} : { time }),
    score,
    terms,
  };
}

function byDateAndPlace(documents: Documents, a: DocumentPlace, b: DocumentPlace): number {
  if (a.row === b.row) return a.ordinal - b.ordinal;
  const [left, right] = [documents.row(a.row), documents.row(b.row)];
  const [leftDate, rightDate] = [left.front.date ?? '', right.front.date ?? ''];
  if (leftDate !== rightDate) return leftDate < rightDate ? 1 : -1;
  return left.path < right.path ? -1 : 1;
}

import type { QueryTerm } from '../text/tokens.js';
import type { Documents } from './documents.js';
import { FIELD_COUNT, FIELDS, readPostings } from './postings.js';
import type { KeywordQuery } from './types.js';

/** Parameters of BM25+ as MiniSearch has them by default. */
const BM25 = { k: 1.2, b: 0.7, d: 0.5 } as const;

/** Where a term stands among the live documents. */
export interface TermMatches {
  term: QueryTerm;
  /** Matches (numbers into {@link Matches}), and the frequency in each field, `FIELD_COUNT` numbers a match. */
  matches: number[];
  frequencies: number[];
  /** Documents that hold the term, by field. */
  documents: number[];
}

/** The documents that hold a term of the query, as columns: a common word matches tens of thousands. */
export interface Matches {
  terms: TermMatches[];
  /** Numbers of the documents: in order of path, then of place. */
  documents: number[];
  segments: number[];
  passages: number[];
  rows: number[];
  /** 1 where the caller's filter lets it pass. */
  accepted: Uint8Array;
}

/** Reads the postings of the terms and looks at each document that holds any of them once. */
export function collectMatches(documents: Documents, terms: readonly QueryTerm[], query: KeywordQuery): Matches {
  /** 1 + the match of each document, 0 for none yet. */
  const numbers = new Uint32Array(documents.count);
  const found: Omit<Matches, 'accepted'> = { terms: [], documents: [], segments: [], passages: [], rows: [] };
  for (const term of terms) {
    const own: TermMatches = { term, matches: [], frequencies: [], documents: new Array<number>(FIELD_COUNT).fill(0) };
    documents.set.segments.forEach((segment, at) => {
      const list = segment.postings(term.term);
      if (list === undefined) return;
      readPostings(list, (passage, frequencies) => {
        documents.eachDocument(at, passage, (document, row) => {
          const known = numbers[document] ?? 0;
          const number = known === 0 ? found.rows.length : known - 1;
          if (known === 0) {
            numbers[document] = number + 1;
            found.documents.push(document);
            found.segments.push(at);
            found.passages.push(passage);
            found.rows.push(row);
          }
          own.matches.push(number);
          for (let field = 0; field < FIELD_COUNT; field++) {
            const frequency = frequencies[field] ?? 0;
            own.frequencies.push(frequency);
            if (frequency > 0) own.documents[field] = (own.documents[field] ?? 0) + 1;
          }
        });
      });
    });
    if (own.matches.length > 0) found.terms.push(own);
  }
  return { ...found, accepted: acceptance(documents, found, query) };
}

function acceptance(documents: Documents, found: Omit<Matches, 'accepted'>, { accepts }: KeywordQuery): Uint8Array {
  const accepted = new Uint8Array(found.rows.length).fill(1);
  if (accepts === undefined) return accepted;
  found.rows.forEach((row, number) => {
    const place = placeOf(documents, found.segments[number] ?? 0, found.passages[number] ?? 0);
    if (!accepts(documents.row(row), place)) accepted[number] = 0;
  });
  return accepted;
}

/** Lines, time and labels of a passage; the last two are read when they are asked for. */
export function placeOf(
  documents: Documents,
  segment: number,
  passage: number,
): { firstLine: number; lastLine: number; readonly time?: string; readonly labels: number } {
  const source = documents.set.segments[segment];
  return {
    firstLine: source?.firstLine(passage) ?? 1,
    lastLine: source?.lastLine(passage) ?? 1,
    get time(): string | undefined {
      return source?.time(passage);
    },
    get labels(): number {
      return source?.labels(passage) ?? 0;
    },
  };
}

/**
 * The accepted matches that can be among the best `pool` (all that tie with the last included). MiniSearch makes several
 * objects for each document it scores; scoring in plain numbers first, by the same formula, leaves it only those that count.
 */
export function bestMatches(
  documents: Documents,
  averages: readonly number[],
  found: Matches,
  query: KeywordQuery,
): number[] {
  const candidates = found.rows.flatMap((_, number) => (found.accepted[number] === 1 ? [number] : []));
  if (candidates.length <= query.pool) return candidates;
  const scores = scoreMatches(documents, averages, found, query);
  const sorted = Float64Array.from(candidates, (number) => scores[number] ?? 0).sort();
  const last = sorted[sorted.length - query.pool] ?? 0;
  // A hair of room for rounding: MiniSearch has the last word on order.
  return candidates.filter((number) => (scores[number] ?? 0) >= last * (1 - 1e-9));
}

function scoreMatches(
  documents: Documents,
  averages: readonly number[],
  found: Matches,
  query: KeywordQuery,
): Float64Array {
  const { k, b, d } = BM25;
  const scores = new Float64Array(found.rows.length);
  /** MiniSearch multiplies the sum by the number of the query's terms that a document holds. */
  const held = new Uint16Array(found.rows.length);
  const boosts = boostsOf(query);
  for (const { term, matches, frequencies, documents: counts } of found.terms) {
    const weight = query.weight?.(term) ?? 1;
    const rarity = counts.map((count) => Math.log(1 + (documents.count - count + 0.5) / (count + 0.5)));
    matches.forEach((number, at) => {
      held[number] = (held[number] ?? 0) + 1;
      const segment = documents.set.segments[found.segments[number] ?? 0];
      for (let field = 0; field < FIELD_COUNT; field++) {
        const frequency = frequencies[at * FIELD_COUNT + field] ?? 0;
        if (frequency === 0 || segment === undefined) continue;
        const relative = segment.length(found.passages[number] ?? 0, field) / (averages[field] ?? 1);
        const raw = (rarity[field] ?? 0) * (d + (frequency * (k + 1)) / (frequency + k * (1 - b + b * relative)));
        scores[number] = (scores[number] ?? 0) + weight * (boosts[field] ?? 1) * raw;
      }
    });
  }
  return scores.map((score, number) => score * (held[number] ?? 1));
}

function boostsOf({ boosts = {} }: KeywordQuery): number[] {
  return FIELDS.map((field) => boosts[field] ?? 1);
}

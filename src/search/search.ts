import { EXIT, PalaceError } from '../base/errors.js';
import { openTreeIndex } from '../index/as-of.js';
import { type LiveIndex, openLiveIndex } from '../index/live.js';
import type { Palace } from '../palace/types.js';
import { createAnalyzer, type QueryTerm } from '../text/tokens.js';
import { cleanQuery, quotedPhrases } from './clean-query.js';
import { acceptance, readFilters, requirePlaces } from './filters.js';
import { hitOf } from './hits.js';
import { emptyNote, queryNote } from './notes.js';
import { raiseByPhrases } from './phrases.js';
import { POLICY, type SearchPolicy } from './policy.js';
import { type RankedDrawer, rankDrawers } from './rank.js';
import type { SearchRequest, SearchResult } from './types.js';

export type { SearchHit, SearchRequest, SearchResult } from './types.js';

const MOST_HITS = 100;

/**
 * Finds drawers by words: the best passage of each, best first. Filters apply before any cut; `total` counts every drawer
 * that matches. The work tree as it stands, or (`asOf`) the palace as it was. Writes nothing but the cache.
 * @throws PalaceError `not-found` (a wing, room or revision that does not exist, exit 4), `bad-name`, `bad-hall`, `bad-date` (exit 2).
 */
export async function search(
  palace: Palace,
  request: SearchRequest,
  policy: SearchPolicy = POLICY,
): Promise<SearchResult> {
  const started = palace.runtime.now().getTime();
  const filters = readFilters(request);
  const index = await openFor(palace, request.asOf);
  try {
    requirePlaces(palace, index, filters);
    const query = cleanQuery(request.query);
    const dateless = new Set<string>();
    const found = await index.find({
      text: query.text,
      pool: policy.pool,
      boosts: policy.boosts,
      weight: (term) => weightOf(term, policy),
      accepts: acceptance(filters, dateless),
    });
    const phrases = quotedPhrases(query.text);
    let drawers: RankedDrawer[] = rankDrawers(found.hits, policy, found.rareNames);
    if (phrases.length > 0) drawers = await raiseByPhrases(drawers, phrases, index, policy);
    const limit = Math.min(MOST_HITS, Math.max(1, Math.trunc(request.limit ?? 10)));
    const options = { context: Math.max(0, Math.trunc(request.context ?? 1)), explain: request.explain ?? false };
    const hits: SearchResult['hits'] = [];
    for (const drawer of drawers.slice(0, limit))
      hits.push(await hitOf(palace, index, drawer, { ...options, rank: hits.length + 1 }));
    const notes = [
      queryNote(query),
      dateless.size === 0
        ? undefined
        : `${dateless.size} matching drawers have no date and are left out by the date filter`,
      createAnalyzer().query(query.text).length === 0 ? 'the query has no words to look for' : undefined,
      index.rowCount === 0 ? emptyNote(palace, request.asOf) : undefined,
      ...index.notes,
    ];
    return {
      query: request.query,
      used_query: query.text,
      mode: 'keyword',
      as_of: request.asOf ?? null,
      commit: index.commit,
      total: found.drawers,
      hits,
      notes: notes.filter((note) => note !== undefined),
      took_ms: palace.runtime.now().getTime() - started,
    };
  } finally {
    index.close();
  }
}

function weightOf(term: QueryTerm, policy: SearchPolicy): number {
  return term.kind === 'identifier' ? policy.identifier : term.kind === 'part' ? policy.part : 1;
}

async function openFor(palace: Palace, asOf: string | undefined): Promise<LiveIndex> {
  if (asOf === undefined) return openLiveIndex(palace);
  const { resolveAsOf } = await import('../git/as-of.js');
  const found = await resolveAsOf(palace.git, asOf, palace.runtime.now());
  if (found === undefined)
    throw new PalaceError('not-found', `"${asOf}" is neither a revision of this palace nor a date`, {
      exit: EXIT.notFound,
      next: ['palace log', '--as-of 2026-03-04', '--as-of HEAD~5'],
      details: { field: 'as_of' },
    });
  return openTreeIndex(palace, found.commits);
}

import { EXIT, PalaceError } from '../base/errors.js';
import { openTreeIndex } from '../index/as-of.js';
import { type LiveIndex, openLiveIndex } from '../index/live.js';
import type { DrawerRow, KeywordQuery } from '../index/types.js';
import type { PassagePlace } from '../index/versions.js';
import type { Palace } from '../palace/types.js';
import { createAnalyzer, type QueryTerm } from '../text/tokens.js';
import { cleanQuery, quotedPhrases } from './clean-query.js';
import { acceptance, type Filters, readFilters, requirePlaces } from './filters.js';
import { byMeaning, fuse, nearDrawers, unranked } from './fuse.js';
import { hitOf } from './hits.js';
import type { KeptIndexes } from './kept.js';
import { MeaningArm, type SearchModel } from './meaning-arm.js';
import { emptyNote, queryNote } from './notes.js';
import { raiseByPhrases } from './phrases.js';
import { POLICY, type SearchPolicy } from './policy.js';
import { inOrder, type RankedDrawer, rankDrawers } from './rank.js';
import { raiseByStructure } from './structure.js';
import type { SearchMode, SearchRequest, SearchResult } from './types.js';

export type { SearchHit, SearchRequest, SearchResult } from './types.js';

const MOST_HITS = 100;

/** What a search works with. */
export interface SearchOptions {
  policy?: SearchPolicy;
  /** Without one, words alone decide. */
  model?: SearchModel;
  /** Of a process that stays. */
  kept?: KeptIndexes;
}

/**
 * Finds drawers by words and by meaning: the best passage of each, best first. Filters apply before any cut; `total` counts every
 * drawer that was found. The work tree as it stands, or (`asOf`) the palace as it was. Writes nothing but the cache.
 * @throws PalaceError `not-found` (a wing, room or revision that does not exist, exit 4), `bad-name`, `bad-hall`, `bad-label`, `bad-date` (exit 2),
 * `no-model` (mode `vector` without one).
 */
export async function search(
  palace: Palace,
  request: SearchRequest,
  { policy = policyOf(palace), model, kept }: SearchOptions = {},
): Promise<SearchResult> {
  const started = palace.runtime.now().getTime();
  const filters = await readFilters(palace, request);
  const mode = modeOf(request, model);
  const arm = mode === 'keyword' || model === undefined ? undefined : MeaningArm.begin(palace, model, policy, kept);
  const answer = (index: LiveIndex): Promise<Answer> =>
    answerFrom(index, { palace, request, filters, mode, arm, model, policy });
  try {
    const result =
      kept !== undefined && request.asOf === undefined
        ? await kept.withWords(answer)
        : await withIndex(palace, request.asOf, answer);
    return { ...result, took_ms: palace.runtime.now().getTime() - started };
  } finally {
    await arm?.close();
  }
}

type Answer = Omit<SearchResult, 'took_ms'>;

/** What an answer is made of, besides the index. */
interface Question {
  palace: Palace;
  request: SearchRequest;
  filters: Filters;
  mode: SearchMode;
  arm: MeaningArm | undefined;
  model: SearchModel | undefined;
  policy: SearchPolicy;
}

async function answerFrom(
  index: LiveIndex,
  { palace, request, filters, mode, arm, model, policy }: Question,
): Promise<Answer> {
  requirePlaces(palace, index, filters);
  const query = cleanQuery(request.query);
  const dateless = new Set<string>();
  const accepts = acceptance(filters, dateless);
  const asking =
    index.rowCount === 0
      ? undefined
      : arm?.ask(index, { text: query.text, alone: mode === 'vector', ...(accepts && { accepts }) });
  // While the words are looked up it may fail already.
  asking?.catch(() => {});
  const words = mode === 'vector' ? NOTHING : await byWords(index, query.text, accepts, policy);
  const meaning = await asking;
  let drawers: readonly RankedDrawer[] = words.drawers;
  let total = words.total;
  if (meaning !== undefined && meaning.vote > 0) {
    const near = nearDrawers(meaning.units, policy);
    if (mode === 'vector') drawers = byMeaning(near, policy);
    else {
      const others = unranked(drawers, near, policy.rescored);
      const only = (row: DrawerRow, passage: PassagePlace): boolean =>
        others.has(row.path) && (accepts?.(row, passage) ?? true);
      const more = others.size === 0 ? NOTHING : await byWords(index, query.text, only, policy);
      drawers = fuse(inOrder([...drawers, ...more.drawers]), near, meaning.vote, policy);
    }
    total = Math.max(total, drawers.length);
  }
  const phrases = quotedPhrases(query.text);
  if (phrases.length > 0) drawers = await raiseByPhrases(drawers, phrases, index, policy, accepts);
  drawers = await raiseByStructure(drawers, query.text, index, policy);
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
    mode === 'hybrid' && words.total === 0 && hits.length > 0
      ? 'no memory holds any of these words; these are the nearest in meaning'
      : undefined,
    ...(meaning?.notes ?? []),
    ...index.notes,
  ];
  const took = meaning !== undefined && meaning.vote > 0;
  return {
    query: request.query,
    used_query: query.text,
    mode: took || mode === 'vector' ? mode : 'keyword',
    model: took ? (model?.source.id ?? null) : null,
    pending: meaning?.waiting ?? 0,
    as_of: request.asOf ?? null,
    commit: index.commit,
    total,
    hits,
    notes: notes.filter((note) => note !== undefined),
  };
}

/** The weights with what the user's settings say of closets and halls. */
function policyOf({ settings }: Palace): SearchPolicy {
  return { ...POLICY, closets: settings.closetRaises, hall: settings.hallRaise };
}

function modeOf(request: SearchRequest, model: SearchModel | undefined): SearchMode {
  const mode = request.mode ?? (model === undefined ? 'keyword' : 'hybrid');
  if (mode !== 'vector' || model !== undefined) return model === undefined ? 'keyword' : mode;
  throw new PalaceError('no-model', 'there is no model to search by meaning with', {
    exit: EXIT.usage,
    next: ['palace model use bundled', '--mode keyword'],
    details: { field: 'mode' },
  });
}

/** Drawers that words found, best first. */
interface Worded {
  drawers: RankedDrawer[];
  /** Also of those beyond the pool. */
  total: number;
}

const NOTHING: Worded = { drawers: [], total: 0 };

async function byWords(
  index: LiveIndex,
  text: string,
  accepts: KeywordQuery['accepts'],
  policy: SearchPolicy,
): Promise<Worded> {
  const { pool, boosts } = policy;
  const found = await index.find({
    text,
    pool,
    boosts,
    weight: (term) => weightOf(term, policy),
    ...(accepts && { accepts }),
  });
  return { drawers: rankDrawers(found.hits, policy, found.rareNames), total: found.drawers };
}

function weightOf(term: QueryTerm, policy: SearchPolicy): number {
  return term.kind === 'identifier' ? policy.identifier : term.kind === 'part' ? policy.part : 1;
}

async function withIndex<T>(
  palace: Palace,
  asOf: string | undefined,
  work: (index: LiveIndex) => Promise<T>,
): Promise<T> {
  const index = await openFor(palace, asOf);
  try {
    return await work(index);
  } finally {
    index.close();
  }
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

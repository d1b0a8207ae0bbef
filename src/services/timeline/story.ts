import { PalaceError } from '../../base/errors.js';
import { spanOf } from '../../facts/dates.js';
import { entityKey } from '../../facts/names.js';
import { openFacts } from '../../facts/read.js';
import { findDrawer } from '../../palace/drawers.js';
import type { Palace } from '../../palace/types.js';
import { search } from '../../search/search.js';
import type { SearchHit } from '../../search/types.js';
import { readTimeline } from '../kg/timeline.js';
import type { KgFact } from '../kg/types.js';

export interface StoryRequest {
  /** A person, project or thing, by any of its names; one that no fact knows is looked for in the memories. */
  about: string;
  /** Inclusive. */
  since?: string;
  /** Exclusive. */
  before?: string;
  /** Most memories, 1 to 100; default 30. Facts are never cut. */
  limit?: number;
}

/** Words of a memory, exactly as they stand there. */
export interface StoryQuote {
  id: string;
  path: string;
  title: string;
  /** First and last line of the memory's body. */
  lines: readonly [number, number];
  text: string;
}

export interface StoryEntry {
  /** As written in the fact or memory; null for what has no date, which comes last. */
  date: string | null;
  kind: 'started' | 'ended' | 'memory';
  /** `Kai works_on Orion`, or the title of the memory. */
  text: string;
  triple_id: string | null;
  quote: StoryQuote | null;
  /** The memory that a fact names is not there any more; `palace log ID` finds it. */
  source_removed: string | null;
}

export interface StoryResult {
  about: string;
  names: string[];
  since: string | null;
  before: string | null;
  entries: StoryEntry[];
  /** Facts that began or ended, and memories that name it. */
  facts: number;
  memories: number;
  near: string[];
  notes: string[];
}

/**
 * What happened with somebody or something: facts that began and ended, and dated memories that name it, in one order, each with the
 * words it rests on. Nothing is summed up.
 * @throws PalaceError `bad-date` (exit 2).
 */
export async function readStory(palace: Palace, request: StoryRequest): Promise<StoryResult> {
  const { about, since, before } = request;
  const bounds = { ...(since !== undefined && { since }), ...(before !== undefined && { before }) };
  const { facts } = await openFacts(palace);
  const resolved = facts.resolve(about);
  const names = [resolved.name, ...(facts.entity(resolved.name)?.aliases ?? [])];
  const timeline = await readTimeline(palace, { entity: resolved.name, ...bounds });
  const byId = new Map(timeline.timeline.map((fact) => [fact.triple_id, fact]));
  const entries: StoryEntry[] = [];
  for (const { date, kind, triple_id, subject, predicate, object } of timeline.events) {
    const text = `${subject} ${predicate} ${object}`;
    entries.push({ date, kind, text, triple_id, ...(await sourceOf(palace, byId.get(triple_id))) });
  }
  const hits = await memoriesOf(palace, names, request);
  for (const hit of hits)
    entries.push({
      date: hit.time ?? hit.date,
      kind: 'memory',
      text: hit.title,
      triple_id: null,
      quote: { id: hit.id, path: hit.path, title: hit.title, lines: hit.lines, text: hit.text },
      source_removed: null,
    });
  entries.sort((a, b) => timeOf(a) - timeOf(b));
  const limit = limitOf(request);
  return {
    about: resolved.name,
    names,
    since: since ?? null,
    before: before ?? null,
    entries,
    facts: timeline.total,
    memories: hits.length,
    near: resolved.by === 'none' && entries.length === 0 ? facts.near(about) : [],
    notes: hits.length === limit ? [`the ${limit} memories that name it most; --limit shows more`] : [],
  };
}

function limitOf({ limit = 30 }: StoryRequest): number {
  return Math.min(100, Math.max(1, Math.trunc(limit)));
}

/** Memories whose passage has one of the names in it, best first; each once. */
async function memoriesOf(palace: Palace, names: readonly string[], request: StoryRequest): Promise<SearchHit[]> {
  const { since, before } = request;
  const limit = limitOf(request);
  const keys = names.map(entityKey);
  const found = new Map<string, SearchHit>();
  for (const name of names) {
    const result = await search(palace, {
      query: JSON.stringify(name),
      mode: 'keyword',
      context: 0,
      limit: 100,
      ...(since !== undefined && { since }),
      ...(before !== undefined && { before }),
    });
    for (const hit of result.hits) {
      const text = entityKey(`${hit.title}\n${hit.text}`);
      if (!found.has(hit.path) && keys.some((key) => text.includes(key))) found.set(hit.path, hit);
    }
  }
  return [...found.values()].slice(0, limit);
}

/** The lines that a fact names, as they stand. */
async function sourceOf(
  palace: Palace,
  fact: KgFact | undefined,
): Promise<Pick<StoryEntry, 'quote' | 'source_removed'>> {
  const id = fact?.source_drawer ?? null;
  if (id === null) return { quote: null, source_removed: null };
  try {
    const { path, front, body } = await findDrawer(palace, id);
    const all = body.toString('utf8').split('\n');
    const [first, last] = fact?.source_lines ?? [1, Math.min(all.length, 6)];
    const text = all.slice(first - 1, last).join('\n');
    return { quote: { id, path, title: front.title ?? path, lines: [first, last], text }, source_removed: null };
  } catch (error) {
    if (!(error instanceof PalaceError) || error.code !== 'not-found') throw error;
    return { quote: null, source_removed: id };
  }
}

function timeOf({ date }: StoryEntry): number {
  return (date === null ? undefined : spanOf(date)?.start) ?? Number.MAX_SAFE_INTEGER;
}

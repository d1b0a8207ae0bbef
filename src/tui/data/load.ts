import type { Palace } from '../../palace/types.js';
import type { SearchResult } from '../../search/types.js';
import type { WarmSearch } from '../../services/find/warm-search.js';
import { HitWords } from '../scenes/hit-words.js';
import type { LogFilters } from '../state/types.js';
import { readInbox } from './inbox.js';
import { readDrawerText, readRoom } from './read.js';
import type { Slot, SlotArgs, SlotValues } from './slots.js';

/** What answers are made from. */
export interface Sources {
  palace: Palace;
  /** For searches by words. */
  words: WarmSearch;
  /** For those that a model takes part in. */
  meaning: WarmSearch;
}

type Loader<S extends Slot> = (sources: Sources, args: SlotArgs[S], signal: AbortSignal) => Promise<SlotValues[S]>;

/** Hits that are shown at most: what a person looks through. */
const MOST_HITS = 50;
const MOST_OPERATIONS = 200;
/** Commits of one drawer whose changes are compared. */
const MOST_VERSIONS = 50;
const MOST_ENTITIES = 500;

/** How each question is answered: by a service, which is imported when it is asked first. */
export const LOADERS: { readonly [S in Slot]: Loader<S> } = {
  hits: async ({ palace, words }, { query, filters }) => {
    if (query === '') return newest(palace, filters);
    return hitsOf(await words.find({ ...requestOf(query, filters), mode: 'keyword' }));
  },
  better: async ({ meaning }, { query, filters }) => {
    return hitsOf(await meaning.find(requestOf(query, filters)));
  },
  text: ({ palace }, { drawer, at }) => readDrawerText(palace, drawer, at),
  tree: async ({ palace }) => {
    const { readTree } = await import('../../services/list/tree.js');
    return readTree(palace);
  },
  room: ({ palace }, { wing, room }, signal) => readRoom(palace, wing, room, signal),
  closet: async ({ palace }, { place }) => {
    const { readClosets } = await import('../../services/closet/closet.js');
    return readClosets(palace, { place });
  },
  map: async ({ palace }, { wing }) => {
    const { drawMap } = await import('../../services/graph/map.js');
    return drawMap(palace, wing === undefined ? {} : { wing });
  },
  drawerFacts: async ({ palace }, { id }) => {
    const { readTimeline } = await import('../../services/kg/timeline.js');
    const { timeline } = await readTimeline(palace);
    return timeline.filter((fact) => fact.source_drawer === id || fact.sources.some(({ drawer }) => drawer === id));
  },
  drawerLog: async ({ palace }, { drawer }) => {
    const { readLog } = await import('../../history/log.js');
    return readLog(palace, { drawer, patch: true, limit: MOST_VERSIONS });
  },
  blame: async ({ palace }, { drawer }) => {
    const { readBlame } = await import('../../history/blame.js');
    return readBlame(palace, { drawer });
  },
  log: async ({ palace }, filters) => {
    const { readLog } = await import('../../history/log.js');
    return readLog(palace, { ...filters, limit: MOST_OPERATIONS });
  },
  change: async ({ palace }, { commits }) => {
    const { readChange } = await import('../../history/diff.js');
    return readChange(palace, commits);
  },
  diff: async ({ palace }, { from, to }) => {
    const { readDiff } = await import('../../history/diff.js');
    return readDiff(palace, { from, ...(to !== undefined && { to }) });
  },
  entities: async ({ palace }, { query }) => {
    const { listEntities } = await import('../../services/kg/entities.js');
    const { entities, total } = await listEntities(palace);
    const wanted = query.toLowerCase();
    const fits = entities.filter(({ name, aliases }) =>
      [name, ...aliases].some((each) => each.toLowerCase().includes(wanted)),
    );
    return { entities: fits.slice(0, MOST_ENTITIES), total };
  },
  timeline: async ({ palace }, { entity }) => {
    const { readTimeline } = await import('../../services/kg/timeline.js');
    return readTimeline(palace, { entity });
  },
  holding: async ({ palace }, { entity, asOf }) => {
    const { queryKg } = await import('../../services/kg/query.js');
    const { facts } = await queryKg(palace, { entity, as_of: asOf });
    return { asOf, ids: facts.map(({ triple_id }) => triple_id) };
  },
  inbox: ({ palace }, _, signal) => readInbox(palace, signal),
  choices: async ({ palace }, { field, filters, log }) => {
    const { readChoices } = await import('../../services/list/choices.js');
    if (field === 'wing' || field === 'room' || field === 'hall' || field === 'place')
      return readChoices(palace, field, filters);
    if (field === 'since' || field === 'before') return readChoices(palace, 'month', filters);
    return choicesOfLog(palace, field, log);
  },
  status: async ({ palace }) => {
    const { readStatus } = await import('../../services/status/status.js');
    return readStatus(palace);
  },
};

function hitsOf(result: SearchResult): SlotValues['hits'] {
  return { kind: 'hits', result, words: new HitWords(result) };
}

async function newest(palace: Palace, filters: SlotArgs['hits']['filters']): Promise<SlotValues['hits']> {
  const { listDrawers } = await import('../../services/list/list.js');
  const { mode: _, asOf: __, ...request } = filters;
  return { kind: 'newest', result: await listDrawers(palace, { ...request, limit: MOST_HITS }) };
}

function requestOf(query: string, { mode, ...filters }: SlotArgs['hits']['filters']) {
  return { query, ...filters, limit: MOST_HITS, ...(mode !== 'hybrid' && { mode }) };
}

/** Days, authors or operations that the log has, with how many operations; as of: the operations themselves. */
async function choicesOfLog(
  palace: Palace,
  field: `log-${keyof LogFilters}` | 'asOf',
  filters: LogFilters,
): Promise<SlotValues['choices']> {
  const { readLog } = await import('../../history/log.js');
  const { entries } = await readLog(palace, {
    ...(field === 'log-by' || field === 'log-op' ? {} : filters),
    limit: 1000,
  });
  const counts = new Map<string, number>();
  for (const { date, by, author, op } of entries) {
    const value = field === 'log-by' ? (by ?? author) : field === 'log-op' ? op : date.slice(0, 10);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Array.from(counts, ([value, count]) => ({ value, count }));
}

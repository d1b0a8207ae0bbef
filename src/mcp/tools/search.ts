import type { SearchHit, SearchMode, SearchRequest } from '../../search/types.js';
import { list, NUMBER, object, STRING, STRING_OR_NULL } from '../schemas.js';
import { given, needed, number, type Params, type Tool, text } from '../tool.js';

/** Filters that narrow a search, shared with what looks like one. */
export const PLACE_FILTERS: Params = {
  wing: { kind: 'string', description: 'only this wing; take its name from mempalace_status' },
  room: { kind: 'string', description: 'only this room' },
};

const MODES: readonly SearchMode[] = ['hybrid', 'keyword', 'vector'];

/** A hit as models read it: the words, where they stand, and how to cite them. */
function hitOf(hit: SearchHit): Record<string, unknown> {
  const { id, wing, room, title, text: words, source, date, time, lines, commit, score, before, after } = hit;
  return {
    drawer_id: id,
    wing,
    room,
    title,
    text: words,
    lines,
    date: time ?? date,
    source_file: source,
    path: hit.path,
    commit,
    score: Number(score.toFixed(4)),
    ...(before.length > 0 && { before }),
    ...(after.length > 0 && { after }),
    ...(hit.unsaved && { unsaved: true }),
    ...(Object.keys(hit.signals).length > 0 && { signals: hit.signals }),
  };
}

export const SEARCH_TOOLS: readonly Tool[] = [
  {
    name: 'mempalace_search',
    title: 'Search the memories',
    description: [
      'Finds what was said, by words and by meaning, verbatim, with where and when. Call it before you answer anything about earlier work, people, projects or decisions.',
      'Ask with the few words that matter ("why GraphQL", "Kai moved to Orion"), in quotes for an exact phrase; do not paste the whole conversation.',
      'Narrow by wing when you know it. as_of shows the memory as it was at a date or commit. Read a whole memory with mempalace_get_drawer.',
    ].join(' '),
    params: {
      query: { kind: 'string', description: 'what to look for', required: true, longest: 10_000 },
      limit: { kind: 'integer', description: 'most hits', minimum: 1, maximum: 100, default: 5 },
      ...PLACE_FILTERS,
      hall: { kind: 'string', description: 'facts, events, discoveries, preferences, advice or diary' },
      since: { kind: 'string', description: 'from this date on: 2026-03-04, 2026-03 or a timestamp' },
      before: { kind: 'string', description: 'before this date' },
      as_of: { kind: 'string', description: 'the palace as it was then: a date, a commit or a tag' },
      mode: { kind: 'string', description: 'how to search', options: MODES, default: 'hybrid' },
      context: {
        kind: 'integer',
        description: 'neighbouring passages on each side',
        minimum: 0,
        maximum: 5,
        default: 0,
      },
      explain: { kind: 'boolean', description: 'also what made the score of each hit', default: false },
    },
    output: object({
      query: STRING,
      results: list(
        object({ drawer_id: STRING, wing: STRING, room: STRING, text: STRING, score: NUMBER, lines: list(NUMBER) }),
      ),
      total: { type: 'integer' },
      mode: STRING,
      notes: list(STRING),
      as_of: STRING_OR_NULL,
      commit: STRING_OR_NULL,
    }),
    effect: 'read',
    idempotent: true,
    core: true,
    async run(args, session) {
      const mode = text(args, 'mode') as SearchMode | undefined;
      const request: SearchRequest = {
        query: needed(args, 'query'),
        limit: number(args, 'limit') ?? 5,
        context: number(args, 'context') ?? 0,
        ...given({
          wing: text(args, 'wing'),
          room: text(args, 'room'),
          hall: text(args, 'hall'),
          since: text(args, 'since'),
          before: text(args, 'before'),
          asOf: text(args, 'as_of'),
          mode,
        }),
        explain: args.explain === true,
      };
      const result = await session.find(request);
      const { query, used_query, total, notes, as_of, commit } = result;
      return {
        query,
        filters: { wing: request.wing ?? null, room: request.room ?? null },
        results: result.hits.map(hitOf),
        total,
        mode: result.mode,
        ...(used_query !== query && { query_sanitized: used_query }),
        as_of,
        commit,
        notes,
      };
    },
  },
];

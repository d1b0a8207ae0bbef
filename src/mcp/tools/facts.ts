import { checkText } from '../../services/check/check.js';
import { addFact } from '../../services/kg/add.js';
import { endFact } from '../../services/kg/end.js';
import { queryKg } from '../../services/kg/query.js';
import { readKgStats } from '../../services/kg/stats.js';
import { readTimeline } from '../../services/kg/timeline.js';
import { BOOLEAN, COMMIT, COUNT, list, object, open, STRING, STRING_OR_NULL } from '../schemas.js';
import { AGENT, given, needed, number, type Params, type Tool, text } from '../tool.js';

const AS_OF = { kind: 'string', description: 'what was true then: 2026-03-04, 2026-03 or 2026' } as const;
const KNOWN_AT = { kind: 'string', description: 'what was known then: a date or a commit' } as const;
/** Facts shown at once; the rest follows by `offset`. */
const MOST = 200;
const OFFSET = { kind: 'integer', description: 'how many to pass over', minimum: 0, default: 0 } as const;

/** Where an answer goes on; nothing when it was the last page. */
const nextOffset = (end: number, total: number) => (end < total ? { next_offset: end } : {});

const TRIPLE: Params = {
  subject: { kind: 'string', description: 'who or what it is about, such as Kai', required: true },
  predicate: { kind: 'string', description: 'the relation, such as works_on', required: true },
  object: { kind: 'string', description: 'the other end, such as Orion', required: true, longest: 10_000 },
};

export const FACT_TOOLS: readonly Tool[] = [
  {
    name: 'mempalace_kg_query',
    title: 'Facts about somebody or something',
    description: [
      'Facts with the time in which they hold, who said them and where. Call it before you state a relation, a role, an age or a date.',
      'as_of asks what was true at a time, known_at what we knew at a time.',
    ].join(' '),
    params: {
      entity: { kind: 'string', description: 'a name, as people say it', required: true },
      predicate: { kind: 'string', description: 'only this relation' },
      as_of: AS_OF,
      known_at: KNOWN_AT,
      direction: {
        kind: 'string',
        description: 'facts of it, facts that name it, or both',
        options: ['outgoing', 'incoming', 'both'],
        default: 'both',
      },
      offset: OFFSET,
    },
    output: object({
      entity: STRING_OR_NULL,
      as_of: STRING_OR_NULL,
      facts: list(open),
      count: COUNT,
      'near?': list(STRING),
    }),
    effect: 'read',
    idempotent: true,
    core: true,
    async run(args, session) {
      const offset = number(args, 'offset') ?? 0;
      const { facts, count, total, entity, direction, as_of, known_at, near, notes, damaged } = await queryKg(
        await session.palace(),
        {
          entity: needed(args, 'entity'),
          limit: MOST,
          offset,
          ...given({
            predicate: text(args, 'predicate'),
            as_of: text(args, 'as_of'),
            known_at: text(args, 'known_at'),
            direction: text(args, 'direction'),
          }),
        },
      );
      return {
        entity: entity ?? needed(args, 'entity'),
        direction,
        as_of,
        known_at,
        facts,
        count,
        total,
        ...nextOffset(offset + count, total),
        near,
        notes,
        damaged,
      };
    },
  },
  {
    name: 'mempalace_kg_add',
    title: 'State a fact',
    description: [
      'Adds subject → predicate → object with the time from which it holds. For what can change: who works on what, who leads, where somebody lives, what is used.',
      'A relation that has one value at a time (works_at, lives_in, …) ends the old value by itself; what was ended, and what contradicts, is in the answer.',
    ].join(' '),
    params: {
      ...TRIPLE,
      valid_from: { kind: 'string', description: 'from when it holds: 2026-03-04, 2026-03 or 2026' },
      valid_to: { kind: 'string', description: 'until when, if it has ended' },
      confidence: { kind: 'number', description: 'how sure, 0 to 1', minimum: 0, maximum: 1, default: 1 },
      source_drawer_id: { kind: 'string', description: 'the memory that says so' },
      source_lines: { kind: 'string', description: 'lines of that memory, such as 12-15' },
      source_file: { kind: 'string', description: 'a file or an address that says so' },
      source_closet: { kind: 'string', description: 'a closet that says so' },
      also: { kind: 'boolean', description: 'beside the value that holds now: nothing ends', default: false },
      agent: AGENT,
    },
    output: object({
      success: BOOLEAN,
      triple_id: STRING,
      fact: STRING,
      commit: COMMIT,
      ended: list(open),
      conflicts: list(open),
    }),
    effect: 'write',
    idempotent: true,
    core: true,
    async run(args, session) {
      const result = await addFact(await session.palace(), {
        subject: needed(args, 'subject'),
        predicate: needed(args, 'predicate'),
        object: needed(args, 'object'),
        also: args.also === true,
        ...given({
          valid_from: text(args, 'valid_from'),
          valid_to: text(args, 'valid_to'),
          confidence: number(args, 'confidence'),
          source_drawer: text(args, 'source_drawer_id'),
          source_lines: text(args, 'source_lines'),
          source_file: text(args, 'source_file'),
          source_closet: text(args, 'source_closet'),
          by: session.actor(text(args, 'agent')),
        }),
      });
      return { ...result };
    },
  },
  {
    name: 'mempalace_kg_invalidate',
    title: 'End a fact',
    description:
      'Says that a fact holds no longer, from a day on. It stays known for the time in which it held. Ending a fact that is not there is an error.',
    params: {
      ...TRIPLE,
      ended: { kind: 'string', description: 'its last day; default: today' },
      agent: AGENT,
    },
    output: object({ success: BOOLEAN, fact: STRING, ended: STRING, count: COUNT, commit: COMMIT }),
    effect: 'destroy',
    idempotent: true,
    core: true,
    async run(args, session) {
      const result = await endFact(await session.palace(), {
        subject: needed(args, 'subject'),
        predicate: needed(args, 'predicate'),
        object: needed(args, 'object'),
        ...given({ ended: text(args, 'ended'), by: session.actor(text(args, 'agent')) }),
      });
      return { ...result };
    },
  },
  {
    name: 'mempalace_kg_timeline',
    title: 'Facts in the order of time',
    description: 'What began and what ended, in order; of one entity, or of all.',
    params: {
      entity: { kind: 'string', description: 'a name; default: all' },
      since: { kind: 'string', description: 'from this date on' },
      before: { kind: 'string', description: 'before this date' },
      offset: OFFSET,
    },
    output: object({ entity: STRING, timeline: list(open), count: COUNT }),
    effect: 'read',
    idempotent: true,
    async run(args, session) {
      const offset = number(args, 'offset') ?? 0;
      const result = await readTimeline(await session.palace(), {
        limit: MOST,
        offset,
        ...given({ entity: text(args, 'entity'), since: text(args, 'since'), before: text(args, 'before') }),
      });
      return { ...result, ...nextOffset(offset + result.count, result.total) };
    },
  },
  {
    name: 'mempalace_check_facts',
    title: 'Check a text against the facts',
    description:
      'What in a text speaks against what is known: a wrong relation, age or time, something that is true no longer, names that are near. Call it before you give an answer with facts in it, or with a statement of somebody that surprises you.',
    params: {
      text: { kind: 'string', description: 'the text', required: true, longest: 100_000 },
      date: { kind: 'string', description: 'when it was said; default: now' },
    },
    output: object({ issues: list(open) }),
    effect: 'read',
    idempotent: true,
    core: true,
    async run(args, session) {
      const content = { kind: 'text', text: needed(args, 'text') } as const;
      return { ...(await checkText(await session.palace(), { content, ...given({ date: text(args, 'date') }) })) };
    },
  },
  {
    name: 'mempalace_kg_stats',
    title: 'The facts in numbers',
    description: 'How many entities, facts and relations are known, now and in the past.',
    params: {},
    output: object({
      entities: COUNT,
      triples: COUNT,
      current_facts: COUNT,
      expired_facts: COUNT,
      relationship_types: list(STRING),
    }),
    effect: 'read',
    idempotent: true,
    run: async (_, session) => ({ ...(await readKgStats(await session.palace())) }),
  },
];

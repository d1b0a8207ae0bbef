import { listAgents } from '../../services/agents/list.js';
import { readDiary } from '../../services/diary/read.js';
import { writeDiary } from '../../services/diary/write.js';
import { BOOLEAN, COMMIT, COUNT, list, object, open, STRING, STRING_OR_NULL } from '../schemas.js';
import { CONTENT, given, needed, number, type Tool, text } from '../tool.js';

export const AGENT_TOOLS: readonly Tool[] = [
  {
    name: 'mempalace_diary_write',
    title: 'Write into your diary',
    description: [
      'At the end of a conversation: what happened, what you learned, what matters next time, in your own words or in AAAK, such as',
      '"SESSION:2026-03-04|built.graphql.api+KAI.review:round.trips|★★★". The entry is kept as given, under your name.',
    ].join(' '),
    params: {
      agent_name: { kind: 'string', description: 'your name, the same every time', required: true },
      entry: { kind: 'string', description: 'the entry', required: true, longest: CONTENT },
      topic: { kind: 'string', description: 'what it is about, in a word', default: 'general' },
      format: {
        kind: 'string',
        description: 'aaak: mistakes in it are named',
        options: ['text', 'aaak'],
        default: 'text',
      },
      importance: { kind: 'integer', description: '1 to 5', minimum: 1, maximum: 5 },
    },
    output: object({
      success: BOOLEAN,
      entry_id: STRING,
      agent: STRING,
      topic: STRING,
      timestamp: STRING,
      commit: COMMIT,
    }),
    effect: 'write',
    idempotent: false,
    core: true,
    async run(args, session) {
      const result = await writeDiary(await session.palace(), {
        agent: needed(args, 'agent_name'),
        content: { kind: 'text', text: needed(args, 'entry') },
        ...given({ topic: text(args, 'topic'), format: text(args, 'format'), importance: number(args, 'importance') }),
      });
      return { success: true, ...result };
    },
  },
  {
    name: 'mempalace_diary_read',
    title: 'Read a diary',
    description:
      'The last entries of your diary, or of another agent, newest first. Read yours when a conversation goes on from an earlier one.',
    params: {
      agent_name: { kind: 'string', description: 'whose diary', required: true },
      last_n: { kind: 'integer', description: 'most entries', minimum: 1, maximum: 100, default: 10 },
      topic: { kind: 'string', description: 'only this topic' },
      since: { kind: 'string', description: 'from this date on' },
    },
    output: object({ agent: STRING_OR_NULL, entries: list(open), total: COUNT, showing: COUNT }),
    effect: 'read',
    idempotent: true,
    core: true,
    async run(args, session) {
      const result = await readDiary(await session.palace(), {
        agent: needed(args, 'agent_name'),
        ...given({ last: number(args, 'last_n'), topic: text(args, 'topic'), since: text(args, 'since') }),
      });
      return { ...result, ...(result.total === 0 && { message: 'no entries yet' }) };
    },
  },
  {
    name: 'mempalace_list_agents',
    title: 'Agents of the palace',
    description: 'The specialist agents: what each is for, and how much it has written.',
    params: {},
    output: object({ agents: list(open) }),
    effect: 'read',
    idempotent: true,
    run: async (_, session) => ({ ...(await listAgents(await session.palace())) }),
  },
];

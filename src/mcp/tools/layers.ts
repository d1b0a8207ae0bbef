import { recall } from '../../services/layers/recall.js';
import { wakeUp } from '../../services/layers/wake-up.js';
import { COUNT, list, object, open, STRING } from '../schemas.js';
import { flag, given, number, type Tool, text } from '../tool.js';
import { PLACE_FILTERS } from './search.js';

const TOKENS = { kind: 'integer', description: 'most tokens of the text', minimum: 50, maximum: 20_000 } as const;
const FORMAT = { kind: 'string', description: 'text, or AAAK for a short index', options: ['text', 'aaak'] } as const;
const LAYERS = object({ text: STRING, tokens: COUNT, layers: list(open) });

export const LAYER_TOOLS: readonly Tool[] = [
  {
    name: 'mempalace_wake_up',
    title: 'What to know at the start',
    description:
      'Who you are here, and the memories that matter most, of all wings or of one, within a budget of tokens. Call it at the start of a conversation when no hook has done so.',
    params: {
      wing: PLACE_FILTERS.wing ?? { kind: 'string', description: 'only this wing' },
      tokens: TOKENS,
      format: FORMAT,
    },
    output: LAYERS,
    effect: 'read',
    idempotent: true,
    core: true,
    async run(args, session) {
      const result = await wakeUp(
        await session.palace(),
        given({ wing: text(args, 'wing'), tokens: number(args, 'tokens'), format: text(args, 'format') }),
      );
      return { ...result };
    },
  },
  {
    name: 'mempalace_recall',
    title: 'Memories of a place, a time or a topic',
    description:
      'The newest memories of a wing, a room, a person or a time, or (for) those that belong to what was just said: give the words, the topic is found in them.',
    params: {
      ...PLACE_FILTERS,
      entity: { kind: 'string', description: 'only memories that name this person or project' },
      for: { kind: 'string', description: 'what was just said', longest: 20_000 },
      since: { kind: 'string', description: 'from this date on' },
      before: { kind: 'string', description: 'before this date' },
      limit: { kind: 'integer', description: 'most memories', minimum: 1, maximum: 100, default: 10 },
      tokens: TOKENS,
      format: FORMAT,
    },
    output: LAYERS,
    effect: 'read',
    idempotent: true,
    async run(args, session) {
      const result = await recall(
        await session.palace(),
        given({
          wing: text(args, 'wing'),
          room: text(args, 'room'),
          entity: text(args, 'entity'),
          for: text(args, 'for'),
          since: text(args, 'since'),
          before: text(args, 'before'),
          limit: number(args, 'limit'),
          tokens: number(args, 'tokens'),
          format: text(args, 'format'),
        }),
      );
      return { ...result };
    },
  },
  {
    name: 'mempalace_compress',
    title: 'Memories in AAAK',
    description:
      'Memories of a wing or room as short AAAK lines, the newest first, to look over many of them for few tokens. Lossy: quote from mempalace_get_drawer only. claims keeps every sentence with a name, a number, a date or a decision.',
    params: {
      ...PLACE_FILTERS,
      limit: { kind: 'integer', description: 'most memories', minimum: 1, maximum: 200, default: 20 },
      claims: { kind: 'boolean', description: 'keep what states something', default: false },
    },
    output: object({
      drawers: list(object({ drawer_id: STRING, wing: STRING, room: STRING, text: STRING })),
      total: COUNT,
      original_tokens: COUNT,
      compressed_tokens: COUNT,
    }),
    effect: 'read',
    idempotent: true,
    async run(args, session) {
      const { compressDrawers } = await import('../../services/aaak/compress.js');
      const { drawers, total, original_tokens, compressed_tokens, ratio } = await compressDrawers(
        await session.palace(),
        {
          limit: number(args, 'limit') ?? 20,
          claims: flag(args, 'claims'),
          ...given({ wing: text(args, 'wing'), room: text(args, 'room') }),
        },
      );
      const shown = drawers.map(({ id, wing, room, text: line, left_out }) => ({
        drawer_id: id,
        wing,
        room,
        text: line,
        ...(left_out.length > 0 && { left_out }),
      }));
      return { drawers: shown, total, original_tokens, compressed_tokens, ratio };
    },
  },
];

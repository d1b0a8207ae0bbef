import { EXIT, PalaceError } from '../../base/errors.js';
import { didYouMean } from '../../base/near.js';
import { wingName } from '../../palace/names.js';
import { readTree, type TreeResult } from '../../services/list/tree.js';
import { readStatus } from '../../services/status/status.js';
import { counts, object, STRING, STRING_OR_NULL } from '../schemas.js';
import { type Connection, isNoPalace } from '../session.js';
import { packagedText } from '../texts.js';
import { type Tool, text } from '../tool.js';

/** What a model needs to begin: what there is, the rules, and the language of compressed texts, in one call. */
async function status(session: Connection): Promise<Record<string, unknown>> {
  const [protocol, aaak_dialect] = await Promise.all([packagedText('mcp/protocol.md'), packagedText('aaak/spec.md')]);
  const rules = { protocol, ...(aaak_dialect !== undefined && { aaak_dialect }) };
  try {
    const palace = await session.palace();
    const { drawers, commit, branch, unsaved, index, model, conflicts, name } = await readStatus(palace);
    const { wings } = await readTree(palace);
    return {
      total_drawers: drawers,
      wings: mapped(wings, ({ drawers }) => drawers),
      rooms: roomsOf(wings),
      palace_path: palace.root,
      name,
      commit,
      branch,
      unsaved: unsaved.length,
      conflicts,
      index,
      model,
      ...rules,
    };
  } catch (error) {
    if (!isNoPalace(error)) throw error;
    // The rules help all the same: the model can tell its user what to type.
    return { total_drawers: 0, wings: {}, rooms: {}, error: error.message, hint: error.next.join(' | '), ...rules };
  }
}

function mapped<A, B>(values: Readonly<Record<string, A>>, make: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]));
}

function roomsOf(wings: TreeResult['wings']): Record<string, number> {
  const rooms: Record<string, number> = {};
  for (const { rooms: own } of Object.values(wings))
    for (const [room, count] of Object.entries(own)) rooms[room] = (rooms[room] ?? 0) + count;
  return rooms;
}

/** Rooms of a wing; a wing that is not there is told of, with the names that are near. */
async function rooms(session: Connection, wing: string | undefined): Promise<Record<string, unknown>> {
  const { wings } = await readTree(await session.palace());
  if (wing === undefined) return { wing: 'all', rooms: roomsOf(wings) };
  const own = wings[wingName(wing)];
  if (own !== undefined) return { wing: wingName(wing), rooms: own.rooms };
  const near = didYouMean(wing, Object.keys(wings));
  throw new PalaceError('not-found', `there is no wing "${wing}"${near === '' ? '' : `; ${near}`}`, {
    exit: EXIT.notFound,
    next: ['mempalace_list_wings'],
    details: { field: 'wing' },
  });
}

export const PLACE_TOOLS: readonly Tool[] = [
  {
    name: 'mempalace_status',
    title: 'The palace at a glance',
    description:
      'Call this first in every conversation. Tells what is in the memory palace (drawers by wing and room), the rules for using it, and the AAAK dialect. Also works when there is no palace yet, and then says how to make one.',
    params: {},
    output: object({
      total_drawers: { type: 'integer' },
      wings: counts,
      rooms: counts,
      protocol: STRING,
      'palace_path?': STRING,
      'aaak_dialect?': STRING,
      'commit?': STRING_OR_NULL,
      'error?': STRING,
      'hint?': STRING,
    }),
    effect: 'read',
    idempotent: true,
    core: true,
    run: (_, session) => status(session),
  },
  {
    name: 'mempalace_list_wings',
    title: 'Wings',
    description: 'The wings of the palace (people, projects, domains) and how many memories each holds.',
    params: {},
    output: object({ wings: counts }),
    effect: 'read',
    idempotent: true,
    run: async (_, session) => ({
      wings: mapped((await readTree(await session.palace())).wings, ({ drawers }) => drawers),
    }),
  },
  {
    name: 'mempalace_list_rooms',
    title: 'Rooms',
    description: 'The rooms of one wing (or of all), and how many memories each holds. Use a room to narrow a search.',
    params: { wing: { kind: 'string', description: 'a wing, as mempalace_list_wings names it; all when left out' } },
    output: object({ wing: STRING, rooms: counts }),
    effect: 'read',
    idempotent: true,
    run: (args, session) => rooms(session, text(args, 'wing')),
  },
  {
    name: 'mempalace_get_taxonomy',
    title: 'Wings and rooms',
    description: 'The whole tree: every wing with its rooms and counts. Larger than mempalace_list_wings.',
    params: {},
    output: object({ taxonomy: { type: 'object', additionalProperties: counts } }),
    effect: 'read',
    idempotent: true,
    run: async (_, session) => ({
      taxonomy: mapped((await readTree(await session.palace())).wings, ({ rooms: own }) => own),
    }),
  },
  {
    name: 'mempalace_get_aaak_spec',
    title: 'The AAAK dialect',
    description: 'How compressed texts of the palace are read and written. mempalace_status holds the same.',
    params: {},
    output: object({ aaak_spec: STRING }),
    effect: 'read',
    idempotent: true,
    run: async () => ({ aaak_spec: (await packagedText('aaak/spec.md')) ?? '' }),
  },
  {
    name: 'mempalace_reconnect',
    title: 'Open the palace again',
    description:
      'Closes and opens the palace. Changes by other programs are seen without it; use it when the palace was replaced or its settings were changed.',
    params: {},
    output: object({ success: { type: 'boolean' }, palace_path: STRING }),
    effect: 'read',
    idempotent: true,
    async run(_, session) {
      return { success: true, palace_path: (await session.reopen()).root };
    },
  },
];

import { addMemory } from '../../services/add/add.js';
import { findDuplicates } from '../../services/add/duplicates.js';
import { editDrawer } from '../../services/edit/edit.js';
import { listDrawers } from '../../services/list/list.js';
import { moveDrawers } from '../../services/move/move.js';
import { removeDrawers } from '../../services/remove/remove.js';
import { showDrawer } from '../../services/show/show.js';
import { BOOLEAN, COMMIT, list, object, open, STRING } from '../schemas.js';
import type { Connection } from '../session.js';
import { AGENT, type Args, CONTENT, flag, given, needed, number, type Tool, text } from '../tool.js';
import { PLACE_FILTERS } from './search.js';

const ID = { kind: 'string', description: 'id of the drawer (or its first digits)', required: true } as const;

/** Most characters of a memory that a single answer gives; the rest follows by `offset`. */
const PAGE = 40_000;

async function add(args: Args, session: Connection): Promise<Record<string, unknown>> {
  const [palace, model] = await Promise.all([session.palace(), session.loadedModel()]);
  const request = {
    content: { kind: 'text', text: needed(args, 'content') },
    wing: needed(args, 'wing'),
    room: needed(args, 'room'),
    force: flag(args, 'force'),
    ...given({
      title: text(args, 'title'),
      date: text(args, 'date'),
      hall: text(args, 'hall'),
      importance: number(args, 'importance'),
      source: text(args, 'source_file'),
      by: session.actor(text(args, 'agent')),
    }),
  } as const;
  const { status, id, path, wing, room, title, commit, matches, related, secrets } = await addMemory(
    palace,
    request,
    model,
  );
  const stands = matches.map(({ id: drawer_id, similarity, title: named, room: where }) => ({
    drawer_id,
    similarity,
    title: named,
    room: where,
  }));
  const answer = { drawer_id: id, wing, room, title, path, commit, matches: stands };
  if (status === 'added')
    return {
      success: true,
      ...answer,
      ...(related.length > 0 && {
        related: related.map(({ id: drawer_id, title: named }) => ({ drawer_id, title: named })),
      }),
      ...(secrets.length > 0 && { secrets }),
    };
  // The same words stand in this room already: nothing is missing.
  if (status === 'exists') return { success: true, reason: 'exists', ...answer };
  return {
    success: false,
    reason: 'duplicate',
    ...answer,
    hint: 'nearly the same stands there; force: true files it all the same',
  };
}

async function get(args: Args, session: Connection): Promise<Record<string, unknown>> {
  const { result } = await showDrawer(await session.palace(), {
    drawer: needed(args, 'drawer_id'),
    ...given({ at: text(args, 'at') }),
  });
  const { id, path, wing, room, title, body, edited, at, format } = result;
  const offset = number(args, 'offset') ?? 0;
  const end = offset + (number(args, 'length') ?? PAGE);
  const front = Object.fromEntries(
    ['date', 'source', 'hall', 'entities', 'tags', 'importance', 'filed', 'by'].flatMap((key) =>
      result[key] === undefined ? [] : [[key, result[key]]],
    ),
  );
  return {
    drawer_id: id,
    wing,
    room,
    title,
    ...front,
    path,
    format,
    edited,
    at,
    content: body.slice(offset, end),
    characters: body.length,
    ...(end < body.length && { next_offset: end }),
  };
}

async function update(args: Args, session: Connection): Promise<Record<string, unknown>> {
  const palace = await session.palace();
  const by = given({ by: session.actor(text(args, 'agent')) });
  const drawer = needed(args, 'drawer_id');
  const [content, wing, room] = [text(args, 'content'), text(args, 'wing'), text(args, 'room')];
  const edited =
    content === undefined
      ? undefined
      : await editDrawer(palace, { drawer, content: { kind: 'text', text: content }, ...by });
  const moved =
    wing === undefined && room === undefined
      ? undefined
      : await moveDrawers(palace, { ids: [drawer], ...given({ toWing: wing, toRoom: room }), ...by });
  const { id, path, wing: now, room: where } = (await showDrawer(palace, { drawer })).result;
  const commits = [edited?.commit, moved?.commit].filter((commit) => commit !== undefined && commit !== null);
  return { success: true, drawer_id: id, wing: now, room: where, path, commit: commits.at(-1) ?? null };
}

async function duplicates(args: Args, session: Connection): Promise<Record<string, unknown>> {
  const [palace, model] = await Promise.all([session.palace(), session.loadedModel()]);
  const threshold = number(args, 'threshold') ?? 0.9;
  const { twins, related } = await findDuplicates(
    palace,
    { content: { kind: 'text', text: needed(args, 'content') }, ...given({ wing: text(args, 'wing') }) },
    model,
  );
  const matches = [...twins, ...related]
    .filter(({ similarity }) => similarity >= threshold)
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ id, wing, room, similarity, text: words }) => ({ id, wing, room, similarity, content: words }));
  return { is_duplicate: matches.length > 0, matches };
}

const WRITTEN = object({ success: BOOLEAN, drawer_id: STRING, 'commit?': COMMIT });

export const DRAWER_TOOLS: readonly Tool[] = [
  {
    name: 'mempalace_add_drawer',
    title: 'File a memory',
    description: [
      'Files something worth keeping, exactly as it was said: a decision with its reason, a preference, a result, a quotation. Never a summary; several memories are several calls.',
      'The same text is filed once; nearly the same text in the wing is reported and not filed (force: true does it all the same). Secrets are not kept. Answers with the id and the commit.',
    ].join(' '),
    params: {
      wing: {
        kind: 'string',
        description: 'person, project or domain it belongs to; made when it is new',
        required: true,
      },
      room: { kind: 'string', description: 'the one idea it is about, such as auth-migration', required: true },
      content: { kind: 'string', description: 'the exact words', required: true, longest: CONTENT },
      title: { kind: 'string', description: 'one line for people; default: the first line' },
      date: { kind: 'string', description: 'when it was said or happened, if not now: 2026-03-04 or a timestamp' },
      hall: { kind: 'string', description: 'facts, events, discoveries, preferences or advice, when it is clear' },
      importance: { kind: 'integer', description: '1 to 5, when the person said so', minimum: 1, maximum: 5 },
      source_file: { kind: 'string', description: 'where it is from: a file, an address, a meeting' },
      agent: AGENT,
      force: { kind: 'boolean', description: 'file it although nearly the same stands there', default: false },
    },
    output: object({ success: BOOLEAN, drawer_id: STRING, commit: COMMIT, matches: list(open), 'reason?': STRING }),
    effect: 'write',
    idempotent: true,
    core: true,
    run: add,
  },
  {
    name: 'mempalace_get_drawer',
    title: 'Read a memory',
    description: 'One memory in full, verbatim, with where it is from. at shows it as it stood at a date or commit.',
    params: {
      drawer_id: ID,
      at: { kind: 'string', description: 'a date, a commit or a tag' },
      offset: { kind: 'integer', description: 'first character of a long memory', minimum: 0, default: 0 },
      length: { kind: 'integer', description: 'most characters', minimum: 1, maximum: 200_000, default: PAGE },
    },
    output: object({ drawer_id: STRING, wing: STRING, room: STRING, content: STRING, characters: { type: 'integer' } }),
    effect: 'read',
    idempotent: true,
    core: true,
    run: get,
  },
  {
    name: 'mempalace_check_duplicate',
    title: 'Is it filed already?',
    description: 'Whether a text, or nearly the same, stands in the palace. mempalace_add_drawer checks by itself.',
    params: {
      content: { kind: 'string', description: 'the text', required: true, longest: CONTENT },
      threshold: { kind: 'number', description: 'least similarity, 0.9 to 1', minimum: 0, maximum: 1, default: 0.9 },
      wing: { kind: 'string', description: 'only this wing; default all' },
    },
    output: object({ is_duplicate: BOOLEAN, matches: list(object({ id: STRING, similarity: { type: 'number' } })) }),
    effect: 'read',
    idempotent: true,
    run: duplicates,
  },
  {
    name: 'mempalace_list_drawers',
    title: 'List memories',
    description:
      'Memories of a wing or room, newest first, without their text. For what is about something, use mempalace_search.',
    params: {
      ...PLACE_FILTERS,
      since: { kind: 'string', description: 'from this date on' },
      before: { kind: 'string', description: 'before this date' },
      limit: { kind: 'integer', description: 'most memories', minimum: 1, maximum: 100, default: 20 },
      offset: { kind: 'integer', description: 'how many to pass over', minimum: 0, default: 0 },
    },
    output: object({ drawers: list(object({ drawer_id: STRING, title: STRING })), total: { type: 'integer' } }),
    effect: 'read',
    idempotent: true,
    async run(args, session) {
      const { drawers, total, limit, offset } = await listDrawers(
        await session.palace(),
        given({
          wing: text(args, 'wing'),
          room: text(args, 'room'),
          since: text(args, 'since'),
          before: text(args, 'before'),
          limit: number(args, 'limit'),
          offset: number(args, 'offset'),
        }),
      );
      const end = offset + drawers.length;
      return {
        drawers: drawers.map(({ id, ...rest }) => ({ drawer_id: id, ...rest })),
        total,
        limit,
        offset,
        ...(end < total && { next_offset: end }),
      };
    },
  },
  {
    name: 'mempalace_update_drawer',
    title: 'Change or move a memory',
    description:
      'Replaces the words of a memory, or moves it to another wing or room. The old words stay in its history (mempalace_history, mempalace_restore).',
    params: {
      drawer_id: ID,
      content: { kind: 'string', description: 'the new words, whole', longest: CONTENT },
      wing: { kind: 'string', description: 'the wing to move it to' },
      room: { kind: 'string', description: 'the room to move it to' },
      agent: AGENT,
    },
    output: WRITTEN,
    effect: 'destroy',
    idempotent: true,
    run: update,
  },
  {
    name: 'mempalace_delete_drawer',
    title: 'Remove a memory',
    description:
      'Takes a memory out of the palace. History keeps it: mempalace_restore brings it back. dry_run tells what would go.',
    params: {
      drawer_id: ID,
      agent: AGENT,
      dry_run: { kind: 'boolean', description: 'change nothing', default: false },
    },
    output: WRITTEN,
    effect: 'destroy',
    idempotent: false,
    async run(args, session) {
      const { changes, commit, dry_run } = await removeDrawers(await session.palace(), {
        ids: [needed(args, 'drawer_id')],
        dryRun: flag(args, 'dry_run'),
        ...given({ by: session.actor(text(args, 'agent')) }),
      });
      const [{ id, path } = { id: needed(args, 'drawer_id'), path: '' }] = changes;
      return {
        success: true,
        drawer_id: id,
        path,
        commit,
        dry_run,
        hint: 'mempalace_restore with this drawer_id brings it back',
      };
    },
  },
];

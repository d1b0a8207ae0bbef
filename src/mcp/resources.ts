import { EXIT, PalaceError } from '../base/errors.js';
import { listDrawers, MOST_LISTED } from '../services/list/list.js';
import { readTree } from '../services/list/tree.js';
import { showDrawer } from '../services/show/show.js';
import { readStatus } from '../services/status/status.js';
import { type Connection, isNoPalace } from './session.js';
import { fenced } from './texts.js';

export const RESOURCES = [
  {
    uri: 'palace://status',
    name: 'status',
    title: 'The palace at a glance',
    description: 'Counts by wing and room, unsaved edits, the state of the search index.',
    mimeType: 'application/json',
  },
  {
    uri: 'palace://wake-up',
    name: 'wake-up',
    title: 'What to know at the start',
    description: 'Identity, and the memories that matter most, fenced as quoted data.',
    mimeType: 'text/markdown',
  },
] as const;

export const TEMPLATES = [
  {
    uriTemplate: 'palace://drawer/{id}',
    name: 'drawer',
    title: 'One memory',
    description: 'A memory in full, verbatim, by its id.',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: 'palace://wing/{wing}/{room}',
    name: 'room',
    title: 'The memories of a room',
    description: 'Titles, dates and ids of the memories of a room, newest first.',
    mimeType: 'application/json',
  },
] as const;

/** Rooms that one page lists. */
const PAGE = 100;

interface ListedResource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

/**
 * The resources, page by page: first those that every palace has, then its rooms by name. A cursor is the room after which to go on, so
 * that rooms which come or go meanwhile move nothing. @throws PalaceError `bad-cursor`, and what opening says but for `no-palace`.
 */
export async function listResources(
  cursor: string | undefined,
  session: Connection,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  const after = cursor === undefined ? '' : placeOfCursor(cursor);
  const rooms = (await roomsOf(session)).filter(({ place }) => place > after);
  const page = rooms.slice(0, PAGE);
  const last = page.at(-1)?.place;
  return {
    resources: [...(cursor === undefined ? RESOURCES : []), ...page.map(roomResource)],
    ...(rooms.length > PAGE && last !== undefined && { nextCursor: Buffer.from(last).toString('base64url') }),
  };
}

function placeOfCursor(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (/^[^/]+\/[^/]+$/.test(place)) return place;
  throw new PalaceError('bad-cursor', `there is no cursor "${cursor}"`, { exit: EXIT.usage });
}

async function roomsOf(session: Connection): Promise<{ place: string; drawers: number }[]> {
  try {
    const { wings } = await readTree(await session.palace());
    return Object.entries(wings)
      .flatMap(([wing, { rooms }]) =>
        Object.entries(rooms).map(([room, drawers]) => ({ place: `${wing}/${room}`, drawers })),
      )
      .sort((a, b) => (a.place < b.place ? -1 : 1));
  } catch (error) {
    if (isNoPalace(error)) return [];
    throw error;
  }
}

function roomResource({ place, drawers }: { place: string; drawers: number }): ListedResource {
  return {
    uri: `palace://wing/${place.split('/').map(encodeURIComponent).join('/')}`,
    name: place,
    title: place,
    description: `${drawers} ${drawers === 1 ? 'memory' : 'memories'}`,
    mimeType: 'application/json',
  };
}

interface Contents {
  [key: string]: unknown;
  contents: { uri: string; mimeType: string; text: string }[];
}

/** @throws PalaceError `not-found` and what reading says. */
export async function readResource(uri: string, session: Connection): Promise<Contents> {
  const [, kind, rest = ''] = /^palace:\/\/([^/]+)(?:\/(.*))?$/s.exec(uri) ?? [];
  const parts = rest
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  const palace = await session.palace();
  const json = (value: unknown): Contents => ({
    contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value, null, 2) }],
  });
  if (kind === 'status' && parts.length === 0) return json(await readStatus(palace));
  if (kind === 'wake-up' && parts.length === 0) {
    const { wakeUp } = await import('../services/layers/wake-up.js');
    return { contents: [{ uri, mimeType: 'text/markdown', text: (await wakeUp(palace, {})).text }] };
  }
  const [first = '', second] = parts;
  if (kind === 'drawer' && parts.length === 1) {
    const { result } = await showDrawer(palace, { drawer: first });
    const text = `${result.title} (${result.id}, ${result.wing}/${result.room})\n\n${fenced(result.body, `memory ${result.id}`)}`;
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  }
  if (kind === 'wing' && parts.length >= 1 && parts.length <= 2)
    return json(
      await listDrawers(palace, { wing: first, ...(second !== undefined && { room: second }), limit: MOST_LISTED }),
    );
  throw new PalaceError('not-found', `there is no resource ${uri}`, {
    exit: EXIT.notFound,
    next: [...RESOURCES.map((each) => each.uri), ...TEMPLATES.map((each) => each.uriTemplate)],
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

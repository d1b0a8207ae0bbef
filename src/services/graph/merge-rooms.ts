import { join } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import { findWing } from '../../graph/look-up.js';
import { openGraph } from '../../graph/open.js';
import { changeLocked } from '../../palace/change.js';
import { PATHS } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { nameOfFolder, roomName } from '../../palace/names.js';
import { RoomAliases } from '../../palace/room-aliases.js';
import type { FileWrite, Palace, RoomName } from '../../palace/types.js';
import { editWingFile, parseWingFile } from '../../palace/wing-file.js';
import { actorOf } from '../add/facts.js';
import { mustStand } from '../select/filters.js';

export interface MergeRequest {
  /** The name that becomes an alias. */
  room: string;
  /** The name that stays. */
  into: string;
  /** Only in this wing; every wing with such a room otherwise. */
  wing?: string;
  by?: string;
}

export interface MergeResult {
  room: string;
  into: string;
  /** Wings whose wing.yaml says so now. */
  wings: string[];
  /** Null when all of them said so before. */
  commit: string | null;
}

/**
 * Makes one room a further name of another, in the wing.yaml of each wing that has it. No drawer moves: the graph, filters and mining
 * take the two for one from now on. A room that already is an alias brings its own aliases along.
 * @throws PalaceError `not-found` (exit 4) for a room or wing that is not there, `same-room`, `bad-name` (exit 2), `broken-yaml`,
 * `unsaved-edit` (exit 5).
 */
export async function mergeRooms(palace: Palace, request: MergeRequest): Promise<MergeResult> {
  const room = roomName(request.room);
  const into = roomName(request.into, 'into');
  const actor = actorOf(request.by);
  if (room === into) throw sameRoom(`"${room}" is the same room`);
  const graph = await openGraph(palace);
  const only = request.wing === undefined ? undefined : findWing(graph, request.wing);
  const places = graph.places.filter(({ wing }) => only === undefined || wing === only);
  mustStand(
    'room',
    room,
    places.map((place) => place.room),
  );
  const wings = [...new Set(places.filter((place) => place.room === room).map(({ wing }) => wing))];
  return withLock(palace, 'rooms', async () => {
    const writes: FileWrite[] = [];
    for (const wing of wings) {
      const write = await aliasWrite(palace, wing, room, into);
      if (write !== undefined) writes.push(write);
    }
    if (writes.length === 0) return { room, into, wings, commit: null };
    const subject = `merge room ${room} into ${into}${wings.length === 1 ? ` in ${wings[0]}` : ` in ${wings.length} wings`}`;
    const receipt = await changeLocked(palace, { op: 'rooms', subject, writes, by: actor });
    return { room, into, wings, commit: receipt?.commit ?? null };
  });
}

async function aliasWrite(
  palace: Palace,
  wing: string,
  room: RoomName,
  into: RoomName,
): Promise<FileWrite | undefined> {
  const path = await wingFileOf(palace, wing);
  const before = (await readIfExists(join(palace.root, path)))?.toString('utf8');
  const { rooms } = parseWingFile(before ?? '', path);
  const known = new RoomAliases([[wing, rooms]]);
  if (known.canonical(wing, room) === known.canonical(wing, into)) {
    if (known.canonical(wing, room) === into) return undefined;
    throw sameRoom(`in ${wing}, "${into}" is a name of "${known.canonical(wing, into)}" already`);
  }
  const target = known.canonical(wing, into);
  const aliases = rooms.find(({ name }) => name === target)?.aliases ?? [];
  const text = editWingFile(before, { rooms: [{ name: target, aliases: [...new Set([...aliases, room])] }] }, path);
  return { kind: 'put', path, content: Buffer.from(text) };
}

/** The folder of a wing may be written otherwise than its name (`Driftwood`). */
async function wingFileOf({ root }: Palace, wing: string): Promise<string> {
  const { readdir } = await import('node:fs/promises');
  const folders = await readdir(join(root, PATHS.wings));
  const folder = folders.includes(wing) ? wing : (folders.sort().find((name) => nameOfFolder(name) === wing) ?? wing);
  return `${PATHS.wings}/${folder}/wing.yaml`;
}

function sameRoom(message: string): PalaceError {
  return new PalaceError('same-room', message, {
    exit: EXIT.usage,
    next: ['palace rooms'],
    details: { field: 'into' },
  });
}

import { EXIT, PalaceError } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { changeLocked } from '../../palace/change.js';
import { readDrawerBytes } from '../../palace/drawers.js';
import { parseDrawerPath } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { roomName, wingName } from '../../palace/names.js';
import type { Drawer, FileWrite, Palace, RoomName, WingName } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { filingFolder } from '../add/place.js';
import { type Selection, selectDrawers } from '../select/select.js';
import { type DrawerChange, freePath, toChange } from '../select/targets.js';

export interface MoveRequest extends Selection {
  /** `WING/ROOM`, or `WING` alone (the room stays). */
  to?: string;
  toWing?: string;
  toRoom?: string;
  by?: string;
  dryRun?: boolean;
}

export interface MoveResult {
  /** Drawers that change their place; those that stand there already are left out. */
  changes: DrawerChange[];
  /** Null when nothing moved, or with `dryRun`. */
  commit: ObjectId | null;
  dry_run: boolean;
}

/**
 * Moves drawers to another wing or room, as one commit. Their files keep name and content, so their history follows them.
 * @throws PalaceError `bad-name`, `no-destination` (exit 2), `unsaved-edit` (exit 5), and what {@link selectDrawers} throws.
 */
export async function moveDrawers(palace: Palace, request: MoveRequest): Promise<MoveResult> {
  const destination = readDestination(request);
  const actor = actorOf(request.by);
  const drawers = await selectDrawers(palace, request);
  const dryRun = request.dryRun === true;
  if (dryRun) return { changes: await planMoves(palace, drawers, destination), commit: null, dry_run: true };
  // Bytes are read under the lock: what somebody writes meanwhile must not be moved away as it was before.
  return withLock(palace, 'move', async () => {
    const changes = await planMoves(palace, drawers, destination);
    if (changes.length === 0) return { changes, commit: null, dry_run: false };
    const writes: FileWrite[] = [];
    for (const { path: to, from = to } of changes)
      writes.push({ kind: 'move', from, to, content: await readDrawerBytes(palace, from) });
    const receipt = await changeLocked(palace, {
      op: 'move',
      subject: subjectOf(changes, destination),
      writes,
      by: actor,
    });
    return { changes, commit: receipt?.commit ?? null, dry_run: false };
  });
}

/** Drawers that are there already do not move. */
async function planMoves(
  palace: Palace,
  drawers: readonly Drawer[],
  destination: Destination,
): Promise<DrawerChange[]> {
  const changes: DrawerChange[] = [];
  const taken = new Set<string>();
  for (const drawer of drawers) {
    const wing = destination.wing ?? drawer.wing;
    const room = destination.room ?? drawer.room;
    if (wing === drawer.wing && room === drawer.room) continue;
    const to = await placeFor(palace, drawer, wing, room, taken);
    taken.add(to);
    changes.push(toChange('moved', drawer, to));
  }
  return changes;
}

interface Destination {
  wing?: WingName;
  room?: RoomName;
}

function readDestination({ to, toWing, toRoom }: MoveRequest): Destination {
  const destination: Destination = {};
  if (to !== undefined) {
    const parts = to
      .replace(/^wings\//, '')
      .replace(/\/+$/, '')
      .split('/');
    const [wing = '', room] = parts;
    if (parts.length > 2)
      throw new PalaceError('no-destination', `"${to}" is no place for a drawer: it has more than a wing and a room`, {
        exit: EXIT.usage,
        next: [`--to ${parts.slice(0, 2).join('/')}`],
      });
    destination.wing = wingName(wing);
    if (room !== undefined) destination.room = roomName(room);
  }
  if (toWing !== undefined) destination.wing = wingName(toWing);
  if (toRoom !== undefined) destination.room = roomName(toRoom);
  if (destination.wing === undefined && destination.room === undefined)
    throw new PalaceError('no-destination', 'where to? no wing or room was given', {
      exit: EXIT.usage,
      next: ['palace move ID --to WING/ROOM', 'palace move ID --room ROOM'],
    });
  return destination;
}

async function placeFor(
  palace: Palace,
  drawer: Drawer,
  wing: WingName,
  room: RoomName,
  taken: ReadonlySet<string>,
): Promise<string> {
  const name = parseDrawerPath(drawer.path)?.name ?? drawer.path.slice(drawer.path.lastIndexOf('/') + 1);
  const date = drawer.front.date ?? drawer.front.filed ?? palace.runtime.now().toISOString();
  return freePath(palace, await filingFolder(palace, wing, room, date), name, taken);
}

function subjectOf(changes: readonly DrawerChange[], { wing, room }: Destination): string {
  const place = [wing ?? '…', ...(room === undefined ? [] : [room])].join('/');
  const [only, ...others] = changes;
  return only && others.length === 0 ? `move ${only.title} to ${place}` : `move ${changes.length} drawers to ${place}`;
}

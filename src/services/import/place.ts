import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PalaceError } from '../../base/errors.js';
import { hashBlob } from '../../git/hash.js';
import { isWritablePath } from '../../palace/change-paths.js';
import { parseDrawer, withFront } from '../../palace/codec.js';
import { bodyHash, mintDrawerId, provisionalId } from '../../palace/ids.js';
import { type DrawerPlace, parseDrawerPath } from '../../palace/layout.js';
import type { BodyHash, DrawerId, FileWrite, Palace, WingName } from '../../palace/types.js';
import { isWingFile } from '../export/record.js';
import type { Standing, Stood } from './standing.js';
import type { ImportConflict, Incoming, NotImported } from './types.js';

/** What happens to one newcomer. */
export type Placed =
  | { kind: 'added'; write: FileWrite; wing: string }
  | { kind: 'unchanged' }
  | { kind: 'forgotten' }
  | { kind: 'wing-file'; write?: FileWrite }
  | { kind: 'conflict'; conflict: ImportConflict; write?: FileWrite; wing: string }
  | { kind: 'left'; left: NotImported };

export interface PlaceContext {
  palace: Palace;
  standing: Standing;
  /** Every drawer goes into this wing. */
  wing: WingName | undefined;
  isForgotten(hash: BodyHash): boolean;
}

/** Decides about one newcomer; `standing` learns what is to be written. Writes nothing. */
export function placeOne(context: PlaceContext, incoming: Incoming): Placed {
  const { standing } = context;
  const path = inWing(incoming.path, context.wing);
  if (!isWritablePath(path)) return left(incoming, `${JSON.stringify(incoming.path)} is no path of a palace`);
  if (isWingFile(path)) return placeWingFile(context, path, incoming);
  const place = parseDrawerPath(path);
  if (!place) return left(incoming, `${JSON.stringify(incoming.path)} is no place for a drawer`);
  if (incoming.bytes.length > context.palace.settings.maxSourceBytes)
    return left(incoming, `has ${incoming.bytes.length} bytes; the limit is ${context.palace.settings.maxSourceBytes}`);

  const { front, body } = parseDrawer(incoming.bytes);
  if (context.isForgotten(bodyHash(body))) return { kind: 'forgotten' };
  const blob = hashBlob(incoming.bytes);
  const stood = { ...place, blob };
  const { id } = front;
  if (id !== undefined) {
    const holders = standing.withId(id);
    if (holders.some((holder) => holder.blob === blob)) return { kind: 'unchanged' };
    const [holder] = holders;
    if (holder) return placeBeside(context, incoming, holder, `the id ${id} stands with other words`);
    const free = standing.free(path);
    standing.add({ ...stood, id, path: free });
    return { kind: 'added', write: put(free, incoming.bytes), wing: place.wing };
  }
  const holder = standing.at(path);
  if (holder && holder.blob !== blob)
    return placeBeside(context, incoming, holder, 'the place is taken by other words');
  if (holder || standing.sameIn(stood)) return { kind: 'unchanged' };
  const free = standing.free(path);
  standing.add({ ...stood, id: provisionalId(free), path: free });
  return { kind: 'added', write: put(free, incoming.bytes), wing: place.wing };
}

/** The same path in another wing. */
function inWing(path: string, wing: WingName | undefined): string {
  return wing === undefined ? path : path.replace(/^wings\/[^/]+\//, `wings/${wing}/`);
}

/**
 * Beside the drawer that stands, as `<its name>~import.md`. The newcomer gets an id that follows from the old one and its bytes,
 * so that importing it again finds it.
 */
function placeBeside(context: PlaceContext, incoming: Incoming, holder: Stood, why: string): Placed {
  const { standing, palace } = context;
  const place = parseDrawerPath(holder.path) as DrawerPlace;
  const { front } = parseDrawer(incoming.bytes);
  let { bytes } = incoming;
  let id: DrawerId | undefined;
  if (front.id !== undefined) {
    const unit = ['import', front.id, hashBlob(incoming.bytes)].join('\0');
    id = mintDrawerId({ kind: 'note', wing: '' as WingName, source: '', unit, n: 0 });
    // With `filed`, mining takes it for what it is: a memory that somebody filed, not one of its own source.
    const filed = front.filed ?? palace.runtime.now().toISOString();
    try {
      bytes = withFront(bytes, { id, filed });
    } catch (error) {
      if (!(error instanceof PalaceError)) throw error;
      return left(incoming, `${why}, and its front-matter cannot be changed: ${error.message}`);
    }
  }
  const blob = hashBlob(bytes);
  const before = id === undefined ? standing.sameIn({ ...place, blob }) : standing.withId(id)[0];
  const beside = before?.path ?? standing.free(holder.path.replace(/(?:~import(?:-\d+)?)?\.md$/, '~import.md'));
  const message = `${why} at ${holder.path}; the newcomer is in ${beside}. Put together what is right in the first, then remove the second`;
  const conflict = { id: holder.id, path: holder.path, beside, where: incoming.where, message };
  if (before) return { kind: 'conflict', conflict, wing: place.wing };
  standing.add({ ...place, id: id ?? provisionalId(beside), path: beside, blob });
  return { kind: 'conflict', conflict, write: put(beside, bytes), wing: place.wing };
}

/** What is known of a wing is taken where nothing is known of it here. */
function placeWingFile({ palace, standing, wing }: PlaceContext, path: string, incoming: Incoming): Placed {
  // It tells of the wing that the drawers came from, not of the one that they are filed in.
  if (wing !== undefined) return { kind: 'wing-file' };
  if (!standing.isTaken(path)) return { kind: 'wing-file', write: put(path, incoming.bytes) };
  try {
    if (readFileSync(join(palace.root, path)).equals(incoming.bytes)) return { kind: 'wing-file' };
  } catch {
    // removed, or not to be read: it is the person's matter
  }
  return left(incoming, `${path} stands here with other content, and stays`, false);
}

function put(path: string, content: Buffer): FileWrite {
  return { kind: 'put', path, content, expect: null };
}

function left({ where }: Incoming, reason: string, damaged = true): Placed {
  return { kind: 'left', left: { where, reason, damaged } };
}

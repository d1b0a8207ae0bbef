import { firstLine } from '../../history/memory.js';
import { parseDrawer, withFront } from '../../palace/codec.js';
import { bodyHash, mintDrawerId } from '../../palace/ids.js';
import { parseDrawerPath } from '../../palace/layout.js';
import type { DrawerFile, DrawerId, FrontMatter } from '../../palace/types.js';
import { contentDate } from '../../text/dates.js';

/** A drawer file that is about to be saved. */
export interface Incoming {
  path: string;
  bytes: Buffer;
  file: DrawerFile;
  /** HEAD has this id at this path: of two drawers with one id, this is the one that was there first. */
  settled: boolean;
}

/** What became of the identity of a file: its bytes, and why they are not those of the work tree. */
export interface Identified {
  path: string;
  bytes: Buffer;
  /** `new-id`: it had none. `copy`: another drawer has its id, so it got its own. */
  reason?: 'new-id' | 'copy';
}

/**
 * Gives every incoming drawer an id of its own. A file without one gets id, title, date and receipt before its body, which
 * stays as it is; of two drawers with one id the newer gets another. Files with broken front-matter stay as they are.
 *
 * `standing`: ids of the drawers that are not incoming, with their paths.
 */
export function identify(incoming: readonly Incoming[], standing: ReadonlyMap<string, string>): Identified[] {
  const holders = new Map<string, string>(standing);
  // Settled ones first, then by path, so that the result does not depend on any order.
  const ordered = [...incoming].sort(
    (a, b) => Number(b.settled) - Number(a.settled) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
  return ordered.map(({ path, bytes, file }) => {
    if (file.problem) return { path, bytes };
    const { id } = file.front;
    if (id !== undefined && !holders.has(id)) {
      holders.set(id, path);
      return { path, bytes };
    }
    const fresh = mintFree(path, file.body, holders);
    if (fresh === undefined) return { path, bytes };
    holders.set(fresh, path);
    return {
      path,
      bytes: withFront(bytes, id === undefined ? firstFront(path, file, fresh) : { id: fresh }),
      reason: id === undefined ? 'new-id' : 'copy',
    };
  });
}

function mintFree(path: string, body: Buffer, holders: ReadonlyMap<string, string>): DrawerId | undefined {
  const place = parseDrawerPath(path);
  if (!place) return undefined;
  const unit = `${place.room}\0${bodyHash(body)}`;
  for (let n = 0; ; n++) {
    const id = mintDrawerId({ kind: 'note', wing: place.wing, source: '', unit, n });
    if (!holders.has(id)) return id;
  }
}

/** What a person wrote in the front-matter wins over what we would say. */
function firstFront(path: string, file: DrawerFile, id: DrawerId): Partial<FrontMatter> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const front: Partial<FrontMatter> = { id, sha256: bodyHash(file.body) };
  if (file.front.title === undefined) front.title = firstLine(file.body) ?? name.replace(/\.md$/, '');
  if (file.front.date === undefined) {
    const date = contentDate(name, file.body.subarray(0, 64 * 1024).toString('utf8'));
    if (date !== undefined) front.date = date;
  }
  return front;
}

export function toIncoming(path: string, bytes: Buffer, saved: Buffer | undefined): Incoming {
  const file = parseDrawer(bytes);
  const { id } = file.front;
  return { path, bytes, file, settled: id !== undefined && saved !== undefined && parseDrawer(saved).front.id === id };
}

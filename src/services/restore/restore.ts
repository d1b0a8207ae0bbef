import { EXIT, PalaceError } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { type FoundVersion, findIn, findRemoved, readWanted, type Wanted } from '../../history/find.js';
import { nameMemory } from '../../history/memory.js';
import { snapshotAt, snapshotOfHead } from '../../history/snapshots.js';
import { Standing } from '../../history/standing.js';
import { changeLocked } from '../../palace/change.js';
import { parseDrawer } from '../../palace/codec.js';
import { withLock } from '../../palace/lock.js';
import type { FileWrite, Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { freePath } from '../select/targets.js';
import { revokeWrite, standingIgnores } from '../source-log/events.js';
import { type Filed, miningKeys } from '../source-log/filing.js';
import { type WrittenChange, writesOf } from '../undo/writes.js';

export interface RestoreRequest {
  /** Id, prefix of 4+ digits, path, or `WING/ROOM` for all of a room. */
  drawer: string;
  /** Revision or date; absent: as it was just before it was removed. */
  at?: string;
  by?: string;
}

export interface RestoreResult {
  /** Null when all of it stands as it was (then a file that was only deleted in the work tree is back). */
  commit: ObjectId | null;
  changes: WrittenChange[];
  /** `ignore` events that were revoked: mining may file these sources again. */
  revoked: number;
}

/**
 * Brings drawers back as they were, removed ones included. A drawer that still stands gets its old words where it is now;
 * one that does not comes back at its old place. What was added to a room later stays.
 * @throws PalaceError `not-found`, `unknown-revision` (exit 4), `ambiguous-id`, `nothing-to-restore` (exit 2),
 * `unsaved-edit` (exit 5).
 */
export async function restoreDrawers(palace: Palace, request: RestoreRequest): Promise<RestoreResult> {
  const actor = actorOf(request.by);
  const wanted = readWanted(palace, request.drawer);
  return withLock(palace, 'restore', async () => {
    const head = await palace.git.head();
    const tree = head.commit === undefined ? undefined : (await palace.git.readCommit(head.commit)).tree;
    const deleted = await deletedUnsaved(palace, wanted);
    if (request.at === undefined && deleted.length > 0) return undelete(palace, deleted);

    const standing = new Standing(palace.git, tree);
    const versions =
      request.at === undefined
        ? await lastVersions(palace, standing, wanted, request.drawer)
        : await findIn(palace, await snapshotAt(palace, request.at), wanted);
    if (versions.length === 0) throw notFound(request);
    if (wanted.kind === 'id') refuseSeveral(request.drawer, versions, await idsOf(versions));

    const filed: Filed[] = [];
    const taken = new Set<string>();
    for (const { path, version } of versions) {
      const content = await version.content();
      filed.push({ path, front: parseDrawer(content).front });
      taken.add(await putBack(palace, standing, path, content, taken));
    }
    const { writes, changes } = writesOf(await standing.differences());
    const ignores = await standingIgnores(palace, await miningKeys(palace, filed));
    const log = await revokeWrite(palace, 'sources', ignores, actor);
    if (log) writes.push(log);
    if (writes.length === 0) return { commit: null, changes, revoked: 0 };
    const receipt = await changeLocked(palace, {
      op: 'restore',
      subject: subjectOf(changes, request),
      writes,
      by: actor,
      fromHistory: true,
    });
    return { commit: receipt?.commit ?? null, changes, revoked: ignores.length };
  });
}

/** Where the words went. */
async function putBack(
  palace: Palace,
  standing: Standing,
  path: string,
  content: Buffer,
  taken: ReadonlySet<string>,
): Promise<string> {
  const { id } = parseDrawer(content).front;
  const now = id === undefined ? undefined : await standing.locate(id, path);
  if (now) {
    standing.put(now.path, content);
    return now.path;
  }
  const occupied = (await standing.at(path)) !== undefined && id !== undefined;
  const cut = path.lastIndexOf('/');
  const target = occupied ? await freePath(palace, path.slice(0, cut), path.slice(cut + 1), taken) : path;
  standing.put(target, content);
  return target;
}

/** Removed drawers as they were last; those that stand again are left out. */
async function lastVersions(palace: Palace, standing: Standing, wanted: Wanted, text: string): Promise<FoundVersion[]> {
  const gone: FoundVersion[] = [];
  const seen = new Set<string>();
  for (const { path, version } of await findRemoved(palace, wanted)) {
    const { id } = parseDrawer(await version.content()).front;
    const key = id ?? path;
    if (seen.has(key)) continue;
    seen.add(key);
    const stands = id === undefined ? await standing.at(path) : await standing.locate(id, path);
    if (!stands) gone.push({ path, version });
  }
  if (gone.length === 0 && (await findIn(palace, await snapshotOfHead(palace), wanted)).length > 0)
    throw new PalaceError('nothing-to-restore', `"${text}" still stands; say as of when you want it back`, {
      exit: EXIT.usage,
      next: [`palace log ${text}`, `palace restore ${text} --at REV`],
    });
  return gone;
}

/** Drawers that HEAD has and that somebody deleted in the work tree without saving. */
async function deletedUnsaved(palace: Palace, wanted: Wanted): Promise<FoundVersion[]> {
  const status = await palace.git.status();
  const gone = new Set(status.entries.filter((entry) => entry.work === 'removed').map((entry) => entry.path));
  if (gone.size === 0) return [];
  const found = await findIn(palace, await snapshotOfHead(palace), wanted);
  return found.filter(({ path }) => gone.has(path));
}

/** The files come back; there is nothing to commit, for HEAD never lost them. */
async function undelete(palace: Palace, deleted: readonly FoundVersion[]): Promise<RestoreResult> {
  const writes: FileWrite[] = [];
  const changes: WrittenChange[] = [];
  for (const { path, version } of deleted) {
    const content = await version.content();
    writes.push({ kind: 'put', path, content });
    const { id, title } = nameMemory(path, content);
    changes.push({ kind: 'added', id, path, title });
  }
  // Nothing stands at these paths, so nothing unsaved can be lost.
  await changeLocked(palace, { op: 'restore', subject: 'restore', writes, takesUnsaved: true, fromHistory: true });
  return { commit: null, changes, revoked: 0 };
}

async function idsOf(versions: readonly FoundVersion[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { path, version } of versions) ids.add(nameMemory(path, await version.content()).id);
  return ids;
}

function refuseSeveral(text: string, versions: readonly FoundVersion[], ids: ReadonlySet<string>): void {
  if (ids.size < 2) return;
  throw new PalaceError('ambiguous-id', `"${text}" is the beginning of ${ids.size} ids`, {
    exit: EXIT.usage,
    next: [...ids].slice(0, 5).map((id) => `palace restore ${id}`),
    details: { ids: [...ids], paths: versions.map(({ path }) => path) },
  });
}

function notFound({ drawer, at }: RestoreRequest): PalaceError {
  const when = at === undefined ? 'was ever removed from this palace' : `stood in this palace at ${at}`;
  return new PalaceError('not-found', `nothing that "${drawer}" names ${when}`, {
    exit: EXIT.notFound,
    next: [`palace log ${drawer}`, 'palace log --op remove', 'palace list'],
  });
}

function subjectOf(changes: readonly WrittenChange[], { drawer, at }: RestoreRequest): string {
  const [only, ...others] = changes;
  const what = only && others.length === 0 ? (only.title ?? only.path) : `${changes.length} drawers of ${drawer}`;
  return `restore ${what}${at === undefined ? '' : ` as of ${at}`}`;
}

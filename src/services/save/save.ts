import { hashBlob } from '../../git/hash.js';
import type { ObjectId } from '../../git/types.js';
import { nameMemory, withTitleFollowing } from '../../history/memory.js';
import { pairChanges } from '../../history/pairing.js';
import { type FileChange, heldVersion } from '../../history/versions.js';
import { changeLocked } from '../../palace/change.js';
import { parseDrawer } from '../../palace/codec.js';
import { parseDrawerPath } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { Redactor } from '../../palace/redactor.js';
import type { SourceScope } from '../../palace/sources-log.js';
import type { DrawerFile, FileWrite, Palace, SecretFinding } from '../../palace/types.js';
import { liveRows } from '../select/live-rows.js';
import { ignoreWrite, scopesOf } from '../source-log/events.js';
import { type Filed, miningKeys } from '../source-log/filing.js';
import { type Identified, identify, toIncoming } from './identify.js';
import { type LeftFile, readUnsaved, refuseConflicts, type UnsavedFile } from './unsaved.js';

export interface SaveRequest {
  /** Subject and, after a blank line, more; default: what was done. */
  message?: string;
  /** Save also what looks like an unsettled conflict. */
  force?: boolean;
}

export interface SavedChange {
  kind: 'added' | 'changed' | 'moved' | 'removed';
  /** Null for a file that is no drawer. */
  id: string | null;
  path: string;
  from?: string;
  title: string | null;
}

export interface SaveResult {
  changes: SavedChange[];
  /** Null when there was nothing to save. */
  commit: ObjectId | null;
  /** Drawers whose front-matter cannot be read; saved as they are. */
  problems: { path: string; line: number; message: string }[];
  /** Drawers that got an id: `new-id` for a file that had none, `copy` for the second of two with one id. */
  identified: { path: string; id: string; reason: 'new-id' | 'copy' }[];
  /** Changed files that were left alone, and why. */
  left: LeftFile[];
  /** Removed memories that mining passes over from now on. */
  ignored: number;
  secrets: SecretFinding[];
}

/**
 * Commits what was edited, added, moved or deleted outside of palace, in the name of the git user. Only files of the palace
 * are taken; the bytes are those of the work tree, but for the front-matter of drawers that have no id of their own, and for a
 * title that was the first line of what is changed.
 * @throws PalaceError `conflict-markers`, `unmerged` (exit 5), and what the change throws.
 */
export async function savePalace(palace: Palace, request: SaveRequest = {}): Promise<SaveResult> {
  return withLock(palace, 'save', async () => {
    const found = await readUnsaved(palace);
    if (request.force !== true) await refuseConflicts(found.files);
    const redactor = new Redactor(palace);
    // Before ids and titles are made of them.
    for (const file of found.files) {
      const standing = async (): Promise<Buffer | undefined> => file.before?.content();
      file.bytes = (await redactor.redactFile(file.path, file.bytes, standing)).content;
    }
    const identified = await identifyDrawers(palace, found.files);
    const bytesOf = new Map(identified.map(({ path, bytes }) => [path, bytes]));

    const writes: FileWrite[] = [];
    const changes: FileChange[] = [];
    for (const { path, bytes, before } of found.files) {
      const content = bytesOf.get(path) ?? bytes;
      if (content.length > palace.settings.maxSourceBytes) {
        // Only the front-matter that it would get takes it over the limit.
        found.left.push({ path, reason: 'too-large' });
        bytesOf.delete(path);
        continue;
      }
      writes.push({ kind: 'put', path, content });
      changes.push({ path, ...(before && { before }), after: heldVersion(hashBlob(content), content) });
    }
    for (const { path, before } of found.removed) {
      writes.push({ kind: 'remove', path });
      if (before) changes.push({ path, before });
    }
    const saved = await describe(changes);
    const scopes = await removedScopes(palace, changes, saved);
    const log = await ignoreWrite(palace, scopes, { kind: 'person' });
    if (log) merge(writes, log);

    const result: SaveResult = {
      changes: saved,
      commit: null,
      problems: problemsOf(changes, bytesOf),
      identified: identified.flatMap(({ path, bytes, reason }) =>
        reason === undefined || !bytesOf.has(path) ? [] : [{ path, id: nameMemory(path, bytes).id, reason }],
      ),
      left: found.left,
      ignored: scopes.length,
      secrets: [],
    };
    if (writes.length === 0) return result;
    const { subject, body } = messageOf(request.message, saved);
    const receipt = await changeLocked(palace, { op: 'save', subject, body, writes, takesUnsaved: true, redactor });
    return { ...result, commit: receipt?.commit ?? null, secrets: receipt?.secrets ?? [] };
  });
}

/** Drawers among the files, each with an id of its own and a title that follows its words. */
async function identifyDrawers(palace: Palace, files: readonly UnsavedFile[]): Promise<Identified[]> {
  const incoming = [];
  const saved = new Map<string, DrawerFile>();
  for (const { path, bytes, before } of files) {
    if (!parseDrawerPath(path)) continue;
    const old = await before?.content();
    if (old) saved.set(path, parseDrawer(old));
    incoming.push(toIncoming(path, bytes, old));
  }
  const titled = (one: Identified): Identified => {
    const old = saved.get(one.path);
    return old === undefined ? one : { ...one, bytes: withTitleFollowing(old, one.bytes) };
  };
  if (incoming.every(({ settled }) => settled)) return incoming.map(({ path, bytes }) => titled({ path, bytes }));
  const ours = new Set(files.map(({ path }) => path));
  const standing = new Map<string, string>();
  for (const row of await liveRows(palace)) if (!ours.has(row.path)) standing.set(row.id, row.path);
  return identify(incoming, standing).map(titled);
}

/** The changes as memories; other files as they are. Sorted by path. */
async function describe(changes: readonly FileChange[]): Promise<SavedChange[]> {
  const { drawers, files } = await pairChanges(changes, true);
  const saved: SavedChange[] = [];
  for (const change of drawers) {
    const bytes = await (change.kind === 'removed' ? change.before : change.after).content();
    const { id, title } = nameMemory(change.path, bytes);
    const { kind, path } = change;
    saved.push({ kind, id, path, ...(change.kind === 'moved' && { from: change.from }), title });
  }
  for (const { path, before, after } of files)
    saved.push({ kind: !before ? 'added' : !after ? 'removed' : 'changed', id: null, path, title: null });
  return saved.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A mined memory whose file somebody deleted is not to come back with the next mine. */
async function removedScopes(
  palace: Palace,
  changes: readonly FileChange[],
  saved: readonly SavedChange[],
): Promise<SourceScope[]> {
  const gone = new Set(saved.filter((change) => change.kind === 'removed').map((change) => change.path));
  const drawers: Filed[] = [];
  for (const { path, before } of changes)
    if (before && gone.has(path) && parseDrawerPath(path))
      drawers.push({ path, front: parseDrawer(await before.content()).front });
  const removed = await miningKeys(palace, drawers);
  if (removed.every((key) => key.unit === '')) return scopesOf(removed, []);
  const sources = new Set(removed.map(({ source }) => source));
  const others = (await liveRows(palace)).filter(
    ({ front }) => front.source !== undefined && sources.has(front.source),
  );
  return scopesOf(removed, await miningKeys(palace, others));
}

/** Our log line goes after what a person may have changed in the same log. */
function merge(writes: FileWrite[], log: FileWrite): void {
  if (log.kind !== 'put') return;
  const at = writes.findIndex((write) => write.kind === 'put' && write.path === log.path);
  // The log was read from the work tree, so it has the person's lines in it.
  if (at === -1) writes.push(log);
  else writes[at] = log;
}

function problemsOf(changes: readonly FileChange[], bytesOf: ReadonlyMap<string, Buffer>): SaveResult['problems'] {
  return changes.flatMap(({ path }) => {
    const bytes = bytesOf.get(path);
    const problem = bytes && parseDrawer(bytes).problem;
    return problem ? [{ path, ...problem }] : [];
  });
}

function messageOf(message: string | undefined, saved: readonly SavedChange[]): { subject: string; body?: string } {
  const given = message?.trim();
  if (given) {
    const [subject = given, ...rest] = given.split('\n');
    return { subject, body: rest.join('\n').trim() };
  }
  const counts = (['added', 'changed', 'moved', 'removed'] as const).flatMap((kind) => {
    const count = saved.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  const [only, ...others] = saved;
  const title = only && others.length === 0 ? (only.title ?? only.path) : undefined;
  return { subject: title === undefined ? `save: ${counts.join(', ')}` : `save ${title}` };
}

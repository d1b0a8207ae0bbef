import type { ObjectId } from '../../git/types.js';
import { changeLocked } from '../../palace/change.js';
import { withLock } from '../../palace/lock.js';
import type { SourceKey } from '../../palace/sources-log.js';
import type { Drawer, FileWrite, Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { liveRows } from '../select/live-rows.js';
import { type Selection, selectDrawers } from '../select/select.js';
import { type DrawerChange, toChange } from '../select/targets.js';
import { ignoreWrite, scopesOf } from '../source-log/events.js';
import { miningKeys } from '../source-log/filing.js';

export interface RemoveRequest extends Selection {
  by?: string;
  dryRun?: boolean;
}

export interface RemoveResult {
  changes: DrawerChange[];
  /** Null with `dryRun`. */
  commit: ObjectId | null;
  dry_run: boolean;
  /** Sources that mining passes over from now on. */
  ignored: number;
}

/**
 * Removes drawers from the palace, as one commit; history keeps them, `undo` and `restore` bring them back. What was mined
 * is not filed again by the next mine.
 * @throws PalaceError `unsaved-edit` (exit 5), and what {@link selectDrawers} throws.
 */
export async function removeDrawers(palace: Palace, request: RemoveRequest): Promise<RemoveResult> {
  const actor = actorOf(request.by);
  const drawers = await selectDrawers(palace, request);
  const changes = drawers.map((drawer) => toChange('removed', drawer));
  const { removed, staying } = await keysOf(palace, drawers);
  const scopes = scopesOf(removed, staying);
  if (request.dryRun === true) return { changes, commit: null, dry_run: true, ignored: scopes.length };
  const receipt = await withLock(palace, 'remove', async () => {
    const writes: FileWrite[] = drawers.map(({ path }) => ({ kind: 'remove', path }));
    const log = await ignoreWrite(palace, scopes, actor);
    if (log) writes.push(log);
    return changeLocked(palace, { op: 'remove', subject: subjectOf(changes), writes, by: actor });
  });
  return { changes, commit: receipt?.commit ?? null, dry_run: false, ignored: scopes.length };
}

/** What mining knows of the removed drawers, and of the other parts of their sources. */
async function keysOf(
  palace: Palace,
  drawers: readonly Drawer[],
): Promise<{ removed: SourceKey[]; staying: SourceKey[] }> {
  const removed = await miningKeys(palace, drawers);
  // Only a source in parts can lose some and keep others.
  if (removed.every((key) => key.unit === '')) return { removed, staying: [] };
  const gone = new Set(drawers.map(({ path }) => path));
  const sources = new Set(removed.map(({ source }) => source));
  const others = (await liveRows(palace)).filter(
    ({ path, front }) => !gone.has(path) && front.source !== undefined && sources.has(front.source),
  );
  return { removed, staying: await miningKeys(palace, others) };
}

function subjectOf(changes: readonly DrawerChange[]): string {
  const [only, ...others] = changes;
  return only && others.length === 0 ? `remove ${only.title}` : `remove ${changes.length} drawers`;
}

import type { ObjectId, WorkTreeStatus } from '../../git/types.js';
import { isPalacePath } from '../../palace/change-paths.js';
import { PATHS, parseDrawerPath } from '../../palace/layout.js';
import type { Palace } from '../../palace/types.js';
import { Tally } from '../select/filters.js';
import { type IndexGlance, readIndexGlance } from './index-glance.js';
import { type RemoteState, readRemote } from './remote.js';

export interface StatusResult {
  /** Absolute path. */
  palace: string;
  name: string | null;
  /** Null before the first commit. */
  commit: ObjectId | null;
  /** Null when HEAD is detached. */
  branch: string | null;
  /** Files that stand as drawers in the work tree, saved or not. */
  drawers: number;
  wings: Record<string, number>;
  /** `wing/room`: drawers. */
  rooms: Record<string, number>;
  /** Edits that `palace save` would commit (and files beside the palace that it would leave alone: `outside`). */
  unsaved: { path: string; change: 'added' | 'changed' | 'removed' | 'staged'; outside: boolean }[];
  conflicts: string[];
  /** What a person began with git and has not finished. */
  in_progress: WorkTreeStatus['inProgress'] | null;
  git: 'system' | 'isomorphic';
  index: IndexGlance;
  remote: RemoteState | null;
  /** No embedding model takes part in this version: search is by keywords. */
  model: { id: null; search: 'keyword' };
}

/** The palace at a glance. Reads git's status and file names only, never the drawers: cheap at any size. */
export async function readStatus(palace: Palace): Promise<StatusResult> {
  const { git } = palace;
  const status = await git.status();
  const { head } = status;
  const files =
    head.commit === undefined ? [] : await git.listFiles((await git.readCommit(head.commit)).tree, PATHS.wings);
  const paths = new Set(files.map((file) => file.path));
  const unsaved: StatusResult['unsaved'] = [];
  for (const { path, work, staged } of status.entries) {
    if (work === 'added') paths.add(path);
    if (work === 'removed') paths.delete(path);
    if (work === 'same' && !staged) continue;
    unsaved.push({ path, change: work === 'same' ? 'staged' : work, outside: !isPalacePath(path) });
  }
  const wings = new Tally();
  const rooms = new Tally();
  let drawers = 0;
  for (const path of paths) {
    const place = parseDrawerPath(path);
    if (!place) continue;
    drawers++;
    wings.count(place.wing);
    rooms.count(`${place.wing}/${place.room}`);
  }
  return {
    palace: palace.root,
    name: palace.shared.name ?? null,
    commit: head.commit ?? null,
    branch: head.kind === 'branch' ? head.ref.replace(/^refs\/heads\//, '') : null,
    drawers,
    wings: wings.toJSON(),
    rooms: rooms.toJSON(),
    unsaved,
    conflicts: status.entries.filter((entry) => entry.conflicted).map((entry) => entry.path),
    in_progress: status.inProgress ?? null,
    git: git.engine,
    index: readIndexGlance(palace, head.commit),
    remote: await readRemote(git, head),
    model: { id: null, search: 'keyword' },
  };
}

import type { ObjectId, WorkTreeStatus } from '../../git/types.js';
import type { View } from '../../index/view.js';
import { isPalacePath } from '../../palace/change-paths.js';
import { PATHS, parseDrawerPath } from '../../palace/layout.js';
import type { Palace } from '../../palace/types.js';
import { Tally } from '../select/filters.js';
import { type FactsGlance, glanceAtFacts } from './facts.js';
import { type IndexGlance, readIndexPaths } from './index-glance.js';
import { type ModelState, readModelState } from './model-state.js';
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
  facts: FactsGlance;
  /** Edits that `palace save` would commit (and files beside the palace that it would leave alone: `outside`). */
  unsaved: { path: string; change: 'added' | 'changed' | 'removed' | 'staged'; outside: boolean }[];
  conflicts: string[];
  /** What a person began with git and has not finished. */
  in_progress: WorkTreeStatus['inProgress'] | null;
  git: 'system' | 'isomorphic';
  index: IndexGlance;
  remote: RemoteState | null;
  model: ModelState;
}

/** The palace at a glance. Reads git's status, file names and the facts, never the drawers: cheap at any size. */
export async function readStatus(palace: Palace): Promise<StatusResult> {
  const { git } = palace;
  // The facts are counted while git looks at the files.
  const [status, origin, facts] = await Promise.all([
    git.status(),
    git.config('remote.origin.url'),
    glanceAtFacts(palace),
  ]);
  const { head } = status;
  const { glance, saved } = readIndexPaths(palace, head.commit);
  const remote = readRemote(git, head, origin);
  const paths = new Set(saved === undefined ? await savedPaths(palace, head.commit) : pathsOf(saved));
  const unsaved: StatusResult['unsaved'] = [];
  for (const { path, work, staged } of status.entries) {
    if (work === 'added') paths.add(path);
    if (work === 'removed') paths.delete(path);
    if (work === 'same' && !staged) continue;
    unsaved.push({ path, change: work === 'same' ? 'staged' : work, outside: !isPalacePath(path) });
  }
  const { drawers, wings, rooms } = countPlaces(paths);
  return {
    palace: palace.root,
    name: palace.shared.name ?? null,
    commit: head.commit ?? null,
    branch: head.kind === 'branch' ? head.ref.replace(/^refs\/heads\//, '') : null,
    drawers,
    wings: wings.toJSON(),
    rooms: rooms.toJSON(),
    facts,
    unsaved,
    conflicts: status.entries.filter((entry) => entry.conflicted).map((entry) => entry.path),
    in_progress: status.inProgress ?? null,
    git: git.engine,
    index: glance,
    remote: await remote,
    model: await readModelState(palace, saved),
  };
}

function* pathsOf(view: View): Generator<string> {
  for (let row = 0; row < view.count; row++) yield view.path(row);
}

async function savedPaths({ git }: Palace, commit: ObjectId | undefined): Promise<string[]> {
  if (commit === undefined) return [];
  return (await git.listFiles((await git.readCommit(commit)).tree, PATHS.wings)).map((file) => file.path);
}

function countPlaces(paths: Iterable<string>): { drawers: number; wings: Tally; rooms: Tally } {
  const wings = new Tally();
  const rooms = new Tally();
  let drawers = 0;
  // What a folder stands for is told once: thousands of drawers share a few hundred folders.
  const places = new Map<string, { wing: string; place: string } | undefined>();
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    const name = path.slice(cut + 1);
    if (name.startsWith('.') || !name.endsWith('.md')) continue;
    const folder = path.slice(0, cut);
    if (!places.has(folder)) {
      const found = parseDrawerPath(`${folder}/x.md`);
      places.set(folder, found && { wing: found.wing, place: `${found.wing}/${found.room}` });
    }
    const known = places.get(folder);
    if (!known) continue;
    drawers++;
    wings.count(known.wing);
    rooms.count(known.place);
  }
  return { drawers, wings, rooms };
}

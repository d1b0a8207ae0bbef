import type { Git, ObjectId, TreeChange } from '../git/types.js';
import { PATHS, parseDrawerPath } from '../palace/layout.js';
import { View, type ViewRow } from './view.js';

/** Key of the view of a palace without a commit. */
export const NO_TREE = 'empty';

/** The drawers of a tree, listed from git. */
export async function viewOfTree(git: Git, tree: ObjectId): Promise<View> {
  const rows: ViewRow[] = [];
  const strays: string[] = [];
  for (const { path, mode, id } of await git.listFiles(tree, PATHS.wings)) {
    if (!isFile(mode) || !path.endsWith('.md')) continue;
    if (parseDrawerPath(path) === undefined) strays.push(path);
    else rows.push({ path, blob: id });
  }
  return View.of(tree, sorted(rows), strays);
}

/** The view of `tree` from that of another tree and what lies between the two. */
export function viewAfter(before: View, tree: ObjectId, changes: readonly TreeChange[]): View {
  const gone = new Set(changes.map(({ path }) => path));
  const strays = new Set(before.strays.filter((path) => !gone.has(path)));
  const rows: ViewRow[] = [];
  for (const { path, after } of changes) {
    if (after === undefined || !isFile(after.mode) || !path.endsWith('.md')) continue;
    if (parseDrawerPath(path) === undefined) strays.add(path);
    else rows.push({ path, blob: after.id });
  }
  return before.spliced(tree, gone, sorted(rows), [...strays]);
}

/** In order of path by UTF-16 code units, as views keep them (git sorts by bytes, which differs beyond the BMP). */
export function sorted(rows: ViewRow[]): ViewRow[] {
  return rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function isFile(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}

import { EXIT, PalaceError } from '../../base/errors.js';
import { EMPTY_TREE, hashObject } from '../hash.js';
import type { FileMode, ObjectId } from '../types.js';
import type { ObjectReader, PendingObject } from './object.js';
import { entryMode, fileMode, keyOf, type RawTreeEntry, readRawTree, renderTree, TREE_MODE } from './tree.js';

/** A file as it stands in a tree. */
export interface TreeFile {
  id: ObjectId;
  mode: FileMode;
}

/** What is to stand at a path: a blob (mode of the existing file when absent, else 100644), or nothing. */
export type TreeEdit = { id: ObjectId; mode?: '100644' | '100755' } | null;

export interface BuiltTree {
  tree: ObjectId;
  /** New tree objects, to be written before the tree is named by a commit. */
  objects: PendingObject[];
  /** What the base tree holds at each edited path; absent where it holds no file. */
  before: Map<string, TreeFile>;
  /** What the new tree holds at each edited path. */
  after: Map<string, TreeFile>;
}

interface Step {
  edit?: { path: string; to: TreeEdit };
  below: Map<string, Step>;
}

/**
 * The tree `base` with `edits` made. Reads only the trees on the way to the edited paths; every other entry is taken over
 * byte for byte. Folders that become empty go away. `undefined` is the empty tree.
 * @throws PalaceError `path-conflict` when an edit would put a folder where another file stands, or a file over a folder
 * that still holds something.
 */
export async function buildTree(
  reader: ObjectReader,
  base: ObjectId | undefined,
  edits: ReadonlyMap<string, TreeEdit>,
): Promise<BuiltTree> {
  const built: BuiltTree = { tree: base ?? EMPTY_TREE, objects: [], before: new Map(), after: new Map() };
  const entries = await editFolder(reader, base, planSteps(edits), built, '');
  if (entries !== undefined) built.tree = store(entries, built);
  return built;
}

function planSteps(edits: ReadonlyMap<string, TreeEdit>): Step {
  const root: Step = { below: new Map() };
  for (const [path, to] of edits) {
    let step = root;
    for (const name of path.split('/')) {
      const key = keyOf(name);
      const next: Step = step.below.get(key) ?? { below: new Map() };
      step.below.set(key, next);
      step = next;
    }
    step.edit = { path, to };
  }
  return root;
}

/** New entries of one folder; undefined when nothing in it changes. */
async function editFolder(
  reader: ObjectReader,
  id: ObjectId | undefined,
  step: Step,
  built: BuiltTree,
  folder: string,
): Promise<RawTreeEntry[] | undefined> {
  const entries = new Map<string, RawTreeEntry>();
  if (id !== undefined) for (const entry of await readRawTree(reader, id)) entries.set(entry.key, entry);
  let changed = false;
  for (const [key, child] of step.below) {
    const found = entries.get(key);
    const next = await editEntry(reader, found, key, child, built, `${folder}${key}`);
    if (next?.id === found?.id && next?.mode === found?.mode) continue;
    changed = true;
    if (next === undefined) entries.delete(key);
    else entries.set(key, next);
  }
  return changed ? [...entries.values()] : undefined;
}

async function editEntry(
  reader: ObjectReader,
  found: RawTreeEntry | undefined,
  key: string,
  step: Step,
  built: BuiltTree,
  where: string,
): Promise<RawTreeEntry | undefined> {
  const isFolder = found?.mode === TREE_MODE;
  const { edit } = step;
  if (edit !== undefined && found !== undefined && !isFolder)
    built.before.set(edit.path, { id: found.id, mode: fileMode(found.mode) });
  let current = found;
  if (edit?.to === null && !isFolder) current = undefined;
  if (step.below.size > 0) current = await editBelow(reader, current, key, step, built, where);
  if (edit === undefined || edit.to === null) return current;
  if (current?.mode === TREE_MODE) throw conflict(where, 'is a folder that still holds files');
  const kept = current !== undefined && entryMode(current.mode) === '100755' ? '100755' : '100644';
  const mode = edit.to.mode ?? kept;
  built.after.set(edit.path, { id: edit.to.id, mode });
  return { mode, key, id: edit.to.id };
}

async function editBelow(
  reader: ObjectReader,
  current: RawTreeEntry | undefined,
  key: string,
  step: Step,
  built: BuiltTree,
  where: string,
): Promise<RawTreeEntry | undefined> {
  const isFolder = current?.mode === TREE_MODE;
  if (current !== undefined && !isFolder) {
    if (adds(step)) throw conflict(where, 'is a file');
    return current;
  }
  const entries = await editFolder(reader, current?.id, step, built, `${where}/`);
  if (entries === undefined) return current;
  return entries.length === 0 ? undefined : { mode: TREE_MODE, key, id: store(entries, built) };
}

function adds(step: Step): boolean {
  for (const child of step.below.values()) {
    if (child.edit !== undefined && child.edit.to !== null) return true;
    if (adds(child)) return true;
  }
  return false;
}

function store(entries: readonly RawTreeEntry[], built: BuiltTree): ObjectId {
  const content = renderTree(entries);
  const id = hashObject('tree', content);
  built.objects.push({ id, type: 'tree', content });
  return id;
}

function conflict(where: string, what: string): PalaceError {
  const path = Buffer.from(where, 'latin1').toString('utf8');
  return new PalaceError('path-conflict', `cannot write there: ${path} ${what} in the newest commit`, {
    exit: EXIT.conflict,
    next: ['palace status'],
    details: { path },
  });
}

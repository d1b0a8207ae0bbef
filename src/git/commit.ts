import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { EXIT, PalaceError } from '../base/errors.js';
import { hashBlob, hashObject } from './hash.js';
import { inProgress } from './in-progress.js';
import type { IndexUpdate } from './index-file/edit.js';
import { statOfContent } from './index-file/stat.js';
import { type BuiltTree, buildTree, type TreeEdit, type TreeFile } from './objects/build-tree.js';
import { type CommitParts, parseCommit, renderCommit } from './objects/commit.js';
import { type ObjectReader, type PendingObject, readTyped } from './objects/object.js';
import { keyOf } from './objects/tree.js';
import { writeObjects } from './objects/write.js';
import { assertTreePath } from './paths.js';
import type { RefStore } from './refs/read.js';
import type { Repository } from './repository.js';
import {
  type CommitReceipt,
  type CommitRequest,
  type Head,
  type ObjectId,
  type PathChange,
  StaleChangeError,
} from './types.js';

/** What the two engines give to the one way of committing. */
export interface CommitTools {
  repository: Repository;
  reader: ObjectReader;
  refs: RefStore;
  /** Whether the index holds unmerged paths. */
  hasUnmerged(): Promise<boolean>;
  /** `beginLogs`: core.logAllRefUpdates. `sign`: commits are to be signed and this engine can. */
  settings(): Promise<{ beginLogs: boolean; sign: boolean }>;
  /** Makes and stores a signed commit, whose tree is stored already. */
  sign(commit: CommitParts): Promise<ObjectId>;
  /** Tells git's index; false when it stayed busy. */
  updateIndex(updates: readonly IndexUpdate[]): Promise<boolean>;
}

/** How long a commit follows a branch that others keep moving before it gives up. */
const FOLLOW_MS = 30_000;

/** See `Git.commit` in types.ts. */
export async function commitChanges(tools: CommitTools, request: CommitRequest): Promise<CommitReceipt> {
  const blobs = plan(request.changes);
  const unwritten: PendingObject[] = [...blobs.objects];
  const { beginLogs, sign } = await tools.settings();
  const end = performance.now() + FOLLOW_MS;
  for (let attempt = 0; attempt === 0 || performance.now() < end; attempt++) {
    const head = await writableHead(tools);
    const parent = head.commit;
    const base = parent === undefined ? undefined : await treeOf(tools.reader, parent);
    const built = await buildTree(tools.reader, base, blobs.edits);
    checkExpected(request.changes, built);
    if (attempt === 0) request.onPhase?.('objects');
    const parts: CommitParts = { ...request, tree: built.tree, parents: parent === undefined ? [] : [parent] };
    const commit = await store(tools, parts, [...unwritten.splice(0), ...built.objects], sign);
    if (attempt === 0) request.onPhase?.('ref');
    const message = request.reflog ?? `commit${parent === undefined ? ' (initial)' : ''}: ${subject(request.message)}`;
    if (
      !(await tools.refs.move({
        ref: head.ref,
        before: parent,
        after: commit,
        who: request.committer,
        message,
        beginLogs,
      }))
    )
      continue;
    request.onPhase?.('index');
    const indexRefreshed = await tools.updateIndex(await indexUpdates(tools.repository, request.changes, built));
    return { commit, tree: built.tree, parent, blobs: blobs.ids, indexRefreshed };
  }
  throw new PalaceError('branch-moving', 'other programs kept moving the branch; nothing was committed', {
    exit: EXIT.locked,
    next: ['try again'],
  });
}

function plan(changes: readonly PathChange[]): {
  edits: Map<string, TreeEdit>;
  ids: Map<string, ObjectId>;
  objects: PendingObject[];
} {
  const edits = new Map<string, TreeEdit>();
  const ids = new Map<string, ObjectId>();
  const objects: PendingObject[] = [];
  for (const { path, content, mode } of changes) {
    assertTreePath(path);
    if (edits.has(path)) throw new TypeError(`changed twice in one commit: ${path}`);
    if (content === null) {
      edits.set(path, null);
      continue;
    }
    const id = hashBlob(content);
    edits.set(path, { id, mode });
    ids.set(path, id);
    objects.push({ id, type: 'blob', content });
  }
  return { edits, ids, objects };
}

/** The branch to commit on. @throws PalaceError when a commit would go astray or finish what a person began. */
async function writableHead(tools: CommitTools): Promise<Extract<Head, { kind: 'branch' }>> {
  const head = await tools.refs.head();
  if (head.kind === 'detached')
    throw new PalaceError('detached-head', 'HEAD is on no branch (detached): a new commit would belong to nobody', {
      exit: EXIT.conflict,
      next: ['git switch main', 'git switch -c NAME'],
    });
  const begun = await inProgress(tools.repository);
  if (begun === 'merge' || (await tools.hasUnmerged()))
    throw new PalaceError('git-in-progress', `a ${begun ?? 'merge'} is not finished in ${tools.repository.workTree}`, {
      exit: EXIT.conflict,
      next: ['git status', 'git merge --continue', 'git merge --abort'],
      details: { in_progress: begun ?? 'merge' },
    });
  return head;
}

async function treeOf(reader: ObjectReader, commit: ObjectId): Promise<ObjectId> {
  return parseCommit(commit, await readTyped(reader, commit, 'commit')).tree;
}

function checkExpected(changes: readonly PathChange[], built: BuiltTree): void {
  const stale = changes.filter(
    ({ path, expect }) => expect !== undefined && (built.before.get(path)?.id ?? null) !== expect,
  );
  if (stale.length > 0) throw new StaleChangeError(stale.map(({ path }) => path));
}

async function store(
  tools: CommitTools,
  parts: CommitParts,
  objects: PendingObject[],
  sign: boolean,
): Promise<ObjectId> {
  const content = renderCommit(parts);
  const { commonDir } = tools.repository;
  if (sign) {
    await writeObjects(commonDir, objects);
    return tools.sign(parts);
  }
  const id = hashObject('commit', content);
  await writeObjects(commonDir, [...objects, { id, type: 'commit', content }]);
  return id;
}

function subject(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

async function indexUpdates(
  repository: Repository,
  changes: readonly PathChange[],
  built: BuiltTree,
): Promise<IndexUpdate[]> {
  const updates: IndexUpdate[] = [];
  for (const { path, content } of changes) {
    if (updates.length % 256 === 255) await breathe();
    const before = built.before.get(path);
    const after = built.after.get(path);
    const file = join(repository.workTree, path);
    const stat = after === undefined || content === null ? undefined : statOfContent(file, after.id, content);
    updates.push({ key: keyOf(path), replaces: (entry) => sameFile(entry, before), after, stat });
  }
  return updates;
}

export function sameFile(a: TreeFile | undefined, b: TreeFile | undefined): boolean {
  return a?.id === b?.id && a?.mode === b?.mode;
}

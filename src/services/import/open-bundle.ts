import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import { temporaryFolder } from '../../base/temporary-folder.js';
import { type BundleHead, damagedBundle, readBundleHead, unbundle } from '../../git/bundle.js';
import type { FileEntry, Git, ObjectId } from '../../git/types.js';
import { PATHS, parseDrawerPath } from '../../palace/layout.js';
import { isWingFile } from '../export/record.js';
import type { OpenedSource } from './open-source.js';
import type { Incoming, NotImported } from './types.js';

/**
 * The memories of a palace that comes as a git bundle, as its newest commit has them. Its objects are unpacked into a folder that is
 * removed by `close`. Undefined when it holds something else than a palace.
 * @throws PalaceError `damaged-bundle`, `incomplete-bundle`, `which-branch`, `no-git-binary`, `interrupted` (exit 130).
 */
export async function openBundle(
  path: string,
  engine: Git['engine'],
  runtime: Runtime,
): Promise<OpenedSource | undefined> {
  const head = await readBundleHead(path);
  if (head === undefined) return undefined;
  assertWhole(path, head);
  const tip = tipOf(path, head);
  const folder = await mkdtemp(join(temporaryFolder(runtime), 'palace-bundle-'));
  let git: Git | undefined;
  const close = async (): Promise<void> => {
    await git?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    git = await unbundle(path, folder, engine, runtime);
    const commit = await git.resolveCommit(tip);
    if (commit === undefined) throw damagedBundle(path, `it lacks the commit ${tip}`);
    const { tree } = await git.readCommit(commit);
    const hasWings = (await git.listFiles(tree, PATHS.wings)).length > 0;
    if (hasWings || (await git.blobAt(tree, 'palace.yaml')) !== undefined) {
      const note = `only its memories are imported, as they stand in its newest commit; git clone ${path} FOLDER makes a palace of all that is in it, with its history`;
      return { format: 'bundle', reading: readCommitted(git, tree), notes: [note], close };
    }
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  return undefined;
}

async function* readCommitted(git: Git, tree: ObjectId): AsyncGenerator<Incoming | NotImported> {
  const files = (await git.listFiles(tree, PATHS.wings)).filter(
    ({ path }) => isWingFile(path) || parseDrawerPath(path) !== undefined,
  );
  const isPlain = ({ mode }: FileEntry): boolean => mode === '100644' || mode === '100755';
  const plain = files.filter(isPlain);
  for (const file of files) if (!isPlain(file)) yield { where: file.path, reason: 'is no regular file', damaged: true };
  let at = 0;
  for await (const { content } of git.readBlobs(plain.map(({ id }) => id))) {
    const path = plain[at++]?.path;
    if (path !== undefined) yield { path, where: path, bytes: content };
  }
}

function assertWhole(path: string, { needs, problem }: BundleHead): void {
  if (problem !== undefined) throw damagedBundle(path, problem);
  if (needs.length === 0) return;
  throw new PalaceError('incomplete-bundle', `${basename(path)} holds only what is new since ${needs.join(', ')}`, {
    exit: EXIT.failed,
    next: ['make one of the whole palace: palace bundle FILE', `in a clone of that palace: git pull ${path}`],
    details: { path, needs },
  });
}

/** What HEAD is there; else `main`; else the one branch. */
function tipOf(path: string, { refs }: BundleHead): ObjectId {
  const branches = refs.filter(({ ref }) => ref.startsWith('refs/heads/'));
  const candidates = branches.length > 0 ? branches : refs;
  const named = refs.find(({ ref }) => ref === 'HEAD') ?? refs.find(({ ref }) => ref === 'refs/heads/main');
  const [only, ...others] = candidates;
  const chosen = named ?? (others.length === 0 ? only : undefined);
  if (chosen !== undefined) return chosen.id;
  if (only === undefined) throw damagedBundle(path, 'it names no branch');
  throw new PalaceError('which-branch', `${basename(path)} holds several branches and none of them is its HEAD`, {
    exit: EXIT.usage,
    next: [`git clone --branch BRANCH ${path} FOLDER`, 'palace import FOLDER'],
    details: { path, branches: candidates.map(({ ref }) => ref) },
  });
}

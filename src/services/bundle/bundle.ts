import { link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import { createBundle, readBundleHead } from '../../git/bundle.js';
import type { ObjectId } from '../../git/types.js';
import { isPalacePath } from '../../palace/change-paths.js';
import { PATHS, parseDrawerPath } from '../../palace/layout.js';
import { storageError } from '../../palace/storage-error.js';
import type { Palace } from '../../palace/types.js';
import { assertApart } from '../export/stage.js';

export interface BundleRequest {
  /** Relative to `runtime.cwd`, or absolute; its folder is there, outside of the palace. */
  file: string;
  /** Replace a bundle that stands there. */
  force?: boolean;
}

export interface BundleResult {
  /** Absolute. */
  file: string;
  /** Of the file. */
  bytes: number;
  /** Name of the branch that is in it; null when HEAD is on none. */
  branch: string | null;
  /** The newest commit in it. */
  commit: ObjectId;
  /** In all of its history. */
  commits: number;
  /** In the newest commit. */
  drawers: number;
  /** Palace files with changes that are not saved, and therefore not in it. */
  unsaved: number;
}

/**
 * One file that holds the whole palace: the branch that is checked out, with its history, as a bundle of git. git has verified it
 * before it gets its name; until then nothing stands there, or what stood before. Nothing in the palace changes.
 * @throws PalaceError `inside-palace`, `exists`, `not-a-bundle` (exit 2), `not-found` (exit 4), `shallow-clone`, `no-commits`,
 * `no-git-binary`, `bundle-failed`, `read-only`, `disk-full`, `interrupted` (exit 130).
 */
export async function bundlePalace(palace: Palace, request: BundleRequest): Promise<BundleResult> {
  const { git, runtime } = palace;
  const file = resolve(runtime.cwd, request.file);
  const force = request.force ?? false;
  await assertApart(palace, file);
  await assertFree(file, force);
  await assertWhole(palace);
  const draft = join(dirname(file), `.palace-bundle-${runtime.randomBytes(6).toString('hex')}`);
  try {
    await assertWritable(draft);
    const { refs } = await createBundle(git, draft, runtime);
    const commit = refs.find(({ ref }) => ref === 'HEAD')?.id;
    if (commit === undefined) throw new Error(`no HEAD in ${draft}`);
    const branch = refs.find(({ ref }) => ref.startsWith('refs/heads/'))?.ref.slice('refs/heads/'.length) ?? null;
    await flushed(draft);
    const { size } = await stat(draft);
    const counts = await countIn(palace, commit);
    await settle(draft, file, force);
    return { file, bytes: size, branch, commit, ...counts };
  } catch (error) {
    throw storageError(error, file);
  } finally {
    for (const left of [draft, `${draft}.lock`]) await rm(left, { force: true });
  }
}

/** Only a bundle is ever replaced. */
async function assertFree(file: string, force: boolean): Promise<void> {
  const stats = await lstat(file).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined;
    throw storageError(error, file);
  });
  if (stats === undefined) return;
  if (!force || !stats.isFile()) throw taken(file, stats.isFile() ? ['--force: replace it'] : []);
  if ((await readBundleHead(file)) !== undefined) return;
  throw new PalaceError('not-a-bundle', `${file} is no bundle and is not replaced`, {
    exit: EXIT.usage,
    next: ['give another file'],
    details: { path: file },
  });
}

function taken(file: string, next: readonly string[]): PalaceError {
  return new PalaceError('exists', `${file} is there already; nothing was written`, {
    exit: EXIT.usage,
    next: ['give another file', ...next],
    details: { path: file },
  });
}

/** A bundle of half a history is one that nobody can clone. */
async function assertWhole({ git, root }: Palace): Promise<void> {
  const shallow = await stat(join(git.commonDir, 'shallow')).catch(() => undefined);
  if (shallow !== undefined && shallow.size > 0)
    throw new PalaceError('shallow-clone', `${root} is a shallow clone: it has not all of the history`, {
      next: [`git -C ${root} fetch --unshallow`, 'palace export DIR: all memories as files, without their history'],
    });
  if ((await git.head()).commit === undefined)
    throw new PalaceError('no-commits', `${root} has no commit yet: there is nothing to bundle`, {
      next: ['palace save'],
    });
}

/** git says only that it cannot, not why. */
async function assertWritable(draft: string): Promise<void> {
  try {
    await (await open(draft, 'wx')).close();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw error;
    throw new PalaceError('not-found', `there is no folder ${dirname(draft)}`, {
      exit: EXIT.notFound,
      next: [`mkdir -p ${dirname(draft)}`],
      details: { path: dirname(draft) },
    });
  }
}

async function flushed(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function countIn(
  { git }: Palace,
  commit: ObjectId,
): Promise<Pick<BundleResult, 'commits' | 'drawers' | 'unsaved'>> {
  const history = await git.log({ from: commit });
  const files = await git.listFiles((await git.readCommit(commit)).tree, PATHS.wings);
  const { entries } = await git.status();
  return {
    commits: history.length,
    drawers: files.filter(({ path }) => parseDrawerPath(path) !== undefined).length,
    unsaved: entries.filter(({ path, work, staged }) => isPalacePath(path) && (work !== 'same' || staged)).length,
  };
}

/** A link is refused when somebody made a file of that name meanwhile; a rename would replace it. */
async function settle(draft: string, file: string, force: boolean): Promise<void> {
  if (force) return rename(draft, file);
  try {
    await link(draft, file);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw taken(file, ['--force: replace it']);
    // A file system without links: looked at once more, the best that is to be had there.
    await assertFree(file, false);
    await rename(draft, file);
  }
}

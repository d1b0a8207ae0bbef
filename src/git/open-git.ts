import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { localConfig, locateRepository, type Repository } from './repository.js';
import { type FoundBinary, findGitBinary } from './system/binary.js';
import type { Git, GitChoice } from './types.js';
import { unsupported } from './unsupported.js';

export interface OpenGitOptions {
  /** A file in an existing folder of caches, in which to keep what the git binary said of its version. */
  binaryNote?: string;
  /** A file in which the engine without a git binary may keep which paths each commit changed. */
  commitIndex?: string;
}

/**
 * Opens the repository whose work tree is `root` exactly (never one above it).
 * @throws PalaceError `not-a-repository`, `bare-repository`, `unsupported-repository`, `no-git-binary`.
 */
export async function openGit(
  root: string,
  choice: GitChoice,
  runtime: Runtime,
  options: OpenGitOptions = {},
): Promise<Git> {
  const repository = await locateRepository(root, false);
  if (repository === undefined)
    throw new PalaceError('not-a-repository', `${root} is not a git repository`, {
      exit: EXIT.noPalace,
      next: [`palace init ${root}`],
    });
  if (repository.bare) throw bareRepository(root);
  const config = await localConfig(repository.commonDir);
  if ((config.get('extensions.objectformat') ?? 'sha1').toLowerCase() !== 'sha1')
    throw unsupported(root, 'sha256 object names', {
      why: 'palace works with sha1 repositories only',
      next: 'palace init --palace OTHER_PATH',
    });
  await assertOwnWorkTree(repository, config);
  const binary = await chooseBinary(choice, runtime, options.binaryNote);
  if (binary !== undefined) {
    const { openSystemGit } = await import('./system/open.js');
    return openSystemGit(repository, config, binary, runtime);
  }
  const { openIsomorphicGit } = await import('./isomorphic/open.js');
  return openIsomorphicGit(repository, config, runtime, options.commitIndex);
}

/** The error for a repository without a work tree, or for the inside of one. */
export function bareRepository(root: string): PalaceError {
  return new PalaceError('bare-repository', `${root} is a bare repository: it has no work tree to hold memories`, {
    exit: EXIT.noPalace,
    next: [`git clone ${root} PATH`, 'palace --palace PATH …'],
    details: { path: root },
  });
}

/** A usable git binary; undefined when isomorphic-git is to work. */
export async function chooseBinary(
  choice: GitChoice,
  runtime: Runtime,
  note?: string,
): Promise<FoundBinary | undefined> {
  if (choice === 'isomorphic') return undefined;
  const found = await findGitBinary(runtime, note);
  if (!('problem' in found)) return found;
  if (choice === 'system')
    throw new PalaceError('no-git-binary', found.problem, { next: ['install git', 'PALACE_GIT=isomorphic palace …'] });
  runtime.logger.warn(`${found.problem}; the built-in git is used instead (slower, http remotes only)`);
  return undefined;
}

/** `core.worktree` may send git to another folder than the one the caller named. */
async function assertOwnWorkTree(repository: Repository, config: ReadonlyMap<string, string>): Promise<void> {
  const elsewhere = config.get('core.worktree');
  if (elsewhere === undefined || repository.commonDir !== repository.gitDir) return;
  const [named, own] = await Promise.all([
    realpath(resolve(repository.gitDir, elsewhere)).catch(() => elsewhere),
    realpath(repository.workTree),
  ]);
  if (named !== own)
    throw unsupported(repository.workTree, `a work tree elsewhere (${elsewhere})`, {
      why: 'its files are in that folder',
      next: `palace --palace ${named} …`,
    });
}

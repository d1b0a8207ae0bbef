import { join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { UnsupportedIndexError } from '../index-file/codec.js';
import { GitIndex } from '../index-file/store.js';
import type { Repository } from '../repository.js';
import type { Git } from '../types.js';
import { unsupported } from '../unsupported.js';
import { IsomorphicGit } from './engine.js';

/** Extensions that change nothing for us (git's own names, lower-case). */
const HARMLESS = new Set([
  'noop',
  'preciousobjects',
  'objectformat',
  'refstorage',
  'worktreeconfig',
  'relativeworktrees',
]);

/**
 * The engine without a git binary.
 * @throws PalaceError `unsupported-repository` naming what it cannot read or write safely.
 */
export async function openIsomorphicGit(
  repository: Repository,
  config: ReadonlyMap<string, string>,
  runtime: Runtime,
  commitIndex?: string,
): Promise<Git> {
  const what = await foreignFeature(repository, config);
  if (what !== undefined) throw unsupported(repository.workTree, what);
  return new IsomorphicGit(repository, runtime, commitIndex);
}

/** What this engine cannot do; undefined when all is plain. */
async function foreignFeature(
  repository: Repository,
  config: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  if (repository.commonDir !== repository.gitDir) return 'a linked work tree';
  const refs = config.get('extensions.refstorage') ?? 'files';
  if (refs.toLowerCase() !== 'files') return `refs kept as ${refs}`;
  for (const key of config.keys()) {
    const name = /^extensions\.([^.]+)$/.exec(key)?.[1];
    if (name !== undefined && !HARMLESS.has(name)) return `the git extension "${name}"`;
  }
  const alternates = await readIfExists(join(repository.commonDir, 'objects', 'info', 'alternates'));
  if (alternates !== undefined && alternates.toString('utf8').trim() !== '') return 'objects of another repository';
  try {
    await new GitIndex(repository).read();
  } catch (error) {
    if (error instanceof UnsupportedIndexError) return `an index with ${error.what}`;
    // A damaged index is told by the command that needs it; reading history does not.
  }
  return undefined;
}

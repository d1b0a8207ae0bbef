import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import { bareRepository, isGitFolder } from '../../git/open.js';
import { PATHS } from '../../palace/layout.js';
import { shellQuoted } from '../../palace/paths.js';
import { storageError } from '../../palace/storage-error.js';

/** What stands where a palace is to be. */
export interface Site {
  kind: 'missing' | 'empty' | 'files' | 'repository' | 'empty-repository' | 'palace';
  /** Top of another repository that this folder lies in. */
  insideOf?: string;
}

/** @throws PalaceError `not-a-folder`, `read-only`, `bare-repository`. */
export function surveySite(root: string): Site {
  const insideOf = repositoryAbove(dirname(root));
  const around = insideOf === undefined ? {} : { insideOf };
  let names: string[];
  try {
    names = readdirSync(root);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return { kind: 'missing', ...around };
    if (code === 'ENOTDIR')
      throw new PalaceError('not-a-folder', `${root} is a file, not a folder`, {
        exit: EXIT.usage,
        next: ['palace init --palace OTHER_PATH'],
        details: { path: root },
      });
    throw storageError(error, root);
  }
  const isRepository = names.includes('.git');
  // Our files among the objects and refs of a bare repository would be a palace that no clone of it has.
  if (!isRepository && isGitFolder(root)) throw bareRepository(root);
  // An init that was interrupted before its first file leaves the folder of its temporary files.
  const others = names.filter((name) => name !== '.git' && name !== PATHS.local);
  if (isRepository) {
    if (names.includes(PATHS.palaceFile)) return { kind: 'palace', ...around };
    return { kind: others.length === 0 ? 'empty-repository' : 'repository', ...around };
  }
  return { kind: others.length === 0 ? 'empty' : 'files', ...around };
}

/** Refuses to turn a folder with other things in it into a palace unless that was asked for. @throws PalaceError `not-empty`, `not-a-palace`. */
export function assertMayInit(root: string, site: Site, adopt: boolean): void {
  if (adopt || site.kind === 'missing' || site.kind === 'empty' || site.kind === 'empty-repository') return;
  if (site.kind === 'palace') return;
  const next = [`palace init --adopt --palace ${shellQuoted(root)}`, 'palace init --palace OTHER_PATH'];
  if (site.kind === 'repository')
    throw new PalaceError(
      'not-a-palace',
      `${root} is a git repository with other files in it; a palace is made in it only when you ask for that`,
      { exit: EXIT.usage, next, details: { path: root } },
    );
  throw new PalaceError('not-empty', `${root} is not empty; a palace is made in it only when you ask for that`, {
    exit: EXIT.usage,
    next,
    details: { path: root },
  });
}

function repositoryAbove(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) && statSync(folder).isDirectory()) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

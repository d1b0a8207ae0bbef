import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import { PATHS } from './layout.js';

const TOP_FILES: ReadonlySet<string> = new Set([
  PATHS.palaceFile,
  PATHS.identity,
  PATHS.entities,
  PATHS.attributes,
  PATHS.ignore,
]);
const TOP_FOLDERS: ReadonlySet<string> = new Set([
  PATHS.wings,
  PATHS.facts,
  PATHS.tunnels,
  PATHS.sources,
  PATHS.agents,
]);

/** Is this a path that belongs to a palace: one of its files at the top, or anything below its folders? */
export function isPalacePath(path: string): boolean {
  const [top = '', ...rest] = path.split('/');
  return rest.length === 0 ? TOP_FILES.has(top) : TOP_FOLDERS.has(top);
}

/**
 * Refuses a path that a change may not write: absolute, `..`, `\`, control characters, git's own names (also in the spellings
 * that other file systems take for them), or outside the layout of a palace.
 * @throws PalaceError `bad-path` (exit 2).
 */
export function assertPalacePath(path: string): void {
  const reason = refusal(path);
  if (reason !== undefined)
    throw new PalaceError('bad-path', `${JSON.stringify(path)} is not a path inside a palace: ${reason}`, {
      exit: EXIT.usage,
      next: ['give a path such as wings/<wing>/<room>/<name>.md'],
      details: { path },
    });
}

/** Whether {@link assertPalacePath} lets a path through. */
export function isWritablePath(path: string): boolean {
  return refusal(path) === undefined;
}

function refusal(path: string): string | undefined {
  if (path === '') return 'it is empty';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'it is absolute';
  if (path.includes('\\')) return 'it has a backslash';
  if (/\p{Cc}/u.test(path)) return 'it has control characters';
  if (Buffer.byteLength(path) > 4000) return 'it is too long';
  for (const part of path.split('/')) {
    if (part === '' || part === '.') return 'it has an empty part';
    if (part === '..') return 'it has ".."';
    if (Buffer.byteLength(part) > 255) return 'a part of it is longer than 255 bytes';
    if (isGitName(part)) return 'git keeps that name for itself';
  }
  return isPalacePath(path) ? undefined : 'it is outside wings/, facts/, tunnels/, sources/ and agents/';
}

/** `.git` as HFS+ (ignored code points), NTFS (`git~1`, trailing dots and spaces, streams) and case-folding systems read it. */
function isGitName(part: string): boolean {
  const folded = part
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .toLowerCase()
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '');
  return folded === '.git' || folded === 'git~1';
}

/** Looks at the work tree without following symbolic links; remembers folders within one change. */
export class WorkTree {
  readonly #folders = new Map<string, boolean>([['', true]]);

  constructor(readonly root: string) {}

  absolute(path: string): string {
    return join(this.root, ...path.split('/'));
  }

  /**
   * The file at `path`, undefined when there is none.
   * @throws PalaceError `not-a-folder` when a parent is a symbolic link or a file, `not-a-file` when something else stands there.
   */
  stat(path: string): Stats | undefined {
    const cut = path.lastIndexOf('/');
    if (cut !== -1 && !this.#folderExists(path.slice(0, cut))) return undefined;
    const stats = lstatSync(this.absolute(path), { throwIfNoEntry: false });
    if (stats && !stats.isFile())
      throw new PalaceError('not-a-file', `${path} is ${kindOf(stats)}, not a file; nothing was changed`, {
        exit: EXIT.conflict,
        next: [`move ${path} out of the way`],
        details: { path },
      });
    return stats;
  }

  #folderExists(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const cut = folder.lastIndexOf('/');
    const exists = this.#folderExists(cut === -1 ? '' : folder.slice(0, cut)) && this.#isFolder(folder);
    this.#folders.set(folder, exists);
    return exists;
  }

  #isFolder(folder: string): boolean {
    const stats = lstatSync(this.absolute(folder), { throwIfNoEntry: false });
    if (stats && !stats.isDirectory())
      throw new PalaceError(
        'not-a-folder',
        `${folder} is ${kindOf(stats)}, and nothing is written through it; nothing was changed`,
        { exit: EXIT.conflict, next: [`replace ${folder} by a real folder`], details: { path: folder } },
      );
    return stats !== undefined;
  }
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return 'a symbolic link';
  if (stats.isDirectory()) return 'a folder';
  return stats.isFile() ? 'a file' : 'a special file';
}

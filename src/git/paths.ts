/**
 * Refuses a path that git would refuse, or that would leave the work tree or reach git's own files on some file system.
 * @throws {TypeError}
 */
export function assertTreePath(path: string): void {
  const names = path.split('/');
  if (path === '' || path.includes('\0') || names.some(isForbidden))
    throw new TypeError(`not a path inside a repository: ${JSON.stringify(path)}`);
}

function isForbidden(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return true;
  // Windows reads `\` as `/`, trims dots and spaces and ignores case; HFS+ ignores some invisible characters.
  return name.split('\\').some((part) => {
    const folded = part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').replace(/[. ]+$/, '');
    return /^(?:\.git|git~1)(?::.*)?$/i.test(folded);
  });
}

/** Plain code-unit order, for `sort`. */
export function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** Whether `path` is `folder` or below it; an absent or empty folder holds everything. */
export function isUnder(path: string, folder: string | undefined): boolean {
  return folder === undefined || folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** `a/b/` and `./a/b` as `a/b`. */
export function plainFolder(folder: string | undefined): string | undefined {
  const plain = folder?.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  return plain === undefined || plain === '' || plain === '.' ? undefined : plain;
}

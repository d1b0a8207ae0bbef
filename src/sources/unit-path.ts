import type { SourceRoot } from './types.js';

/** Path of a file as its source names it: from the top of the repository, or from the mined folder outside git. */
export function unitPath(root: SourceRoot, relative: string): string {
  return root.prefix === '' ? relative : `${root.prefix}/${relative}`;
}

/** The `source` of a file: `git:host/owner/repo#path` or `file:<folder>#path`. */
export function sourceOf(root: SourceRoot, relative: string): string {
  return `${root.key}#${unitPath(root, relative)}`;
}

/** What the `source` of every file below this root begins with; the root that owns a filed source is found by it. */
export function sourcePrefix(root: SourceRoot): string {
  return root.prefix === '' ? `${root.key}#` : `${root.key}#${root.prefix}/`;
}

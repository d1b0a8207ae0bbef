/** The files that git names for a folder, for membership questions. Paths are relative to the mined root. */
export interface Listing {
  hasFile(relative: string): boolean;
  /** True for a folder with a listed file in it, and for one that git lists as a whole (another repository). */
  hasFolder(relative: string): boolean;
  isEmpty: boolean;
}

/** Takes the paths of `Project.listFiles` (relative to the top of the repository) below `prefix`. */
export function listingOf(paths: readonly string[], prefix: string): Listing {
  const files = new Set<string>();
  const folders = new Set<string>();
  const start = prefix === '' ? '' : `${prefix}/`;
  for (const path of paths) {
    if (!path.startsWith(start)) continue;
    const relative = path.slice(start.length).replace(/\/$/, '');
    files.add(relative);
    // Stop at the first known ancestor: its own ancestors are known as well.
    for (let slash = relative.lastIndexOf('/'); slash > 0; slash = relative.lastIndexOf('/', slash - 1)) {
      const folder = relative.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return {
    hasFile: (relative) => files.has(relative),
    hasFolder: (relative) => folders.has(relative) || files.has(relative),
    isEmpty: files.size === 0,
  };
}

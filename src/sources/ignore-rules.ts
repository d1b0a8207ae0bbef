import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IgnorePatterns, type MakeIgnore } from '../git/ignore-patterns.js';

/** The rules of one file: they hold for paths below `base` ('' or a folder of the repository, without a slash at its end). */
interface Level {
  base: string;
  patterns: IgnorePatterns;
}

/** Ignore rules in order of precedence, weakest first. Each folder adds its own .gitignore for what lies below it. */
export type IgnoreLevels = readonly Level[];

/** `levels` and the rules of one file, where there is one. git does not follow a link in this place, so neither do we. */
export function withRules(levels: IgnoreLevels, make: MakeIgnore, file: string, base: string): IgnoreLevels {
  try {
    if (!lstatSync(file).isFile()) return levels;
    return [...levels, { base, patterns: new IgnorePatterns(make, readFileSync(file, 'utf8')) }];
  } catch {
    // No such file, or one that cannot be read: git goes on without its rules too.
    return levels;
  }
}

/** The rules that hold at `prefix` of a repository before its own .gitignore is read: global, info/exclude, parents'. */
export function rulesAbove(
  make: MakeIgnore,
  places: { topLevel?: string; prefix: string; excludesFile?: string },
): IgnoreLevels {
  let levels: IgnoreLevels = [];
  if (places.excludesFile !== undefined) levels = withRules(levels, make, places.excludesFile, '');
  if (places.topLevel === undefined) return levels;
  levels = withRules(levels, make, join(places.topLevel, '.git', 'info', 'exclude'), '');
  const folders = places.prefix === '' ? [] : places.prefix.split('/');
  for (let depth = 0; depth < folders.length; depth++) {
    const base = folders.slice(0, depth).join('/');
    levels = withRules(levels, make, join(places.topLevel, base, '.gitignore'), base);
  }
  return levels;
}

/**
 * What the rules say of one path (of the repository; no slash at the end). The strongest file that has an opinion decides.
 * The folders above it are taken as not ignored: the walk does not enter a folder that is, so nothing in it is re-included.
 */
export function isIgnored(levels: IgnoreLevels, path: string, isFolder: boolean): boolean {
  for (let index = levels.length - 1; index >= 0; index--) {
    const level = levels[index];
    if (level === undefined) continue;
    const below = level.base === '' ? path : path.slice(level.base.length + 1);
    const verdict = level.patterns.ignores(below, isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** True when the rules above a folder (of the repository; '' for its top) ignore it or a folder that it lies in. */
export function isFolderIgnored(levels: IgnoreLevels, folder: string): boolean {
  const names = folder === '' ? [] : folder.split('/');
  return names.some((_, depth) => {
    const path = names.slice(0, depth + 1).join('/');
    const above = levels.filter(({ base }) => base === '' || path.startsWith(`${base}/`));
    return isIgnored(above, path, true);
  });
}

import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ignore, Options } from 'ignore';

/** The rules of one file: they hold for paths below `base` ('' or a folder of the repository, without a slash at its end). */
interface Level {
  base: string;
  /** All lines together: quick to say that none of them concerns a path. */
  rules: Ignore;
  lines: readonly Line[];
}

/** One pattern by itself. `rules` holds it without its `!`. */
interface Line {
  rules: Ignore;
  negated: boolean;
  foldersOnly: boolean;
  /** It is about a whole path, not about a name anywhere. */
  anchored: boolean;
  /** It ends in `**`, which is about everything below as well. */
  deep: boolean;
}

/** Ignore rules in order of precedence, weakest first. Each folder adds its own .gitignore for what lies below it. */
export type IgnoreLevels = readonly Level[];

type MakeIgnore = (options?: Options) => Ignore;

/** Loads the rule maker; heavy enough to stay away from commands that mine nothing. */
export async function ignoreMaker(): Promise<MakeIgnore> {
  const { default: ignore } = await import('ignore');
  return ignore;
}

/** `levels` and the rules of one file, where there is one. git does not follow a link in this place, so neither do we. */
export function withRules(levels: IgnoreLevels, make: MakeIgnore, file: string, base: string): IgnoreLevels {
  try {
    if (!lstatSync(file).isFile()) return levels;
    const text = readFileSync(file, 'utf8');
    return [...levels, { base, rules: make({ ignorecase: false }).add(text), lines: linesOf(make, text) }];
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

function linesOf(make: MakeIgnore, text: string): Line[] {
  return text.split(/\r?\n/).flatMap((line): Line[] => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const negated = line.startsWith('!');
    const pattern = (negated ? line.slice(1) : line).replace(/(?<!\\)\s+$/, '');
    const body = pattern.replace(/\/$/, '');
    const rules = make({ ignorecase: false }).add(pattern);
    return [{ rules, negated, foldersOnly: body !== pattern, anchored: body.includes('/'), deep: body.endsWith('**') }];
  });
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
    const { ignored, unignored } = level.rules.test(isFolder ? `${below}/` : below);
    if (!ignored && !unignored) continue;
    const last = level.lines.findLast((line) => concerns(line, below, isFolder));
    if (last !== undefined) return !last.negated;
  }
  return false;
}

/** Whether a pattern matches the path itself. The library also says yes to whatever lies below a folder that it matches. */
function concerns({ rules, foldersOnly, anchored, deep }: Line, path: string, isFolder: boolean): boolean {
  if (foldersOnly && !isFolder) return false;
  const slash = path.lastIndexOf('/');
  const subject = anchored ? path : path.slice(slash + 1);
  if (!rules.ignores(isFolder ? `${subject}/` : subject)) return false;
  return !anchored || deep || slash < 1 || !rules.ignores(path.slice(0, slash + 1));
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

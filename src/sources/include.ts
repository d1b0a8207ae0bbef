import type { Ignore } from 'ignore';

/** What `--include` asks for in spite of ignore rules and skip lists. */
export interface Includes {
  /** True when a pattern matches this file or a folder above it. */
  matches(relative: string): boolean;
  /** True when a pattern matches this folder: all of it is wanted. */
  matchesFolder(relative: string): boolean;
  /**
   * True when a folder that would be left out must be entered because a pattern may match inside. A pattern without a slash
   * (`notes.md`) reaches into ignored folders but not into those of the skip list: it must not open all of node_modules.
   */
  reachesInto(relative: string, skipList: boolean): boolean;
}

/**
 * Compiles patterns in the syntax of .gitignore, relative to the mined folder. Here a match means "read it":
 * `drafts/`, `build/notes.md`, `node_modules/our-*\/**`, `*.local.md`.
 */
export async function compileIncludes(patterns: readonly string[]): Promise<Includes | undefined> {
  const wanted = patterns.map((pattern) => pattern.trim().replace(/^\.\//, '')).filter((pattern) => pattern !== '');
  if (wanted.length === 0) return undefined;
  const { default: ignore } = await import('ignore');
  const rules: Ignore = ignore({ ignorecase: false }).add(wanted);
  const positive = wanted.filter((pattern) => !pattern.startsWith('!') && !pattern.startsWith('#'));
  const floating = positive.some((pattern) => !pattern.replace(/\/$/, '').includes('/'));
  const anchored = positive
    .map((pattern) => pattern.replace(/^\//, '').replace(/\/$/, '').split('/'))
    .filter((segments, index) => segments.length > 1 || positive[index]?.startsWith('/'));
  return {
    matches: (relative) => rules.ignores(relative),
    matchesFolder: (relative) => rules.ignores(`${relative}/`),
    reachesInto: (relative, skipList) => {
      if (floating && !skipList) return true;
      const folders = relative.split('/');
      return anchored.some((segments) => isPrefix(folders, segments));
    },
  };
}

/** True when a path below `folders` can match the pattern. */
function isPrefix(folders: readonly string[], pattern: readonly string[]): boolean {
  for (const [index, folder] of folders.entries()) {
    const segment = pattern[index];
    if (segment === undefined) return true;
    if (segment === '**') return true;
    if (!segmentPattern(segment).test(folder)) return false;
  }
  return true;
}

function segmentPattern(segment: string): RegExp {
  const source = segment
    .replace(/[\\^$.|+(){}[\]]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 's');
}

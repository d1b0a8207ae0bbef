import type { Ignore, Options } from 'ignore';

export type MakeIgnore = (options?: Options) => Ignore;

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

/** Loads the rule maker; heavy enough to stay away from commands that ask for no rules. */
export async function ignoreMaker(): Promise<MakeIgnore> {
  const { default: ignore } = await import('ignore');
  return ignore;
}

/** The patterns of one file of ignore rules, asked about paths below the folder that the file is for. */
export class IgnorePatterns {
  /** All lines together: quick to say that none of them concerns a path. */
  readonly #rules: Ignore;
  readonly #lines: readonly Line[];

  constructor(make: MakeIgnore, text: string, ignoreCase = false) {
    const plain = text.replace(/^\uFEFF/, '');
    this.#rules = make({ ignorecase: ignoreCase }).add(plain);
    this.#lines = linesOf(make, plain, ignoreCase);
  }

  /**
   * What the last pattern that matches the path itself says: ignored, or taken out of weaker rules; undefined when none does.
   * No slash at the end. The folders above it are taken as not ignored: a walk does not enter a folder that is, so nothing in
   * it is asked about.
   */
  ignores(path: string, isFolder: boolean): boolean | undefined {
    const { ignored, unignored } = this.#rules.test(isFolder ? `${path}/` : path);
    if (!ignored && !unignored) return undefined;
    const last = this.#lines.findLast((line) => concerns(line, path, isFolder));
    return last === undefined ? undefined : !last.negated;
  }
}

function linesOf(make: MakeIgnore, text: string, ignorecase: boolean): Line[] {
  return text.split(/\r?\n/).flatMap((line): Line[] => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const negated = line.startsWith('!');
    const pattern = (negated ? line.slice(1) : line).replace(/(?<!\\)\s+$/, '');
    const body = pattern.replace(/\/$/, '');
    const rules = make({ ignorecase }).add(pattern);
    return [{ rules, negated, foldersOnly: body !== pattern, anchored: body.includes('/'), deep: body.endsWith('**') }];
  });
}

/** Whether a pattern matches the path itself. The library also says yes to whatever lies below a folder that it matches. */
function concerns({ rules, foldersOnly, anchored, deep }: Line, path: string, isFolder: boolean): boolean {
  if (foldersOnly && !isFolder) return false;
  const slash = path.lastIndexOf('/');
  const subject = anchored ? path : path.slice(slash + 1);
  if (!rules.ignores(isFolder ? `${subject}/` : subject)) return false;
  return !anchored || deep || slash < 1 || !rules.ignores(path.slice(0, slash + 1));
}

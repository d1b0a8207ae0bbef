import { join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { expandHome, userConfigFolder } from '../config/files.js';
import { IgnorePatterns, ignoreMaker, type MakeIgnore } from '../ignore-patterns.js';
import type { Repository } from '../repository.js';

/** One file of rules and the folder (with `/` at its end, '' for the root) that its patterns are relative to. */
interface RuleFile {
  folder: string;
  patterns: IgnorePatterns;
}

/** Git's rules of what is ignored, strongest last: user's excludes file, `.git/info/exclude`, `.gitignore` from the root down. */
export class IgnoreRules {
  readonly #make: MakeIgnore;
  readonly #workTree: string;
  readonly #ignoreCase: boolean;
  readonly #files: readonly RuleFile[];

  private constructor(make: MakeIgnore, workTree: string, ignoreCase: boolean, files: readonly RuleFile[]) {
    this.#make = make;
    this.#workTree = workTree;
    this.#ignoreCase = ignoreCase;
    this.#files = files;
  }

  /** Rules that hold in the whole work tree; `.gitignore` of the root included. */
  static async open(
    repository: Repository,
    config: ReadonlyMap<string, string>,
    runtime: Runtime,
  ): Promise<IgnoreRules> {
    const make = await ignoreMaker();
    const excludes = config.get('core.excludesfile');
    const user =
      excludes === undefined ? join(userConfigFolder(runtime), 'ignore') : expandHome(excludes, runtime.home);
    const ignoreCase = config.get('core.ignorecase') === 'true';
    const base = new IgnoreRules(make, repository.workTree, ignoreCase, []);
    const own = join(repository.commonDir, 'info', 'exclude');
    return (await (await base.#with(user, '')).#with(own, '')).entering('');
  }

  /** The rules inside a folder (`a/b/`, '' for the root) that its parent's rules do not ignore. */
  entering(folder: string): Promise<IgnoreRules> {
    return this.#with(join(this.#workTree, folder, '.gitignore'), folder);
  }

  async #with(path: string, folder: string): Promise<IgnoreRules> {
    // A `.gitignore` that is a folder or cannot be read has no rules, as in git.
    const text = (await readIfExists(path).catch(() => undefined))?.toString('utf8');
    if (text === undefined || text.trim() === '') return this;
    const patterns = new IgnorePatterns(this.#make, text, this.#ignoreCase);
    return new IgnoreRules(this.#make, this.#workTree, this.#ignoreCase, [...this.#files, { folder, patterns }]);
  }

  /** Whether a path (a folder ends with `/`) is ignored, given that no folder above it is. */
  ignores(path: string): boolean {
    const isFolder = path.endsWith('/');
    const plain = isFolder ? path.slice(0, -1) : path;
    for (const { folder, patterns } of [...this.#files].reverse()) {
      const verdict = patterns.ignores(plain.slice(folder.length), isFolder);
      if (verdict !== undefined) return verdict;
    }
    return false;
  }
}

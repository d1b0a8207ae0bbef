import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asObjectId, type ObjectId } from '../types.js';

/**
 * The commits at which a shallow clone ends: they name parents that the clone does not have, and git takes them for first
 * commits. Read from `<common dir>/shallow`, again whenever that file has changed (a `git fetch --unshallow` meanwhile).
 */
export class ShallowCommits {
  readonly #file: string;
  #stamp = '';
  #commits: ReadonlySet<ObjectId> = new Set();

  constructor(commonDir: string) {
    this.#file = join(commonDir, 'shallow');
  }

  /** Asked for each commit that is read, so an ordinary clone pays one `stat` and nothing more. */
  has(commit: ObjectId): boolean {
    const stats = statSync(this.#file, { throwIfNoEntry: false });
    const stamp = stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
    if (stamp !== this.#stamp) {
      this.#commits = stats === undefined ? new Set() : readIds(this.#file);
      this.#stamp = stamp;
    }
    return this.#commits.has(commit);
  }
}

function readIds(file: string): Set<ObjectId> {
  const lines = readFileSync(file, 'latin1').split('\n');
  return new Set(lines.filter((line) => /^[0-9a-f]{40}$/.test(line)).map(asObjectId));
}

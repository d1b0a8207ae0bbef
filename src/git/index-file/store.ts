import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { readIfExists } from '../../base/files.js';
import { replaceLocked, untilFree } from '../refs/lock.js';
import type { Repository } from '../repository.js';
import type { IndexUpdate } from './edit.js';
import { IndexTable } from './table.js';

/** How long to wait for another git process that holds `index.lock`. */
export const INDEX_WAIT_MS = 2000;

export interface ReadIndex {
  index: IndexTable;
  /** Changes whenever the file is replaced. */
  stamp: string;
  /** mtime of the file in nanoseconds: an entry as young as this may have changed since, unseen. */
  writtenNs: bigint;
}

/** Git's index file of one repository. Read again only when it was replaced: a commit looks at it twice. */
export class GitIndex {
  readonly #path: string;
  readonly #tmpDir: string;
  #known: ReadIndex | undefined;

  constructor(repository: Repository) {
    this.#path = join(repository.gitDir, 'index');
    this.#tmpDir = join(repository.commonDir, 'objects');
  }

  /** The index as it stands; an empty one when there is no file. @throws as {@link IndexTable.read}. */
  async read(): Promise<ReadIndex> {
    for (;;) {
      const stamp = await stampOf(this.#path);
      if (this.#known?.stamp === stamp.text) return this.#known;
      const bytes = await readIfExists(this.#path);
      if ((await stampOf(this.#path)).text !== stamp.text) continue; // replaced while we read
      const index = bytes === undefined ? IndexTable.empty() : IndexTable.read(bytes);
      this.#known = { index, stamp: stamp.text, writtenNs: stamp.mtimeNs };
      return this.#known;
    }
  }

  /**
   * Makes the updates in the file, under git's own lock, computed on the newest index. False when the lock stayed
   * busy. @throws as {@link IndexTable.read}.
   */
  async update(updates: readonly IndexUpdate[], waitMs = INDEX_WAIT_MS): Promise<boolean> {
    const done = await untilFree(waitMs, async () => {
      const { index, stamp } = await this.read();
      const edited = index.edited(updates);
      if (edited === undefined) return true;
      await breathe();
      return replaceLocked(this.#path, edited, {
        tmpDir: this.#tmpDir,
        unchanged: async () => (await stampOf(this.#path)).text === stamp,
      });
    });
    this.#known = undefined;
    return done === true;
  }
}

async function stampOf(path: string): Promise<{ text: string; mtimeNs: bigint }> {
  try {
    const found = await stat(path, { bigint: true });
    return { text: `${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`, mtimeNs: found.mtimeNs };
  } catch {
    return { text: 'none', mtimeNs: 0n };
  }
}

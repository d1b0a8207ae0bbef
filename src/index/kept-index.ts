import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { PATHS } from '../palace/layout.js';
import type { Palace } from '../palace/types.js';
import { type LiveIndex, openLiveIndex } from './live.js';

/**
 * The live index in a process that stays: opened once, and again when HEAD or the work tree has changed, whoever changed it.
 */
export class KeptIndex {
  private index: LiveIndex | undefined;
  /** Of the palace that `index` shows. */
  private print: string | undefined;

  constructor(private readonly palace: Palace) {}

  /**
   * What `work` makes of the index as of now. Git is asked whether anything has changed while `work` goes on with the index at hand: only
   * if something has, the index is opened again and `work` done once more.
   */
  async use<T>(work: (index: LiveIndex) => Promise<T>): Promise<T> {
    const asking = printOf(this.palace);
    if (this.index !== undefined && this.print !== undefined) {
      const before = this.print;
      const [done, now] = await Promise.allSettled([work(this.index), asking]);
      if (now.status === 'fulfilled' && now.value === before) {
        if (done.status === 'rejected') throw done.reason;
        return done.value;
      }
    }
    const print = await asking;
    this.close();
    const index = await openLiveIndex(this.palace);
    this.index = index;
    // What changed while it was opened may or may not be in it.
    this.print = (await printOf(this.palace)) === print ? print : undefined;
    return work(index);
  }

  close(): void {
    this.index?.close();
    this.index = undefined;
    this.print = undefined;
  }
}

/** HEAD, and how each unsaved file stands. */
async function printOf({ git, root }: Palace): Promise<string> {
  const { head, entries } = await git.status(PATHS.wings);
  const files = entries.map(({ path, work }) => {
    const status = lstatSync(join(root, path), { throwIfNoEntry: false, bigint: true });
    if (status === undefined) return `${work} ${path}`;
    return `${work} ${path} ${status.ino} ${status.size} ${status.mtimeNs} ${status.ctimeNs}`;
  });
  return [head.commit ?? '', ...files].join('\n');
}

import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { PalaceError } from '../../base/errors.js';
import type { Palace } from '../../palace/types.js';
import { mine } from './mine.js';
import type { MineRequest, MineResult } from './types.js';

export interface WatchTimes {
  /** Quiet that ends a burst of changes, in milliseconds: a file is still being written before it. Default 700. */
  quietMs?: number;
  /** Longest burst that is waited for: a session that never falls quiet is read all the same. Default 10 s. */
  longestMs?: number;
  /** A look without any sign of change, where the system reports none (network drives, too many folders). Default 60 s. */
  lookMs?: number;
}

/**
 * Mines, then again whenever something below the paths changes, until `runtime.signal` is aborted. Gives the result of the first
 * mine, of each that a change set off, and of a look without a sign only when it found something. What another process that writes
 * the palace, or a source that is gone for the moment, makes fail is tried again.
 * @throws PalaceError of the first mine, and what is not of the moment (`too-many-vanished`, `bad-name`, …).
 */
export async function* watchSources(
  palace: Palace,
  request: MineRequest,
  { quietMs = 700, longestMs = 10_000, lookMs = 60_000 }: WatchTimes = {},
): AsyncGenerator<MineResult> {
  const { signal, logger } = palace.runtime;
  const changes = new Changes(palace);
  try {
    for (const path of request.paths) await changes.watch(resolve(palace.runtime.cwd, path));
    for (let isFirst = true; !signal?.aborted; isFirst = false) {
      const isSeen = isFirst || (await changes.next(lookMs));
      if (signal?.aborted) return;
      if (isSeen && !isFirst) await changes.quiet(quietMs, longestMs);
      let result: MineResult;
      try {
        result = await mine(palace, request);
      } catch (error) {
        if (signal?.aborted) return;
        if (isFirst || !(error instanceof PalaceError) || !PASSING.has(error.code)) throw error;
        logger.warn(`${error.message}; tried again`);
        changes.mark();
        continue;
      }
      if (isSeen || result.commits.length > 0 || result.conflicts.length > 0) yield result;
    }
  } finally {
    changes.close();
  }
}

/** Errors that the next look may no longer meet. */
const PASSING = new Set(['locked', 'changed-meanwhile', 'unsaved-edit', 'no-such-source', 'source-unreadable']);

/** Signs that something changed, gathered from all watched paths. */
class Changes {
  private readonly watchers: FSWatcher[] = [];
  private isMarked = false;
  private wake: () => void = () => {};

  constructor(private readonly palace: Palace) {}

  /** A folder with all below it, or one file by way of its folder. */
  async watch(path: string): Promise<void> {
    // What does not exist, the first mine says better.
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) return;
    const folder = found.isDirectory() ? path : dirname(path);
    const own = `${this.palace.root}${sep}`;
    try {
      const watcher = watch(folder, { recursive: found.isDirectory() }, (_, name) => {
        if (name === null) this.mark();
        else if (!resolve(folder, name).startsWith(own) && (found.isDirectory() || name === basename(path)))
          this.mark();
      });
      watcher.on('error', (error) => this.lost(path, error));
      this.watchers.push(watcher);
    } catch (error) {
      this.lost(path, error);
    }
  }

  mark(): void {
    this.isMarked = true;
    this.wake();
  }

  /** Waits for a sign. False when `lookMs` passed without one, or somebody gave up. */
  async next(lookMs: number): Promise<boolean> {
    if (!this.isMarked) await this.pause(lookMs);
    const seen = this.isMarked;
    this.isMarked = false;
    return seen;
  }

  /** Waits until no sign came for a while. */
  async quiet(quietMs: number, longestMs: number): Promise<void> {
    for (let left = longestMs; left > 0 && !this.palace.runtime.signal?.aborted; left -= quietMs)
      if (!(await this.next(quietMs))) return;
  }

  close(): void {
    for (const watcher of this.watchers) watcher.close();
  }

  private pause(ms: number): Promise<void> {
    const { signal } = this.palace.runtime;
    return new Promise((done) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        this.wake = () => {};
        done();
      };
      const timer = setTimeout(finish, ms);
      signal?.addEventListener('abort', finish);
      this.wake = finish;
    });
  }

  private lost(path: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.palace.runtime.logger.warn(
      `changes of ${path} are not reported by the system (${why}); it is looked at now and then`,
    );
  }
}

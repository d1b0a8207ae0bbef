import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import { sha256 } from '../base/hash.js';
import type { Runtime } from '../base/runtime.js';
import type { Seen } from './humans.js';
import type { Harness, HookEvent } from './input.js';

/** A conversation that is to be filed. */
export interface Job {
  harness: Harness;
  session: string;
  transcript: string;
  event: HookEvent;
  /** Messages of people that it had when it was put down. */
  humans: number;
  /** How often it failed. */
  attempts: number;
}

/** A conversation that a hook was told of. */
export interface Known extends Seen {
  harness: Harness;
  session: string;
  /** Its file, which need not be there yet. */
  transcript: string;
  /** When a hook was last told of it. */
  at: string;
}

/** What was filed of a conversation, verified. */
export interface Saved {
  humans: number;
  /** Bytes that the transcript had before it was read. */
  size: number;
  at: string;
  commits: string[];
}

/** What went wrong and has not been told yet. */
export interface Failure {
  at: string;
  transcript: string;
  message: string;
}

const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

/**
 * The files of the hooks, in `<git-common-dir>/palace/hooks`: local to this clone, one small JSON file for each conversation and
 * purpose. Hooks write `seen`, `told` and `queue`, the worker `saved` and `failed`: no file has two writers.
 */
export class HookStore {
  constructor(
    readonly folder: string,
    private readonly runtime: Runtime,
  ) {}

  seen(transcript: string): Known | undefined {
    return this.#read<Known>('seen', keyOf(transcript));
  }

  keepSeen(known: Omit<Known, 'at'>): void {
    this.#write('seen', keyOf(known.transcript), { ...known, at: this.runtime.now().toISOString() });
  }

  /**
   * Conversations that have grown since they were filed, whatever became of the programs that held them: one that was killed calls no hook.
   * Those whose files are gone are forgotten.
   */
  grown(): Known[] {
    return this.#names('seen').flatMap((key) => {
      const known = this.#read<Known>('seen', key);
      if (typeof known?.transcript !== 'string') return [];
      const stats = statSync(known.transcript, { throwIfNoEntry: false });
      if (stats?.isFile() === true) {
        const done = [this.saved(known.transcript)?.size, this.#read<{ size?: number }>('given-up', key)?.size];
        return stats.size > 0 && !done.includes(stats.size) ? [known] : [];
      }
      // One that never began to write has no use of a note either, after a while.
      const age = this.runtime.now().getTime() - Date.parse(known.at);
      if (known.offset > 0 || age > FORGOTTEN_AFTER_MS)
        for (const kind of ['seen', 'saved', 'told', 'given-up']) this.#remove(kind, key);
      return [];
    });
  }

  /** Memories that a conversation was told of. */
  told(transcript: string): string[] {
    const ids = this.#read<unknown>('told', keyOf(transcript));
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  }

  keepTold(transcript: string, ids: readonly string[]): void {
    this.#write('told', keyOf(transcript), ids);
  }

  saved(transcript: string): Saved | undefined {
    return this.#read<Saved>('saved', keyOf(transcript));
  }

  keepSaved(transcript: string, saved: Saved): void {
    this.#write('saved', keyOf(transcript), saved);
  }

  /** For what nobody waits for: one that waits already keeps its number of attempts. */
  putUnlessWaiting(job: Omit<Job, 'attempts'>): void {
    const key = keyOf(job.transcript);
    if (!existsSync(this.#file('queue', key)) && !existsSync(this.#file('work', key))) this.put(job);
  }

  put(job: Omit<Job, 'attempts'>): void {
    this.#write('queue', keyOf(job.transcript), { ...job, attempts: 0 });
  }

  /** Whether anything waits, or was left behind by a worker that died. */
  get waits(): boolean {
    return this.waiting > 0;
  }

  /** How many conversations that are. */
  get waiting(): number {
    return new Set([...this.#names('queue'), ...this.#names('work')]).size;
  }

  /**
   * Takes all that waits, and what a worker that died had taken. Only for the one that holds the lock. What hooks put down from now on
   * is a new job, whatever becomes of this one.
   */
  take(): Job[] {
    mkdirSync(join(this.folder, 'work'), { recursive: true, mode: 0o700 });
    for (const key of this.#names('queue')) renameSync(this.#file('queue', key), this.#file('work', key));
    return this.#names('work').flatMap((key) => {
      const job = this.#read<Job>('work', key);
      // Nobody can say what a damaged one was about.
      if (job === undefined) this.#remove('work', key);
      return job ?? [];
    });
  }

  /** A job that is done. */
  done(job: Job): void {
    this.#remove('work', keyOf(job.transcript));
  }

  /** A job that failed too often: left alone until its transcript grows. */
  giveUp(job: Job, size: number | undefined): void {
    this.#write('given-up', keyOf(job.transcript), { size });
    this.done(job);
  }

  /** A job that failed, for another attempt; not when a newer one waits. */
  again(job: Job): void {
    const key = keyOf(job.transcript);
    if (this.#read<Job>('queue', key) === undefined) this.#write('queue', key, { ...job, attempts: job.attempts + 1 });
    this.#remove('work', key);
  }

  fail(failure: Failure): void {
    this.#write('failed', keyOf(failure.transcript), failure);
  }

  /** What went wrong since the last time this was asked: it is told once. */
  takeFailures(): Failure[] {
    return this.#names('failed').flatMap((key) => {
      const failure = this.#read<Failure>('failed', key);
      this.#remove('failed', key);
      return failure ?? [];
    });
  }

  get lockFile(): string {
    return join(this.folder, 'worker.lock');
  }

  get logFile(): string {
    return join(this.folder, 'hooks.log');
  }

  #names(kind: string): string[] {
    try {
      return readdirSync(join(this.folder, kind))
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -5))
        .sort();
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return [];
    }
  }

  #read<T>(kind: string, key: string): T | undefined {
    try {
      return JSON.parse(readFileSync(this.#file(kind, key), 'utf8')) as T;
    } catch {
      return undefined;
    }
  }

  #write(kind: string, key: string, value: unknown): void {
    const folder = join(this.folder, kind);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const temporary = join(folder, `tmp-${this.runtime.pid}-${key}`);
    writeFileSync(temporary, JSON.stringify(value), { mode: 0o600 });
    renameSync(temporary, this.#file(kind, key));
  }

  #file(kind: string, key: string): string {
    return join(this.folder, kind, `${key}.json`);
  }

  #remove(kind: string, key: string): void {
    rmSync(this.#file(kind, key), { force: true });
  }
}

/** A file name for a path. */
function keyOf(transcript: string): string {
  return sha256(transcript).slice(0, 24);
}

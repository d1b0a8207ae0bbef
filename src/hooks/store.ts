import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** What was filed of a conversation, verified. */
export interface Saved {
  humans: number;
  at: string;
  commits: string[];
}

/** What went wrong and has not been told yet. */
export interface Failure {
  at: string;
  transcript: string;
  message: string;
}

/**
 * The files of the hooks, in `<git-common-dir>/palace/hooks`: local to this clone, one small JSON file for each conversation and
 * purpose. Hooks write `seen` and `queue`, the worker `saved` and `failed`: no file has two writers.
 */
export class HookStore {
  constructor(
    readonly folder: string,
    private readonly runtime: Runtime,
  ) {}

  seen(transcript: string): Seen | undefined {
    return this.#read<Seen>('seen', keyOf(transcript));
  }

  keepSeen(transcript: string, seen: Seen): void {
    this.#write('seen', keyOf(transcript), seen);
  }

  saved(transcript: string): Saved | undefined {
    return this.#read<Saved>('saved', keyOf(transcript));
  }

  keepSaved(transcript: string, saved: Saved): void {
    this.#write('saved', keyOf(transcript), saved);
  }

  put(job: Omit<Job, 'attempts'>): void {
    this.#write('queue', keyOf(job.transcript), { ...job, attempts: 0 });
  }

  /** Whether anything waits, or was left behind by a worker that died. */
  get waits(): boolean {
    return this.#names('queue').length > 0 || this.#names('work').length > 0;
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

  /** A job that is done, or given up. */
  done(job: Job): void {
    this.#remove('work', keyOf(job.transcript));
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

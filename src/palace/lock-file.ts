import { closeSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { isAlive, pidSpace, processStart } from './machine.js';
import { createState, readState, unlinkQuietly } from './state-dir.js';
import { storageError } from './storage-error.js';

export const LOCK_NAME = 'lock';
/** Held only while a stale lock is taken away, so that one process at a time judges and removes it. */
const GUARD_NAME = 'lock.steal';
/** A holder that gave no sign of life for so long is taken for dead, whatever machine it is on. */
export const SILENCE_MS = 60_000;
const GUARD_SILENCE_MS = 10_000;

/** What the lock file says about its holder. */
export interface LockHolder {
  host: string;
  boot: string;
  /** Process-id space (container) of `pid`. */
  space: string;
  pid: number;
  /** Start time of that process in ticks since boot, '' unknown. */
  started: string;
  op: string;
  /** ISO UTC. */
  at: string;
  /** Unique for each taking. */
  token: string;
}

/** This process as a holder. */
export function holderOf(op: string, runtime: Runtime): LockHolder {
  return {
    host: runtime.hostname,
    boot: runtime.bootId,
    space: pidSpace(),
    pid: runtime.pid,
    started: processStart(runtime.pid),
    op,
    at: runtime.now().toISOString(),
    token: runtime.randomBytes(12).toString('hex'),
  };
}

/** Creates the lock file; false when another one stands. */
export function tryCreate(stateDir: string, holder: LockHolder, runtime: Runtime): boolean {
  return createState(stateDir, LOCK_NAME, `${JSON.stringify(holder)}\n`, runtime);
}

/** The holder that the lock file names: undefined without a file, null when its content cannot be read as one. */
export function readHolder(stateDir: string): LockHolder | null | undefined {
  const text = readState(stateDir, LOCK_NAME);
  return text === undefined ? undefined : parseHolder(text);
}

/** What a lock file says, null when it says nothing that can be read. */
export function parseHolder(text: string | undefined): LockHolder | null {
  try {
    const data: unknown = JSON.parse(text ?? '');
    if (typeof data !== 'object' || data === null) return null;
    const { host, boot, space, pid, started, op, at, token } = data as Partial<LockHolder>;
    if (typeof pid !== 'number' || typeof token !== 'string' || typeof host !== 'string') return null;
    return {
      host,
      boot: boot ?? '',
      space: space ?? '',
      pid,
      started: started ?? '',
      op: op ?? '',
      at: at ?? '',
      token,
    };
  } catch {
    return null;
  }
}

/** Certainly a process of this machine that has ended. */
export function isDead(holder: LockHolder, runtime: Runtime): boolean {
  if (holder.host !== runtime.hostname) return false;
  if (holder.boot !== '' && runtime.bootId !== '' && holder.boot !== runtime.bootId) return true;
  return holder.space === pidSpace() && !isAlive(holder.pid, holder.started);
}

/** Why this lock may be taken away, undefined while its holder has to be believed alive. */
export function staleReason(
  stateDir: string,
  holder: LockHolder | null,
  runtime: Runtime,
): 'dead' | 'silent' | undefined {
  if (holder && isDead(holder, runtime)) return 'dead';
  return silentFor(stateDir, LOCK_NAME, runtime) > SILENCE_MS ? 'silent' : undefined;
}

/**
 * Takes a stale lock away. Safe when several processes try: the one that holds the guard looks again, moves the file aside and
 * checks that it moved the one it judged.
 * @returns false when someone else is at it or the lock is no longer that one.
 */
export function removeStale(stateDir: string, stale: LockHolder | null, runtime: Runtime): boolean {
  const guard = JSON.stringify(holderOf('take over a stale lock', runtime));
  if (!createState(stateDir, GUARD_NAME, guard, runtime)) {
    // A thief that died here left its guard behind.
    if (silentFor(stateDir, GUARD_NAME, runtime) > GUARD_SILENCE_MS) unlinkQuietly(join(stateDir, GUARD_NAME));
    return false;
  }
  try {
    const present = readHolder(stateDir);
    if (present === undefined) return true;
    if (present?.token !== stale?.token || staleReason(stateDir, present, runtime) === undefined) return false;
    const aside = `${LOCK_NAME}.${stale?.token ?? 'unreadable'}.stale`;
    renameSync(join(stateDir, LOCK_NAME), join(stateDir, aside));
    const moved = readState(stateDir, aside);
    unlinkQuietly(join(stateDir, aside));
    if (moved !== undefined && stale && !moved.includes(stale.token)) {
      // Its holder woke up, let go, and another took it in between: give it back.
      createState(stateDir, LOCK_NAME, moved, runtime);
      return false;
    }
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw storageError(error, join(stateDir, LOCK_NAME));
  } finally {
    unlinkQuietly(join(stateDir, GUARD_NAME));
  }
}

/**
 * Shows that the holder lives by renewing the modification time of the lock (or of another file that it wrote).
 * @returns false when the file is gone or somebody else's.
 */
export function beat(stateDir: string, holder: LockHolder, name = LOCK_NAME): boolean {
  const path = join(stateDir, name);
  let file: number | undefined;
  try {
    file = openSync(path, 'r+');
    if (!readFileSync(file, 'utf8').includes(holder.token)) return false;
    // Writing (not utimes) takes the time from the file system's own clock, which other machines see too.
    writeSync(file, '{', 0);
    return true;
  } catch (error) {
    // A file system that just cannot be written for a moment does not mean that the lock was lost.
    return systemCode(error) !== 'ENOENT';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Lets go, unless the lock was taken away meanwhile. */
export function release(stateDir: string, holder: LockHolder): void {
  if (readHolder(stateDir)?.token === holder.token) unlinkQuietly(join(stateDir, LOCK_NAME));
}

/** Milliseconds since the file was last written, by the clock of its own file system; 0 when there is none. */
function silentFor(stateDir: string, name: string, runtime: Runtime): number {
  const written = statSync(join(stateDir, name), { throwIfNoEntry: false })?.mtimeMs;
  if (written === undefined) return 0;
  const probe = `clock.${runtime.pid}.${runtime.randomBytes(6).toString('hex')}`;
  try {
    createState(stateDir, probe, '', runtime);
    return (statSync(join(stateDir, probe), { throwIfNoEntry: false })?.mtimeMs ?? written) - written;
  } finally {
    unlinkQuietly(join(stateDir, probe));
  }
}

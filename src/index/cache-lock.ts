import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemCode } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { isAlive, pidSpace, processStart } from '../palace/machine.js';

/** A writer of the cache that has not finished in this time is taken for dead, whatever machine it is on. */
const LONGEST_WRITE_MS = 10 * 60_000;

interface Holder {
  host: string;
  boot: string;
  space: string;
  pid: number;
  started: string;
  token: string;
}

/**
 * Takes the lock of the cache without waiting. Gives a function that lets go, or undefined when another process writes: the
 * caller then answers from memory. A lock whose holder is dead is taken over.
 * @throws system errors when the folder cannot be written.
 */
export function tryCacheLock(path: string, runtime: Runtime): (() => void) | undefined {
  for (let attempt = 0; attempt < 2; attempt++) {
    const token = runtime.randomBytes(8).toString('hex');
    if (create(path, token, runtime)) return () => release(path, token);
    if (!isStale(path, runtime)) return undefined;
    removeQuietly(path);
  }
  return undefined;
}

/** The lock appears with its holder in it: one that is killed while making it must not leave a lock that names nobody. */
function create(path: string, token: string, runtime: Runtime): boolean {
  const holder: Holder = {
    host: runtime.hostname,
    boot: runtime.bootId,
    space: pidSpace(),
    pid: runtime.pid,
    started: processStart(runtime.pid),
    token,
  };
  const temporary = join(dirname(path), `tmp-lock-${token}`);
  writeFileSync(temporary, JSON.stringify(holder), { flag: 'wx' });
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const code = systemCode(error);
    // Another writer's sweep may take the temporary file: that writer has the lock.
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    // No hard links here.
    return createInPlace(path, JSON.stringify(holder));
  } finally {
    removeQuietly(temporary);
  }
}

function createInPlace(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function isStale(path: string, runtime: Runtime): boolean {
  const holder = read(path);
  if (holder !== undefined && holder.host === runtime.hostname) {
    if (holder.boot !== runtime.bootId) return true;
    if (holder.space === pidSpace() && !isAlive(holder.pid, holder.started)) return true;
  }
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && runtime.now().getTime() - written > LONGEST_WRITE_MS;
}

function read(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function release(path: string, token: string): void {
  if (read(path)?.token === token) removeQuietly(path);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

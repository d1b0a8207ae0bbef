import { setTimeout as delay } from 'node:timers/promises';
import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import {
  beat,
  holderOf,
  type LockHolder,
  readHolder,
  release,
  removeStale,
  staleReason,
  tryCreate,
} from './lock-file.js';
import { LockTicket, somebodyWaits } from './lock-queue.js';
import type { Palace } from './types.js';

const HEARTBEAT_MS = 5_000;
const SAY_AFTER_MS = 2_000;
/** How often a waiter asks whether the holder has died or gone silent. */
const CHECK_EVERY_MS = 250;

/**
 * Runs `fn` as the only writer of the palace (all its work trees), in the order of arrival. Waits up to `settings.lockWaitMs` for
 * each writer before it.
 * Not re-entrant: inside `fn` use `changeLocked`.
 * @param op shown to those who wait: `mine`, `add`, …
 * @throws PalaceError `locked` (exit 7) naming holder, host and operation; `interrupted` (exit 130).
 */
export async function withLock<T>(
  palace: Pick<Palace, 'stateDir' | 'runtime' | 'settings'>,
  op: string,
  fn: () => Promise<T>,
): Promise<T> {
  const { stateDir, runtime } = palace;
  const holder = await acquire(palace, op);
  const heartbeat = setInterval(() => {
    if (!beat(stateDir, holder)) clearInterval(heartbeat);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  // process.exit() on SIGINT runs no finally block.
  const onExit = () => release(stateDir, holder);
  process.once('exit', onExit);
  try {
    return await fn();
  } finally {
    clearInterval(heartbeat);
    process.removeListener('exit', onExit);
    release(stateDir, holder);
    runtime.logger.debug(`lock released: ${op}`);
  }
}

async function acquire(palace: Pick<Palace, 'stateDir' | 'runtime' | 'settings'>, op: string): Promise<LockHolder> {
  const { stateDir, runtime } = palace;
  const holder = holderOf(op, runtime);
  if (!runtime.signal?.aborted && !somebodyWaits(stateDir) && tryCreate(stateDir, holder, runtime)) return holder;
  const ticket = new LockTicket(stateDir, holder, runtime);
  try {
    return await waitFor(palace, holder, ticket);
  } finally {
    ticket.leave();
  }
}

async function waitFor(
  { stateDir, runtime, settings }: Pick<Palace, 'stateDir' | 'runtime' | 'settings'>,
  holder: LockHolder,
  ticket: LockTicket,
): Promise<LockHolder> {
  const began = performance.now();
  let lastCheck = Number.NEGATIVE_INFINITY;
  let said = false;
  let before: { token: string | undefined; since: number } | undefined;
  for (;;) {
    if (runtime.signal?.aborted) throw interrupted();
    const waited = performance.now() - began;
    const place = ticket.place(waited);
    if (place === 0 && tryCreate(stateDir, holder, runtime)) return holder;
    const other = readHolder(stateDir);
    // The line moves on: the patience is for each writer, not for all of them together.
    if (before === undefined || (other !== undefined && other?.token !== before.token))
      before = { token: other?.token, since: waited };
    if (other !== undefined && waited - lastCheck >= CHECK_EVERY_MS) {
      lastCheck = waited;
      const stale = staleReason(stateDir, other, runtime);
      if (stale !== undefined && removeStale(stateDir, other, runtime)) {
        runtime.logger.warn(
          `took over the lock of ${describe(other)}, which ${stale === 'dead' ? 'ended without letting go' : 'gave no sign of life for a minute'}`,
        );
        continue;
      }
    }
    if (waited - before.since >= settings.lockWaitMs) throw locked(other ?? null, waited - before.since);
    if (!said && waited > SAY_AFTER_MS && other !== undefined) {
      said = true;
      runtime.logger.warn(`waiting for ${describe(other)}`);
    }
    await pause(runtime, place === 0 ? 5 : Math.min(10 + 10 * place, 200));
  }
}

/** Sleeps `least` to two and a half times `least` milliseconds. */
async function pause(runtime: Runtime, least: number): Promise<void> {
  const jitter = least * (1 + ((runtime.randomBytes(1)[0] ?? 0) / 255) * 1.5);
  try {
    await delay(jitter, undefined, runtime.signal ? { signal: runtime.signal } : {});
  } catch {
    throw interrupted();
  }
}

function interrupted(): PalaceError {
  return new PalaceError('interrupted', 'interrupted while waiting for another writer; nothing was changed', {
    exit: EXIT.interrupted,
  });
}

function locked(holder: LockHolder | null, waited: number): PalaceError {
  return new PalaceError(
    'locked',
    `the palace is being written by ${describe(holder)}; waited ${Math.round(waited / 1000)} s`,
    {
      exit: EXIT.locked,
      next: ['wait for it to end, then run the command again', 'PALACE_LOCK_WAIT=5m palace …'],
      details: holder
        ? { pid: holder.pid, host: holder.host, op: holder.op, since: holder.at }
        : { pid: null, host: null, op: null, since: null },
    },
  );
}

function describe(holder: LockHolder | null): string {
  if (!holder) return 'another process';
  return `"palace ${holder.op}" (process ${holder.pid} on ${holder.host}, since ${holder.at})`;
}

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from '../base/runtime.js';
import { beat, isDead, type LockHolder, parseHolder } from './lock-file.js';
import { createState, readState, unlinkQuietly } from './state-dir.js';

const QUEUE = 'lock.queue';
/** A ticket that was not renewed for so long does not hold up those behind it. */
const ABANDONED_MS = 10_000;
/** How often a waiter renews its ticket and looks whether the one at the head is alive. */
const CARE_MS = 500;

/** Does anybody wait for the lock? Then a newcomer lines up too, even if the lock is free at this moment. */
export function somebodyWaits(stateDir: string): boolean {
  return tickets(stateDir).length > 0;
}

/**
 * A place in the line of those who wait for the lock. Without a line the fastest poller wins again and again, and among twenty
 * processes some wait for minutes. The line is a courtesy: who holds the lock is decided by the lock file alone.
 */
export class LockTicket {
  #name: string | undefined;
  #cared = Number.NEGATIVE_INFINITY;

  constructor(
    readonly stateDir: string,
    readonly holder: LockHolder,
    readonly runtime: Runtime,
  ) {}

  /** How many are before this one: 0 when it is its turn to try. `waited`: milliseconds since the waiting began. */
  place(waited: number): number {
    let line = tickets(this.stateDir);
    // Others may have taken this one for abandoned, on a machine that was asleep: back to the end.
    if (this.#name === undefined || !line.includes(this.#name)) {
      this.#lineUp(line);
      line = tickets(this.stateDir);
    }
    if (waited - this.#cared >= CARE_MS) {
      this.#cared = waited;
      if (this.#name !== undefined) beat(this.stateDir, this.holder, join(QUEUE, this.#name));
      const [head] = line;
      if (head !== undefined && head !== this.#name && this.#isAbandoned(head))
        unlinkQuietly(join(this.stateDir, QUEUE, head));
    }
    return this.#name === undefined ? line.length : Math.max(0, line.indexOf(this.#name));
  }

  /** Steps out of the line: got the lock, or gave up. */
  leave(): void {
    if (this.#name !== undefined) unlinkQuietly(join(this.stateDir, QUEUE, this.#name));
    this.#name = undefined;
  }

  #lineUp(line: readonly string[]): void {
    const last = Number(line.at(-1)?.slice(0, 12) ?? '0');
    this.#name = `${String(last + 1).padStart(12, '0')}-${this.holder.token}`;
    createState(join(this.stateDir, QUEUE), this.#name, JSON.stringify(this.holder), this.runtime);
  }

  #isAbandoned(name: string): boolean {
    const holder = parseHolder(readState(join(this.stateDir, QUEUE), name));
    if (holder && isDead(holder, this.runtime)) return true;
    const own = this.#renewedAt(this.#name ?? '');
    const theirs = this.#renewedAt(name);
    return own !== undefined && theirs !== undefined && own - theirs > ABANDONED_MS;
  }

  #renewedAt(name: string): number | undefined {
    return name === '' ? undefined : statSync(join(this.stateDir, QUEUE, name), { throwIfNoEntry: false })?.mtimeMs;
  }
}

/** Names of the tickets, first come first. */
function tickets(stateDir: string): string[] {
  try {
    return readdirSync(join(stateDir, QUEUE))
      .filter((name) => /^\d{12}-[0-9a-f]+$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

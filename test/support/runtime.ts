import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import type { Progress, Runtime } from '../../src/base/runtime.js';

export interface TestRuntime extends Runtime {
  warnings: string[];
  phases: Progress[];
  /** Moves the clock. */
  advance(ms: number): void;
}

/**
 * A Runtime whose clock starts at 2026-06-01T12:00:00Z and moves one second per reading, with repeatable randomness and a
 * collecting logger. HOME and git identity come from the arguments, never from the machine.
 */
export function testRuntime(overrides: Partial<Runtime> & { home: string; seed?: string }): TestRuntime {
  let at = Date.parse('2026-06-01T12:00:00Z');
  let drawn = 0;
  const warnings: string[] = [];
  const phases: Progress[] = [];
  const { seed = 'seed', ...rest } = overrides;
  return {
    cwd: rest.home,
    env: { PATH: process.env.PATH, HOME: rest.home, GIT_CONFIG_NOSYSTEM: '1' },
    platform: process.platform,
    hostname: 'test-host',
    bootId: 'test-boot',
    pid: process.pid,
    now: () => {
      at += 1000;
      return new Date(at);
    },
    randomBytes: (size) => {
      const parts: Buffer[] = [];
      for (let have = 0; have < size; have += 32)
        parts.push(createHash('sha256').update(`${seed}:${drawn++}`).digest());
      return Buffer.concat(parts).subarray(0, size);
    },
    logger: { warn: (text) => void warnings.push(text), debug: () => {} },
    onProgress: (progress) => void phases.push(progress),
    warnings,
    phases,
    advance: (ms) => {
      at += ms;
    },
    ...rest,
  };
}

/** The real home is never touched by a test; this is only to assert so. */
export const REAL_HOME = homedir();

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import type { Progress, Runtime } from '../base/runtime.js';
import type { ProgressLine } from './progress.js';

export interface Talk {
  quiet: boolean;
  verbose: boolean;
}

/** The outside world as one value. The only place of the program that reads `process`, the clock and the machine. */
export function processRuntime(talk: Talk, progress: ProgressLine, signal: AbortSignal): Runtime {
  const said = new Set<string>();
  const env = process.env;
  const say = (text: string): void => {
    progress.clear();
    process.stderr.write(`${text}\n`);
  };
  const killer = testKiller(env);
  return {
    cwd: process.cwd(),
    home: env.HOME !== undefined && env.HOME !== '' ? env.HOME : userInfo().homedir,
    env,
    platform: process.platform,
    hostname: hostname(),
    bootId: bootId(),
    pid: process.pid,
    now: () => new Date(),
    randomBytes: (size) => randomBytes(size),
    logger: {
      warn(message) {
        if (talk.quiet || said.has(message)) return;
        said.add(message);
        say(`note: ${message}`);
      },
      debug(message) {
        if (talk.verbose) say(`debug: ${message}`);
      },
    },
    onProgress(step) {
      progress.show(step);
      killer?.(step);
    },
    signal,
  };
}

/** Changes at every boot, so that a lock of a process from before the boot is known to be dead. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Not Linux: the lock then goes by host, pid and heartbeat.
    return '';
  }
}

/**
 * For the kill tests only (`PALACE_TEST=1`): `PALACE_TEST_KILL=<phase>[:n]` ends this process by SIGKILL at the n-th
 * event of that phase, as a power cut would.
 */
function testKiller(env: NodeJS.ProcessEnv): ((step: Progress) => void) | undefined {
  const wanted = env.PALACE_TEST === '1' ? env.PALACE_TEST_KILL : undefined;
  if (wanted === undefined || wanted === '') return undefined;
  const [phase, count = '1'] = wanted.split(':');
  let left = Number(count);
  return (step) => {
    if (step.phase !== phase) return;
    left -= 1;
    if (left > 0) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal is delivered asynchronously; nothing may run in between.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}

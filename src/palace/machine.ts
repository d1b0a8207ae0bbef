import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import type { Runtime } from '../base/runtime.js';

/**
 * What ties local state (trust, writer id) to this machine and this git folder: a copied or moved clone gives another value.
 * The machine is `PALACE_MACHINE` where that is set (containers whose host name changes at every start), else its machine id,
 * else its host name. 64 hex digits.
 */
export function machineBinding(runtime: Pick<Runtime, 'env' | 'hostname'>, commonDir: string): string {
  return createHash('sha256')
    .update(`${machineId(runtime)}\0${realpathSync(commonDir)}`)
    .digest('hex');
}

function machineId(runtime: Pick<Runtime, 'env' | 'hostname'>): string {
  const given = runtime.env.PALACE_MACHINE;
  if (given !== undefined && given !== '') return `env:${given}`;
  for (const file of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    const id = readText(file)?.trim();
    if (id !== undefined && /^[0-9a-f]{32}$/.test(id)) return `id:${id}`;
  }
  return `host:${runtime.hostname.toLowerCase()}`;
}

/** Name of the process-id space of this process, '' where there is none: equal pids of two containers are two processes. */
export function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** When a process began, in ticks since boot, '' where it cannot be told; with the pid it names one process of this boot. */
export function processStart(pid: number): string {
  return processStat(pid)?.started ?? '';
}

/** Is there a process `pid` that is the one which began at `started` ('' matches any)? A zombie is not alive. */
export function isAlive(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives and is somebody else's.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const stat = processStat(pid);
  if (!stat) return true;
  return stat.state !== 'Z' && (started === '' || started === stat.started);
}

function processStat(pid: number): { state: string; started: string } | undefined {
  const text = readText(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const started = fields[19];
  return state === undefined || started === undefined ? undefined : { state, started };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

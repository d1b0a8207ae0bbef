import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.js';
import type { Runtime } from '../base/runtime.js';

/** Starts the worker of a palace beside this process: detached, so that it outlives the program whose hook this is. */
export function startWorker(root: string, { env }: Pick<Runtime, 'env'>): void {
  const program = join(packageRoot(), 'bin', 'run.js');
  const child = spawn(process.execPath, [program, 'hook', 'work', '--palace', root, '--quiet'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...env },
    windowsHide: true,
  });
  // Where no process can be started the job waits for the next hook.
  child.on('error', () => {});
  child.unref();
}

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Runtime } from '../../base/runtime.js';
import { gitEnvironment } from './environment.js';

/** The oldest git whose options we use. */
export const OLDEST = [2, 25] as const;

export type BinarySearch = { path: string; version: string } | { path?: string; problem: string };

/** The git binary of the caller's PATH, asked once for its version (about 5 ms). */
export async function findGitBinary(runtime: Runtime): Promise<BinarySearch> {
  const path = await lookUp(runtime);
  if (path === undefined) return { problem: 'there is no git binary on the PATH' };
  const answer = await ask(path, runtime);
  if (answer === undefined) return { path, problem: `${path} does not run` };
  const [, major = '0', minor = '0'] = /^git version (\d+)\.(\d+)/.exec(answer) ?? [];
  const version = `${major}.${minor}`;
  const old = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
  if (old) return { path, problem: `${path} is version ${version}; ${OLDEST.join('.')} or newer is needed` };
  return { path, version };
}

async function lookUp(runtime: Runtime): Promise<string | undefined> {
  const windows = runtime.platform === 'win32';
  const variable = Object.keys(runtime.env).find((name) => name === 'PATH' || (windows && /^path$/i.test(name)));
  const folders = variable === undefined ? [] : (runtime.env[variable] ?? '').split(delimiter);
  for (const folder of folders) {
    if (!isAbsolute(folder)) continue; // never a git that lies in the working directory
    const path = join(folder, windows ? 'git.exe' : 'git');
    try {
      await access(path, windows ? constants.F_OK : constants.X_OK);
      if ((await stat(path)).isFile()) return path;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

function ask(path: string, runtime: Runtime): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { env: gitEnvironment(runtime), timeout: 20_000, windowsHide: true };
    execFile(path, ['version'], options, (error, stdout) => resolve(error === null ? stdout : undefined));
  });
}

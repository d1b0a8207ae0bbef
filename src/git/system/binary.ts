import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { exists, writeFileAtomic } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { gitEnvironment } from './environment.js';

/** The oldest git whose options we use. */
export const OLDEST = [2, 25] as const;

export interface FoundBinary {
  path: string;
  version: string;
  /** Where it looks for the settings of the machine (it may be missing); asked for only where the answer can be kept. */
  systemConfig?: string;
}

export type BinarySearch = FoundBinary | { path?: string; problem: string };

/** First line of a note: notes of another form are asked anew. */
const NOTE = 'git-binary/2';

/**
 * The git binary of the caller's PATH, asked for its version: a process of its own. With `note`, a file to keep the answer in,
 * the same binary is asked only once; a note that cannot be read or written is no trouble.
 */
export async function findGitBinary(runtime: Runtime, note?: string): Promise<BinarySearch> {
  const found = await lookUp(runtime);
  if (found === undefined) return { problem: 'there is no git binary on the PATH' };
  const { path, fingerprint } = found;
  const known = await noted(note, fingerprint);
  const answer = known ?? (await askVersion(path, runtime));
  if (answer === undefined) return { path, problem: `${path} does not run` };
  const [, major = '0', minor = '0'] = /^git version (\d+)\.(\d+)/.exec(answer) ?? [];
  const version = `${major}.${minor}`;
  const old = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
  if (old) return { path, problem: `${path} is version ${version}; ${OLDEST.join('.')} or newer is needed` };
  if (note === undefined || (known === undefined && !(await exists(dirname(note))))) return { path, version };
  const systemConfig = known === undefined ? await askSystemConfig(path, runtime) : /^system (.+)$/m.exec(known)?.[1];
  if (known === undefined) {
    const line = systemConfig === undefined ? '' : `system ${systemConfig}\n`;
    await keep(note, `${NOTE} ${fingerprint}\n${answer.trimEnd()}\n${line}`);
  }
  return { path, version, ...(systemConfig !== undefined && { systemConfig }) };
}

/** What git answered when this very file was asked before. */
async function noted(note: string | undefined, fingerprint: string): Promise<string | undefined> {
  if (note === undefined) return undefined;
  const text = await readFile(note, 'utf8').catch(() => '');
  const head = `${NOTE} ${fingerprint}\n`;
  return text.startsWith(head) ? text.slice(head.length) : undefined;
}

/** Beside the note and renamed, so that nobody reads half of it. The folder exists. */
async function keep(note: string, text: string): Promise<void> {
  try {
    await writeFileAtomic(note, Buffer.from(text), { tmpDir: dirname(note), sync: false });
  } catch {
    // a read-only disk: git is asked again the next time
  }
}

/** The binary, and what changes when another one is installed in its place. */
async function lookUp(runtime: Runtime): Promise<{ path: string; fingerprint: string } | undefined> {
  const windows = runtime.platform === 'win32';
  const variable = Object.keys(runtime.env).find((name) => name === 'PATH' || (windows && /^path$/i.test(name)));
  const folders = variable === undefined ? [] : (runtime.env[variable] ?? '').split(delimiter);
  for (const folder of folders) {
    if (!isAbsolute(folder)) continue; // never a git that lies in the working directory
    const path = join(folder, windows ? 'git.exe' : 'git');
    try {
      await access(path, windows ? constants.F_OK : constants.X_OK);
      const found = await stat(path);
      if (found.isFile())
        return { path, fingerprint: [path, found.size, found.mtimeMs, found.ctimeMs, found.ino].join(' ') };
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

async function askVersion(path: string, runtime: Runtime): Promise<string | undefined> {
  const answer = await ask(path, ['version'], runtime);
  return answer.failed ? undefined : answer.stdout;
}

/** The file is named with each setting of it, or in the complaint that it is missing. Undefined when it is empty. */
async function askSystemConfig(path: string, runtime: Runtime): Promise<string | undefined> {
  const { GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM, ...env } = runtime.env;
  const { stdout, stderr } = await ask(path, ['config', '--system', '--show-origin', '--list'], { ...runtime, env });
  const found = /^file:(\/[^\t\n"]*)\t/.exec(stdout) ?? /'(\/[^'\n]*)'/.exec(stderr);
  return found?.[1];
}

function ask(
  path: string,
  args: readonly string[],
  runtime: Runtime,
): Promise<{ failed: boolean; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { env: gitEnvironment(runtime), timeout: 20_000, windowsHide: true };
    execFile(path, args, options, (error, stdout, stderr) => resolve({ failed: error !== null, stdout, stderr }));
  });
}

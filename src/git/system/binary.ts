import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { writeFileAtomic } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { gitEnvironment } from './environment.js';

/** The oldest git whose options we use. */
export const OLDEST = [2, 25] as const;

export type BinarySearch = { path: string; version: string } | { path?: string; problem: string };

/**
 * The git binary of the caller's PATH, asked for its version: a process of its own. With `note`, a file to keep the answer in,
 * the same binary is asked only once; a note that cannot be read or written is no trouble.
 */
export async function findGitBinary(runtime: Runtime, note?: string): Promise<BinarySearch> {
  const found = await lookUp(runtime);
  if (found === undefined) return { problem: 'there is no git binary on the PATH' };
  const { path, fingerprint } = found;
  const known = await noted(note, fingerprint);
  const answer = known ?? (await ask(path, runtime));
  if (answer === undefined) return { path, problem: `${path} does not run` };
  const [, major = '0', minor = '0'] = /^git version (\d+)\.(\d+)/.exec(answer) ?? [];
  const version = `${major}.${minor}`;
  const old = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
  if (old) return { path, problem: `${path} is version ${version}; ${OLDEST.join('.')} or newer is needed` };
  if (note !== undefined && known === undefined) await keep(note, `${fingerprint}\n${answer}`);
  return { path, version };
}

/** What git answered when this very file was asked before. */
async function noted(note: string | undefined, fingerprint: string): Promise<string | undefined> {
  if (note === undefined) return undefined;
  const text = await readFile(note, 'utf8').catch(() => '');
  return text.startsWith(`${fingerprint}\n`) ? text.slice(fingerprint.length + 1) : undefined;
}

/** Beside the note and renamed, so that nobody reads half of it. Makes no folder. */
async function keep(note: string, text: string): Promise<void> {
  try {
    await access(dirname(note));
    await writeFileAtomic(note, Buffer.from(text), { tmpDir: dirname(note), sync: false });
  } catch {
    // a read-only disk, or no folder for caches yet: git is asked again the next time
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

function ask(path: string, runtime: Runtime): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { env: gitEnvironment(runtime), timeout: 20_000, windowsHide: true };
    execFile(path, ['version'], options, (error, stdout) => resolve(error === null ? stdout : undefined));
  });
}

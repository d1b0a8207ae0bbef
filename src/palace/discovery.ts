import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { bareRepository, isGitFolder } from '../git/open.js';
import { loadSettings } from './config.js';
import { expandPath, shellQuoted, userConfigFile } from './paths.js';
import { SETTINGS } from './settings.js';

export type PalaceOrigin = 'flag' | 'environment' | 'upward' | 'user config' | 'default';

export interface FoundPalace {
  /** Absolute. */
  root: string;
  origin: PalaceOrigin;
  /** What named it, for people: `--palace`, `PALACE_PATH`, the config file, … */
  from: string;
}

export interface FindRequest {
  /** Value of `--palace`. */
  flag?: string;
  runtime: Runtime;
  /** Look in the folders above the working directory: only for commands that a person runs by hand (architecture rule 8). */
  upward: boolean;
}

/**
 * Where the palace is or would be; it may not exist. Order: flag, `PALACE_PATH` (and the original's names), the nearest folder
 * upwards with a palace.yaml, `palace` of the user's config, `~/palace`.
 */
export async function locatePalace(request: FindRequest): Promise<FoundPalace> {
  const { flag, runtime, upward } = request;
  if (flag !== undefined && flag !== '') return { root: expandPath(flag, runtime), origin: 'flag', from: '--palace' };
  for (const name of SETTINGS.palace.env) {
    const value = runtime.env[name];
    if (value !== undefined && value !== '')
      return { root: expandPath(value, runtime), origin: 'environment', from: name };
  }
  if (upward) {
    const root = nearestAbove(runtime.cwd);
    if (root !== undefined) return { root, origin: 'upward', from: 'the nearest palace.yaml' };
  }
  const { palace } = await loadSettings({ runtime });
  if (palace !== undefined) return { root: palace, origin: 'user config', from: userConfigFile(runtime) };
  return { root: join(runtime.home, 'palace'), origin: 'default', from: 'the default' };
}

/**
 * The palace that a command is about.
 * @throws PalaceError `no-palace` (exit 3) with one of three messages: no folder, no palace.yaml in it, not a repository of its own;
 * `bare-repository` (exit 3).
 */
export async function findPalace(request: FindRequest): Promise<FoundPalace> {
  const found = await locatePalace(request);
  assertPalaceAt(found.root, found.from);
  return found;
}

/** @param from what named the folder, for the message. @throws PalaceError `no-palace`. */
export function assertPalaceAt(root: string, from: string): void {
  const create = `palace init --palace ${shellQuoted(root)}`;
  if (!isFolder(root)) {
    const what = existsSync(root) ? 'is a file, not a folder' : 'does not exist';
    throw noPalace(root, `no palace here: ${root} ${what} (from ${from})`, [create, 'palace --palace PATH …']);
  }
  if (isGitFolder(root) && !existsSync(join(root, '.git'))) throw bareRepository(root);
  if (!existsSync(join(root, 'palace.yaml')))
    throw noPalace(root, `no palace here: ${root} has no palace.yaml (from ${from})`, [
      create,
      'palace --palace PATH …',
    ]);
  if (!existsSync(join(root, '.git')))
    throw noPalace(root, `${root} has a palace.yaml but is not a git repository of its own, and a palace is one`, [
      `palace init --adopt --palace ${shellQuoted(root)}`,
    ]);
}

function noPalace(root: string, message: string, next: string[]): PalaceError {
  return new PalaceError('no-palace', message, { exit: EXIT.noPalace, next, details: { path: root } });
}

function nearestAbove(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'palace.yaml'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

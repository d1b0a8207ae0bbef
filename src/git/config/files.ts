import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readIfExists } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import type { Repository } from '../repository.js';
import { type ConfigEntry, configBoolean, parseConfig } from './parse.js';

/** Includes may be this deep, as in git. */
const MAX_DEPTH = 10;

/**
 * All settings that count for a repository without a git binary, weakest first: system, user (XDG, then `~/.gitconfig`, or
 * GIT_CONFIG_GLOBAL alone), the repository's, its work tree's, GIT_CONFIG_COUNT variables. `include.path` is followed;
 * conditional includes (`includeIf`) are not. `systemFile`: where the settings of the machine are.
 */
export async function readAllConfig(
  repository: Repository,
  runtime: Runtime,
  systemFile = '/etc/gitconfig',
): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  for (const path of [...systemFiles(runtime, systemFile), ...userFiles(runtime), join(repository.commonDir, 'config')])
    for (const { key, value } of await readConfigFile(path, runtime.home, 0)) values.set(key, value);
  if (configBoolean(values.get('extensions.worktreeconfig'), false))
    for (const { key, value } of await readConfigFile(join(repository.gitDir, 'config.worktree'), runtime.home, 0))
      values.set(key, value);
  for (const { key, value } of environmentEntries(runtime.env)) values.set(key, value);
  return values;
}

function systemFiles(runtime: Runtime, usual: string): string[] {
  const { GIT_CONFIG_NOSYSTEM: none, GIT_CONFIG_SYSTEM: given } = runtime.env;
  if (given !== undefined) return [given];
  return configBoolean(none, false) || runtime.platform === 'win32' ? [] : [usual];
}

function userFiles(runtime: Runtime): string[] {
  const { GIT_CONFIG_GLOBAL: given } = runtime.env;
  if (given !== undefined) return given === '' ? [] : [given];
  return [join(userConfigFolder(runtime), 'config'), join(runtime.home, '.gitconfig')];
}

/** `$XDG_CONFIG_HOME/git`, by default `~/.config/git`. */
export function userConfigFolder(runtime: Runtime): string {
  const base = runtime.env.XDG_CONFIG_HOME;
  return join(base === undefined || base === '' ? join(runtime.home, '.config') : base, 'git');
}

async function readConfigFile(path: string, home: string, depth: number): Promise<ConfigEntry[]> {
  if (depth > MAX_DEPTH) return [];
  // An unreadable system or user file is not our repository's fault: git warns and goes on, and so do we.
  const text = await readIfExists(path).catch(() => undefined);
  if (text === undefined) return [];
  const entries: ConfigEntry[] = [];
  for (const entry of parseConfig(text.toString('utf8'))) {
    entries.push(entry);
    if (entry.key !== 'include.path') continue;
    const included = expandHome(entry.value, home);
    const target = isAbsolute(included) ? included : resolve(dirname(path), included);
    for (const more of await readConfigFile(target, home, depth + 1)) entries.push(more);
  }
  return entries;
}

/** `~/x` below the home directory. */
export function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

function environmentEntries(env: Runtime['env']): ConfigEntry[] {
  const count = Number(env.GIT_CONFIG_COUNT ?? 0);
  const entries: ConfigEntry[] = [];
  for (let at = 0; at < count; at++) {
    const key = env[`GIT_CONFIG_KEY_${at}`];
    if (key !== undefined) entries.push({ key: plainKey(key), value: env[`GIT_CONFIG_VALUE_${at}`] ?? '' });
  }
  return entries;
}

/** Section and variable in lower case, the subsection as it is: git compares keys so. */
export function plainKey(key: string): string {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  if (first < 0) return key.toLowerCase();
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
}

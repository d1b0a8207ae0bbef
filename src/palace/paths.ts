import { isAbsolute, join, resolve } from 'node:path';
import type { Runtime } from '../base/runtime.js';

/** Absolute form of a path that a person wrote in a flag, a variable or a config file: `~` is the home directory. */
export function expandPath(text: string, runtime: Pick<Runtime, 'home' | 'cwd'>): string {
  if (text === '~') return runtime.home;
  if (text.startsWith('~/') || text.startsWith('~\\')) return join(runtime.home, text.slice(2));
  return resolve(runtime.cwd, text);
}

/** `$XDG_CONFIG_HOME/palace/config.yaml`, else `~/.config/palace/config.yaml` (a relative XDG value is ignored, as its specification says). */
export function userConfigFile(runtime: Pick<Runtime, 'home' | 'env'>): string {
  const xdg = runtime.env.XDG_CONFIG_HOME;
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(runtime.home, '.config');
  return join(base, 'palace', 'config.yaml');
}

/** A path as a person can paste it after a command. */
export function shellQuoted(path: string): string {
  return /^[\w@%+=:,./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** `$XDG_CACHE_HOME/palace`, else `~/.cache/palace`: what is outside of every palace and can be got again. */
export function userCacheDir(runtime: Pick<Runtime, 'home' | 'env'>): string {
  const xdg = runtime.env.XDG_CACHE_HOME;
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(runtime.home, '.cache');
  return join(base, 'palace');
}

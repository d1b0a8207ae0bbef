import type { Runtime } from './runtime.js';

/** Where files go that nobody needs afterwards; the caller makes a folder of its own there, and removes it. Absolute. */
export function temporaryFolder({ env, platform, home }: Pick<Runtime, 'env' | 'platform' | 'home'>): string {
  return env.TMPDIR || env.TEMP || env.TMP || (platform === 'win32' ? home : '/tmp');
}

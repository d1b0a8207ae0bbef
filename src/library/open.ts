import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedPalace, OpenOptions } from './types.js';

/**
 * Opens a palace for a program. Close it after use.
 * @throws PalaceError `no-palace` where there is none and `create` was not asked for, `untrusted` for one that came from elsewhere and was never
 * trusted (`palace trust`), `not-empty` where it cannot be made.
 */
export async function openPalace(options: OpenOptions = {}): Promise<OpenedPalace> {
  const { path, create = false, by, onWarning = () => {} } = options;
  const [{ processRuntime }, { findPalace, locatePalace }, opening, { Opened }] = await Promise.all([
    import('../cli/runtime.js'),
    import('../palace/discovery.js'),
    import('../palace/open.js'),
    import('./opened.js'),
  ]);
  const silent = { show: () => {}, clear: () => {} };
  const process = processRuntime({ quiet: true, verbose: false }, silent, new AbortController().signal);
  const runtime = { ...process, logger: { warn: onWarning, debug: () => {} } };
  // Never one that happens to lie around the working directory.
  const where = { runtime, upward: false, ...(path !== undefined && { flag: path }) };
  if (create) {
    const { root } = await locatePalace(where);
    const { initPalace } = await import('../services/init/init.js');
    if (!existsSync(join(root, 'palace.yaml'))) await initPalace({ root, runtime });
  }
  const { root } = await findPalace(where);
  return new Opened(await opening.openPalace(root, runtime), by);
}

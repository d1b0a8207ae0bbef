import { PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { findPalace } from '../palace/discovery.js';
import { openPalace } from '../palace/open.js';
import type { Palace } from '../palace/types.js';
import { sharedFromArgv } from './shared-flags.js';

/**
 * The palace of a command line, opened. Close it.
 * @param flag value of `--palace`.
 * @throws PalaceError `no-palace` (exit 3), `untrusted`, `not-a-repository` and whatever opening says.
 */
export async function openPalaceOf(flag: string | undefined, runtime: Runtime): Promise<Palace> {
  // Looking upwards is for people at a terminal: hooks and the MCP server come in by their own doors.
  const { root } = await findPalace({ flag, runtime, upward: true });
  return openPalace(root, runtime);
}

/** Whether there is a palace for a command line without flags. What is wrong with it is said when it is opened. */
export async function hasPalace(): Promise<boolean> {
  const [{ processRuntime }, { terminalProgress }] = await Promise.all([
    import('./runtime.js'),
    import('./progress.js'),
  ]);
  const talk = sharedFromArgv([], process.env);
  const runtime = processRuntime(
    talk,
    terminalProgress(process.stderr, process.env, talk),
    new AbortController().signal,
  );
  try {
    await findPalace({ flag: undefined, runtime, upward: true });
    return true;
  } catch (error) {
    return !(error instanceof PalaceError && error.code === 'no-palace');
  }
}

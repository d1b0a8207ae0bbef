import type { Runtime } from '../base/runtime.js';
import { findPalace } from '../palace/discovery.js';
import { openPalace } from '../palace/open.js';
import type { Palace } from '../palace/types.js';

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

import { join } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { machineBinding } from './machine.js';
import { shellQuoted } from './paths.js';
import { readState, stateDirOf, unlinkQuietly, writeState } from './state-dir.js';

const MARKER = 'trust';

/**
 * Was this palace made here, or has a person said that it may be used? The marker lives in the git folder, which a clone does
 * not bring along, and is bound to machine and folder, so that a copied folder does not bring it along either.
 */
export function isTrusted(runtime: Runtime, commonDir: string): boolean {
  return readState(stateDirOf(commonDir), MARKER)?.trim() === machineBinding(runtime, commonDir);
}

/** Marks the palace as trusted. @returns false when it was already. */
export function markTrusted(runtime: Runtime, commonDir: string): boolean {
  if (isTrusted(runtime, commonDir)) return false;
  writeState(stateDirOf(commonDir), MARKER, `${machineBinding(runtime, commonDir)}\n`, runtime);
  return true;
}

/** Takes the mark back. @returns false when there was none. */
export function unmarkTrusted(runtime: Runtime, commonDir: string): boolean {
  const was = isTrusted(runtime, commonDir);
  unlinkQuietly(join(stateDirOf(commonDir), MARKER));
  return was;
}

/** @throws PalaceError `untrusted`. */
export function assertTrusted(runtime: Runtime, commonDir: string, root: string): void {
  if (isTrusted(runtime, commonDir)) return;
  throw new PalaceError(
    'untrusted',
    `the palace at ${root} came from elsewhere (a clone, a copy or another machine); look at it, then say that you trust it`,
    { exit: EXIT.failed, next: [`palace trust ${shellQuoted(root)}`], details: { path: root } },
  );
}

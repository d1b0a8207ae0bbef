import { PalaceError } from '../../base/errors.js';

/** An error on one line: what happened, and what to do about it. */
export function errorLine(error: unknown): string {
  if (error instanceof PalaceError) {
    const [step] = error.next;
    return step === undefined ? error.message : `${error.message}: ${step}`;
  }
  return error instanceof Error ? error.message : String(error);
}

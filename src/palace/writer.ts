import { EXIT, PalaceError } from '../base/errors.js';
import { machineBinding } from './machine.js';
import { createState, readState, writeState } from './state-dir.js';
import type { Palace } from './types.js';

const NAME = 'writer';

/**
 * Id of this clone as a writer of events (`facts/<writer>/…`): random, kept beside the repository, minted anew when the clone was
 * copied or moved, so that two clones never append to one file. `PALACE_WRITER` gives it instead (CI).
 * @returns 12 hex digits, or the given name (1-64 of a-z, 0-9, `-`).
 * @throws PalaceError `bad-writer` when PALACE_WRITER is not such a name.
 */
export function writerId(palace: Palace): string {
  const given = palace.runtime.env.PALACE_WRITER;
  if (given !== undefined && given !== '') {
    if (/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(given)) return given;
    throw new PalaceError('bad-writer', `PALACE_WRITER is ${JSON.stringify(given)}; expected 1-64 of a-z, 0-9 and -`, {
      exit: EXIT.usage,
      next: ['PALACE_WRITER=ci-runner palace …'],
    });
  }
  const binding = machineBinding(palace.runtime, palace.git.commonDir);
  // Another process may mint at the same moment: the first file stands and everyone reads it.
  for (let attempt = 0; attempt < 3; attempt++) {
    const known = parseWriter(readState(palace.stateDir, NAME));
    if (known?.binding === binding) return known.id;
    const fresh = JSON.stringify({ id: palace.runtime.randomBytes(6).toString('hex'), binding });
    if (known) writeState(palace.stateDir, NAME, `${fresh}\n`, palace.runtime);
    else if (!createState(palace.stateDir, NAME, `${fresh}\n`, palace.runtime))
      if (parseWriter(readState(palace.stateDir, NAME)) === undefined)
        writeState(palace.stateDir, NAME, `${fresh}\n`, palace.runtime);
  }
  const settled = parseWriter(readState(palace.stateDir, NAME));
  if (settled?.binding === binding) return settled.id;
  throw new PalaceError('writer-unsettled', `cannot keep a writer id in ${palace.stateDir}`, {
    next: ['PALACE_WRITER=some-name palace …'],
  });
}

function parseWriter(text: string | undefined): { id: string; binding: string } | undefined {
  if (text === undefined) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null || !('id' in data) || !('binding' in data)) return undefined;
    const { id, binding } = data;
    if (typeof id !== 'string' || typeof binding !== 'string' || !/^[0-9a-f]{8,16}$/.test(id)) return undefined;
    return { id, binding };
  } catch {
    return undefined;
  }
}

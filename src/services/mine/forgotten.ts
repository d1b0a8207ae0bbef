import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { keyedHash, type SourcesState } from '../../palace/sources-log.js';
import type { BodyHash, Palace } from '../../palace/types.js';

/** Key of the `forget` events, local state of a clone: 32 random bytes as hex. */
const KEY_FILE = 'forget-key';

/** Tells whether a text was purged and must not come back. Without the key (purged elsewhere) nobody can tell: said once. */
export async function forgottenTest(palace: Palace, sources: SourcesState): Promise<(hash: BodyHash) => boolean> {
  if (sources.forgotten === 0) return () => false;
  const key = await readKey(palace);
  if (!key) {
    palace.runtime.logger.warn(
      'some texts were purged on another machine; whether one of them is filed again cannot be told here',
    );
    return () => false;
  }
  return (hash) => sources.isForgotten(keyedHash(key, hash));
}

async function readKey(palace: Palace): Promise<Buffer | undefined> {
  try {
    const text = (await readFile(join(palace.stateDir, KEY_FILE), 'utf8')).trim();
    return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : undefined;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

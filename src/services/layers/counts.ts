import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTokenCounter, TOKEN_ENCODING, type TokenCounter } from '../../aaak/tokens.js';
import { ensureDir, writeFileAtomic } from '../../base/files.js';
import type { Palace } from '../../palace/types.js';

/** Counts that are kept; the newest stay. */
const MOST_KEPT = 500;

class UnknownCountError extends Error {}

/**
 * Does some work that counts tokens. Counts of texts that were counted before are kept under `.palace/cache` by the hash of the text, so a
 * wake-up to which nothing is new does not load the tokenizer, which is a third of its time. `work` may run twice.
 */
export async function withTokenCounts<T>(palace: Palace, work: (count: TokenCounter) => T): Promise<T> {
  const file = join(palace.cacheDir, `tokens-${TOKEN_ENCODING}.json`);
  const known = await readCounts(file);
  try {
    return work((text) => {
      const count = known.get(keyOf(text));
      if (count === undefined) throw new UnknownCountError('not counted before');
      return count;
    });
  } catch (error) {
    if (!(error instanceof UnknownCountError)) throw error;
  }
  const counter = await loadTokenCounter();
  const result = work((text) => {
    const key = keyOf(text);
    const count = known.get(key) ?? counter(text);
    // Used last, kept longest.
    known.delete(key);
    known.set(key, count);
    return count;
  });
  await keepCounts(palace, file, known);
  return result;
}

function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url');
}

/** None when the file is missing or damaged. */
async function readCounts(file: string): Promise<Map<string, number>> {
  try {
    const entries: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!Array.isArray(entries)) return new Map();
    const isCount = (entry: unknown): entry is [string, number] =>
      Array.isArray(entry) && typeof entry[0] === 'string' && Number.isInteger(entry[1]);
    return new Map(entries.filter(isCount));
  } catch {
    return new Map();
  }
}

async function keepCounts(
  { cacheDir, runtime }: Palace,
  file: string,
  known: ReadonlyMap<string, number>,
): Promise<void> {
  try {
    await ensureDir(cacheDir);
    await writeFileAtomic(file, Buffer.from(JSON.stringify([...known].slice(-MOST_KEPT))), { tmpDir: cacheDir });
  } catch (error) {
    runtime.logger.debug(`token counts are not kept: ${error instanceof Error ? error.message : String(error)}`);
  }
}

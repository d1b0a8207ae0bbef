import { type IndexEntry, makeEntry } from '../index-file/codec.js';
import { type IndexUpdate, planIndexEdits } from '../index-file/edit.js';
import { INDEX_WAIT_MS } from '../index-file/store.js';
import { keyOf } from '../objects/tree.js';
import { untilFree } from '../refs/lock.js';
import { asObjectId } from '../types.js';
import { GitCommandError, type GitRunner, splitNul } from './run.js';

/** The index by git's own commands: for forms that our codec does not write (version 4, split, sparse). */
export async function updateIndexByCommand(
  runner: GitRunner,
  updates: readonly IndexUpdate[],
  waitMs = INDEX_WAIT_MS,
): Promise<boolean> {
  const done = await untilFree(waitMs, async () => {
    const planned = planIndexEdits(await listEntriesByCommand(runner), updates);
    if (planned.size === 0) return true;
    const lines = [...planned].map(([key, entry]) => indexInfo(key, entry));
    try {
      await runner.run(['update-index', '-z', '--index-info'], { input: Buffer.concat(lines) });
      await runner.run(['update-index', '-q', '--refresh'], { codes: [0, 1] });
      return true;
    } catch (error) {
      if (error instanceof GitCommandError && error.stderr.includes('index.lock')) return undefined;
      throw error;
    }
  });
  return done === true;
}

/** Entries of the index, sorted, without stat fields and flags. */
export async function listEntriesByCommand(runner: GitRunner): Promise<IndexEntry[]> {
  const { stdout } = await runner.run(['ls-files', '--stage', '-z']);
  const entries: IndexEntry[] = [];
  for (const record of splitNul(stdout)) {
    const [, mode = '', id = '', stage = '0', path = ''] = /^(\d+) ([0-9a-f]{40}) (\d)\t(.*)$/s.exec(record) ?? [];
    entries.push({ ...makeEntry(keyOf(path), mode, asObjectId(id)), stage: Number(stage) });
  }
  return entries;
}

function indexInfo(key: string, entry: IndexEntry | undefined): Buffer {
  const head =
    entry === undefined
      ? `0 ${'0'.repeat(40)}`
      : `${entry.raw.readUInt32BE(24).toString(8)} ${entry.raw.toString('hex', 40, 60)} 0`;
  return Buffer.from(`${head}\t${key}\0`, 'latin1');
}

import { byPath } from '../paths.js';
import type { TreeChange, TreePair } from '../types.js';
import { readChange } from './raw-change.js';
import { type GitRunner, splitNul } from './run.js';

/** Compares pairs of trees in one process, in their order; `folder` limits it. */
export async function comparePairs(
  runner: GitRunner,
  pairs: readonly TreePair[],
  emptyTree: string,
  folder: string | undefined,
): Promise<TreeChange[][]> {
  const compared: TreeChange[][] = pairs.map(() => []);
  if (pairs.length === 0) return compared;
  const args = ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff'];
  const input = pairs.map(({ before, after }) => `${before ?? emptyTree} ${after ?? emptyTree}\n`).join('');
  const { stdout } = await runner.run([...args, '--no-textconv', ...(folder === undefined ? [] : ['--', folder])], {
    input,
  });
  let pair = -1;
  let raw: string | undefined;
  for (const record of splitNul(stdout)) {
    if (raw !== undefined) {
      compared[pair]?.push(readChange(raw, record));
      raw = undefined;
      continue;
    }
    // Before the changes of a pair stands a line with its trees, after those of the pairs without changes.
    const lines = record.split('\n');
    pair += lines.length - 1;
    raw = lines.at(-1);
  }
  for (const changes of compared) changes.sort(byPath);
  return compared;
}

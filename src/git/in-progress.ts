import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from './repository.js';
import type { WorkTreeStatus } from './types.js';

/** Files by which git remembers work that a person has begun; a rebase also leaves a CHERRY_PICK_HEAD, so it comes first. */
const MARKS = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
] as const;

/** What a person began and has not finished; undefined when nothing. */
export async function inProgress(repository: Repository): Promise<WorkTreeStatus['inProgress']> {
  for (const [name, kind] of MARKS) {
    try {
      await access(join(repository.gitDir, name));
      return kind;
    } catch {
      // not there: not this one
    }
  }
  return undefined;
}

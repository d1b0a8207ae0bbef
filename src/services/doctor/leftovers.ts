import { rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PATHS } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { readHolder, removeStale, staleReason } from '../../palace/lock-file.js';
import type { Palace } from '../../palace/types.js';
import { isUnpackFolderInUse } from '../../palace/unpack-folder.js';
import { entriesIn, filesBelow } from './folders.js';
import { repaired } from './line-endings.js';
import { type Check, check, type Examination } from './types.js';

/** A lock of git's that is older is one that a killed process left. */
const OLD_MS = 5 * 60_000;

/** What processes that were killed leave behind: our lock, temporary files, git's locks. */
export async function checkLeftovers({ palace, fix }: Examination): Promise<Check[]> {
  const lock = writerLock(palace, fix);
  return [lock.check, await temporaryFiles(palace, fix, lock.held), gitLocks(palace)];
}

function writerLock(palace: Palace, fix: boolean): { check: Check; held: boolean } {
  const { stateDir, runtime } = palace;
  const holder = readHolder(stateDir);
  if (holder === undefined) return { check: check('lock', 'ok', 'nobody is writing'), held: false };
  const who =
    holder === null ? 'a lock that cannot be read' : `"palace ${holder.op}" (process ${holder.pid} on ${holder.host})`;
  const stale = staleReason(stateDir, holder, runtime);
  if (stale === undefined) return { check: check('lock', 'ok', `being written by ${who}`), held: true };
  const found = check(
    'lock',
    'warning',
    `${who} ${stale === 'dead' ? 'ended' : 'fell silent'} without letting go; the next write takes over`,
    {
      next: ['palace doctor --fix'],
    },
  );
  if (!fix || !removeStale(stateDir, holder, runtime)) return { check: found, held: false };
  return { check: repaired(found, 'the lock of a dead writer is gone'), held: false };
}

async function temporaryFiles(palace: Palace, fix: boolean, held: boolean): Promise<Check> {
  const folder = join(palace.root, PATHS.temporary);
  // An archive is unpacked there without the lock, for as long as it is read.
  const leftOvers = () =>
    entriesIn(palace.root, PATHS.temporary)
      .map((entry) => entry.name)
      .filter((name) => !isUnpackFolderInUse(palace.root, name, palace.runtime));
  const names = leftOvers();
  if (names.length === 0) return check('temporary', 'ok', 'no temporary files');
  if (held) return check('temporary', 'ok', 'the writer at work has temporary files');
  const found = check('temporary', 'warning', 'a writer that was killed left temporary files', {
    places: names.map((name) => `${PATHS.temporary}/${name}`),
    next: ['palace doctor --fix'],
  });
  if (!fix) return found;
  // Under the lock they are nobody's.
  await withLock(palace, 'doctor', async () => {
    for (const name of leftOvers()) rmSync(join(folder, name), { recursive: true, force: true });
  });
  return repaired(found, 'temporary files of killed writers are gone');
}

/** Git's own locks are only named: the process that holds one may be a person's. */
function gitLocks(palace: Palace): Check {
  const { gitDir, commonDir } = palace.git;
  const files = [
    join(gitDir, 'index.lock'),
    join(gitDir, 'HEAD.lock'),
    join(commonDir, 'packed-refs.lock'),
    join(commonDir, 'config.lock'),
  ];
  files.push(...filesBelow(commonDir, 'refs', '.lock').map((path) => join(commonDir, path)));
  const now = palace.runtime.now().getTime();
  const old = files.filter((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats !== undefined && now - stats.mtimeMs > OLD_MS;
  });
  if (old.length === 0) return check('git-locks', 'ok', "none of git's locks is left over");
  return check('git-locks', 'warning', 'git processes that ended left locks, so writes wait for them and fail', {
    places: old.map((file) => relative(palace.root, file)),
    next: ['see that no git process runs here, then remove the files named above'],
  });
}

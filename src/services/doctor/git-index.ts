import { behind, catchUp, mayLag, refreshLagging } from '../../palace/lagging.js';
import type { Palace } from '../../palace/types.js';
import { repaired } from './line-endings.js';
import { type Check, check } from './types.js';

/** Git's index against HEAD at files that are as in HEAD: a writer found it busy, or was killed before it could tell it. */
export async function checkGitIndex(palace: Palace, fix: boolean): Promise<Check> {
  const places = await differing(palace);
  const untold = behind(palace.git);
  if (places.length === 0 && untold.length === 0) return check('git-index', 'ok', "git's index knows every commit");
  const found = check(
    'git-index',
    'warning',
    "git's index has something else than the last commit, whose files are there",
    {
      places: places.length > 0 ? places : untold,
      next: ['palace doctor --fix', 'git diff --cached shows what is staged; git reset -q -- PATH lets go of it'],
    },
  );
  if (!fix) return found;
  const told = await catchUp(palace.git);
  const { done } = await refreshLagging(palace.git, places);
  if (!told || !done)
    return { ...found, message: `${found.message}. Not repaired: another git process holds index.lock` };
  const left = await differing(palace);
  if (left.length === 0) return repaired(found, "git's index knows every commit now");
  return { ...found, message: 'files are staged otherwise than they are; palace did not do that', places: left };
}

async function differing(palace: Palace): Promise<string[]> {
  return (await palace.git.status()).entries.filter(mayLag).map(({ path }) => path);
}

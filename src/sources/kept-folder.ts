import { ignoreMaker } from '../git/ignore-patterns.js';
import { isFolderIgnored, rulesAbove } from './ignore-rules.js';
import { trackedFiles } from './tracked.js';

/**
 * True when the ignore rules of a repository leave its folder `prefix` in, or when files in it are tracked. Asked where no
 * git binary can be.
 */
export async function isFolderKept(places: {
  topLevel: string;
  prefix: string;
  excludesFile?: string;
}): Promise<boolean> {
  if (!isFolderIgnored(rulesAbove(await ignoreMaker(), places), places.prefix)) return true;
  const tracked = await trackedFiles(places.topLevel, places.prefix);
  return tracked?.isEmpty === false;
}

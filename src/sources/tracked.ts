import { entryDetails } from '../git/index-file/codec.js';
import { GitIndex } from '../git/index-file/store.js';
import { locateRepository } from '../git/repository.js';
import { type Listing, listingOf } from './listing.js';

/**
 * The files that git's index names, for a project without a git binary: git never ignores what it tracks. Undefined where the
 * index is of a kind that is not read (version 4, split): the ignore rules alone decide then.
 */
export async function trackedFiles(topLevel: string, prefix: string): Promise<Listing | undefined> {
  try {
    const repository = await locateRepository(topLevel, false);
    if (repository === undefined) return undefined;
    const { index } = await new GitIndex(repository).read();
    const files = [...index]
      .filter((entry) => entryDetails(entry).mode !== '160000')
      .map(({ key }) => Buffer.from(key, 'latin1').toString('utf8'));
    return listingOf(files, prefix);
  } catch {
    return undefined;
  }
}

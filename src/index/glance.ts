import { PATHS, parseDrawerPath } from '../palace/layout.js';
import type { DrawerId, Palace, WingName } from '../palace/types.js';
import { DamagedCacheError } from './container.js';
import { Documents } from './documents.js';
import { nearestDrawers } from './keyword-search.js';
import { headView } from './live.js';
import { CacheSession } from './session.js';
import { View } from './view.js';

/** With more drawers than these that the cache does not know, it is worth bringing it up to date. */
const FEW_DRAWERS = 32;

/** Drawers about which the cache says nothing, or something that is no longer so. */
export interface FreshDrawers {
  /** Drawer files of the work tree to be read by whoever wants to know: new since the cache was written, or not saved yet. */
  paths: readonly string[];
  /** Drawers that differ from what the cache knows of them, or are gone. */
  stale: ReadonlySet<string>;
}

/**
 * What the cache knows of the drawers as it stands, for somebody who writes soon after. Nothing is indexed and nothing is kept:
 * whoever adds one memory after another would otherwise pay for a cache that nobody reads in between. Git looks at the work
 * tree meanwhile; {@link fresh} tells what it found.
 */
export interface Glance {
  /** Paths of drawers of one wing that have most in common with a text: candidates, not a ranking. */
  nearest(text: string, wing: WingName, count: number): string[];
  /** Paths of the drawers that have this id, or had it. */
  pathsOfId(id: DrawerId): string[];
  /** Undefined when they are too many to read one by one, or the branch moved meanwhile: the whole index is to be opened. */
  fresh(): Promise<FreshDrawers | undefined>;
  close(): void;
}

/** Undefined when the cache is missing, damaged or far behind. */
export async function openGlance(palace: Palace): Promise<Glance | undefined> {
  const looking = palace.git.status(PATHS.wings);
  looking.catch(() => {}); // awaited by fresh()
  const session = CacheSession.open(palace);
  const close = (): void => session.close();
  try {
    const { live } = session.manifest;
    const before = live === undefined ? undefined : session.view(live.view);
    const { commit } = await palace.git.head();
    const facts = before?.facts;
    if (before === undefined || facts === undefined || commit === undefined || !before.refersTo(session.segments)) {
      close();
      return undefined;
    }
    const view = await headView(palace, session, commit, before);
    const missing = view.missing().map(({ path }) => path);
    if (missing.length > FEW_DRAWERS || !view.refersTo(session.segments)) {
      close();
      return undefined;
    }
    const documents = new Documents(session.segments, view, new Set(missing), View.of('', []));
    return {
      nearest: (text, wing, count) => nearestDrawers(documents, facts.averages, text, { wing, count }),
      pathsOfId: (id) => documents.pathsOfId(id),
      fresh: async () => {
        const { head, entries } = await looking;
        const unsaved = entries.filter(({ path, work }) => work !== 'same' && parseDrawerPath(path) !== undefined);
        if (head.commit !== commit || missing.length + unsaved.length > FEW_DRAWERS) return undefined;
        const stale = new Set(unsaved.map(({ path }) => path));
        const there = unsaved.filter(({ work }) => work !== 'removed').map(({ path }) => path);
        const gone = new Set(unsaved.filter(({ work }) => work === 'removed').map(({ path }) => path));
        return { paths: [...new Set([...missing.filter((path) => !gone.has(path)), ...there])], stale };
      },
      close,
    };
  } catch (error) {
    close();
    if (error instanceof DamagedCacheError) return undefined;
    throw error;
  }
}

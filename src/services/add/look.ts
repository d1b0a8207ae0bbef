import { PalaceError } from '../../base/errors.js';
import { openGlance } from '../../index/glance.js';
import { readDrawer } from '../../palace/drawers.js';
import { bodyHash, mintDrawerId } from '../../palace/ids.js';
import type { Drawer, DrawerId, Palace, RoomName, WingName } from '../../palace/types.js';
import { withLiveIndex } from '../select/live-rows.js';
import { type Twin, telling, toTwin, twinsAmong } from './twins.js';

/** What is about to be filed. */
export interface Newcomer {
  wing: WingName;
  room: RoomName;
  /** As stated, '' when it was not. */
  source: string;
  body: Buffer;
}

/** What stands in the palace about it. */
export interface Surroundings {
  /** The id it is to have: the first one that no drawer has. */
  id: DrawerId;
  /** The drawer that holds these very words in this room now, filed as the same memory. */
  holder?: Twin;
  /** Drawers of the wing that hold (nearly) the same text. */
  matches: Twin[];
}

/** Drawers that the keyword index gives for a comparison. */
const CANDIDATES = 5;

/**
 * Looks for the words in the palace as it stands on the disk, saved or not. Cheap: one keyword query and at most a few dozen
 * files. The search cache is brought up to date only when it lacks more than that.
 */
export async function lookAround(palace: Palace, newcomer: Newcomer): Promise<Surroundings> {
  return (await byGlance(palace, newcomer)) ?? byIndex(palace, newcomer);
}

async function byGlance(palace: Palace, newcomer: Newcomer): Promise<Surroundings | undefined> {
  const glance = await openGlance(palace);
  if (glance === undefined) return undefined;
  try {
    const { body, wing } = newcomer;
    const words = telling(body);
    // Before anything is asked of git, which looks at the work tree meanwhile.
    const near = words === undefined ? [] : glance.nearest(words, wing, CANDIDATES);
    const fresh = await glance.fresh();
    if (fresh === undefined) return undefined;
    const drawers = await readThese(palace, fresh.paths);
    const isKnown = (path: string): boolean => !fresh.stale.has(path);
    return await decide(palace, newcomer, {
      pathsOfId: (id) => [
        ...glance.pathsOfId(id).filter(isKnown),
        ...drawers.filter(({ front }) => front.id === id).map(({ path }) => path),
      ],
      candidates: [...(await readThese(palace, near.filter(isKnown))), ...drawers.filter((each) => each.wing === wing)],
    });
  } finally {
    glance.close();
  }
}

function byIndex(palace: Palace, newcomer: Newcomer): Promise<Surroundings> {
  return withLiveIndex(palace, async (index) => {
    const words = telling(newcomer.body);
    const near = words === undefined || index.documents === 0 ? [] : index.nearest(words, newcomer.wing, CANDIDATES);
    const pathsOfId = (id: DrawerId): string[] => index.pathsOfId(id);
    return decide(palace, newcomer, { pathsOfId, candidates: await readThese(palace, near) });
  });
}

async function decide(
  palace: Palace,
  { wing, room, source, body }: Newcomer,
  found: { pathsOfId(id: DrawerId): string[]; candidates: readonly Drawer[] },
): Promise<Surroundings> {
  const unit = `${room}\0${bodyHash(body)}`;
  const before: string[] = [];
  for (let n = 0; ; n++) {
    const id = mintDrawerId({ kind: 'note', wing, source, unit, n });
    const paths = found.pathsOfId(id);
    if (paths.length > 0) {
      before.push(...paths);
      continue;
    }
    const holder = await standingHere(palace, before, { wing, room, body });
    return holder === undefined
      ? { id, matches: twinsAmong(found.candidates, body, room) }
      : { id, holder, matches: [holder] };
  }
}

/** The drawer among `paths` that holds these words in this room now; it may have been edited or moved since it was filed. */
async function standingHere(
  palace: Palace,
  paths: readonly string[],
  { wing, room, body }: Pick<Newcomer, 'wing' | 'room' | 'body'>,
): Promise<Twin | undefined> {
  for (const drawer of await readThese(palace, paths))
    if (drawer.wing === wing && drawer.room === room && drawer.body.equals(body)) return toTwin(drawer, 1);
  return undefined;
}

/** The drawers at these paths that can be read now; one that was removed or locked a moment ago is nobody's twin. */
async function readThese(palace: Palace, paths: readonly string[]): Promise<Drawer[]> {
  const read = await Promise.all(
    paths.map(async (path) => {
      try {
        return await readDrawer(palace, path);
      } catch (error) {
        if (error instanceof PalaceError) return undefined;
        throw error;
      }
    }),
  );
  return read.filter((drawer) => drawer !== undefined);
}

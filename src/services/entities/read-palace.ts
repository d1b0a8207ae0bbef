import { listDrawerPaths, readDrawer } from '../../palace/drawers.js';
import { nameOfFolder, wingName } from '../../palace/names.js';
import type { Palace } from '../../palace/types.js';
import type { NamedText } from '../../text/entities/types.js';
import { mustStand } from '../select/filters.js';

/** Drawers that are read where nobody says how many, the newest by their file names first: names that matter come again. */
export const DRAWERS = 500;

export interface PalaceReading {
  texts: NamedText[];
  /** Drawers that were not read. */
  left: number;
}

/** The newest drawers of the palace or of a wing, `most` of them (0: all). @throws PalaceError `not-found` (exit 4) for a wing that is not there. */
export async function readPalace(palace: Palace, wing?: string, most = DRAWERS): Promise<PalaceReading> {
  const paths = await listDrawerPaths(palace);
  const wingOf = (path: string): string | undefined => nameOfFolder(path.split('/')[1] ?? '');
  const wanted = wing === undefined ? undefined : wingName(wing, 'wing');
  if (wanted !== undefined)
    mustStand(
      'wing',
      wanted,
      paths.flatMap((path) => wingOf(path) ?? []),
    );
  const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const chosen = paths
    .filter((path) => wanted === undefined || wingOf(path) === wanted)
    .sort((a, b) => (fileName(a) < fileName(b) ? 1 : -1));
  const texts: NamedText[] = [];
  for (const path of most === 0 ? chosen : chosen.slice(0, most)) {
    palace.runtime.signal?.throwIfAborted();
    try {
      const drawer = await readDrawer(palace, path);
      texts.push({ source: path, text: drawer.body.toString('utf8') });
    } catch {
      // A damaged drawer says nothing here; `doctor` names it.
    }
  }
  return { texts, left: most === 0 ? 0 : Math.max(0, chosen.length - most) };
}

import type { UnitSize } from '../../text/units.js';
import type { Versions } from '../versions.js';
import { type Meaning, SIZES } from './meaning.js';

/** So many units of versions that nobody shows are kept, for the branch or the date that somebody goes back to. */
const SPARE_UNITS = 50_000;

/**
 * Puts the stores in their best form, and lets go of vectors of versions that the palace shows no more once these are more than
 * those that it shows, and more than {@link SPARE_UNITS}.
 */
export async function pruneVectors(
  { parts: { tables, stores } }: Meaning,
  versions: Versions,
  spare = SPARE_UNITS,
): Promise<void> {
  const shown = new Set<string>();
  versions.each((blob) => shown.add(blob.toString('hex')));
  const isShown = (blob: Buffer): boolean => shown.has(blob.toString('hex'));
  const dead: Record<UnitSize, Set<string>> = { sentence: new Set(), window: new Set() };
  let [live, gone] = [0, 0];
  tables.each((blob, units) => {
    if (isShown(blob)) live += units.length;
    else {
      gone += units.length;
      for (const { size, key } of units) dead[size].add(key);
    }
  });
  if (gone > Math.max(live, spare)) {
    tables.keepOnly(isShown);
    for (const size of SIZES) {
      // A text that a living drawer has too keeps its vector.
      const unused = [...dead[size]].filter((key) => !tables.ownersOf(key).some((unit) => unit.size === size));
      if (unused.length > 0) await stores[size].remove(new Set(unused));
    }
  }
  for (const size of SIZES) await stores[size].compact();
}

import { join } from 'node:path';
import { PalaceError } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import { Aliases } from '../../facts/aliases.js';
import { entityKey } from '../../facts/names.js';
import { acrossWings, type Hallway, hallwaysOf } from '../../graph/hallways.js';
import { parseEntitiesFile } from '../../palace/entities-file.js';
import { PATHS } from '../../palace/layout.js';
import { wingName } from '../../palace/names.js';
import type { Palace } from '../../palace/types.js';
import { mustStand } from '../select/filters.js';
import { withLiveIndex } from '../select/live-rows.js';
import { limitOf } from './tunnels.js';

export interface HallwaysRequest {
  wing?: string;
  /** Default 50, at most 500. */
  limit?: number;
}

export interface HallwaysResult {
  hallways: Hallway[];
  total: number;
  truncated: boolean;
  /** Entities with hallways in two or more wings. */
  across_wings: { entity: string; wings: string[] }[];
}

/**
 * Entities that stand together in two or more drawers of a wing, as far as drawers state entities; names of one entity (entities.yaml)
 * count as one.
 * @throws PalaceError `not-found` (exit 4) for a wing that is not there, `bad-name` (exit 2).
 */
export async function listHallways(
  palace: Palace,
  { wing: typed, limit }: HallwaysRequest = {},
): Promise<HallwaysResult> {
  const only = typed === undefined ? undefined : wingName(typed);
  const aliases = await confirmedNames(palace);
  const nameOf = (name: string): string => aliases.entry(entityKey(name))?.name ?? name;
  const all = await withLiveIndex(palace, (index) => {
    if (only !== undefined) mustStand('wing', only, index.places().keys());
    return hallwaysOf((visit) => index.scan(visit), nameOf, only);
  });
  const most = limitOf(limit);
  return {
    hallways: all.slice(0, most),
    total: all.length,
    truncated: all.length > most,
    across_wings: acrossWings(all),
  };
}

/** Confirmed people and projects; a broken entities.yaml costs their aliases and one line. */
async function confirmedNames(palace: Palace): Promise<Aliases> {
  const text = (await readIfExists(join(palace.root, PATHS.entities)))?.toString('utf8') ?? '';
  try {
    return new Aliases(parseEntitiesFile(text));
  } catch (error) {
    if (!(error instanceof PalaceError)) throw error;
    palace.runtime.logger.warn(`${error.message}; its names and aliases are not used`);
    return new Aliases();
  }
}

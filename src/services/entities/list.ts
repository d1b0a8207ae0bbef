import type { Palace } from '../../palace/types.js';
import { readConfirmed, rowOf } from './file.js';
import type { EntityRow } from './types.js';

export interface ListEntitiesResult {
  entities: EntityRow[];
  total: number;
  /** Aliases that two entries claim: the first has them. */
  disputed: { alias: string; names: [string, string] }[];
  /** Codes that somebody chose and that cannot be: another has them, or they mean something else. */
  collisions: { name: string; code: string }[];
}

/** Who and what entities.yaml names, in its order. `type`: only these. @throws PalaceError `broken-yaml`. */
export async function listConfirmed(palace: Palace, { type }: { type?: string } = {}): Promise<ListEntitiesResult> {
  const { entities, aliases, codes } = await readConfirmed(palace);
  const wanted = type?.trim().toLowerCase();
  const rows = entities.filter((one) => wanted === undefined || one.type === wanted).map((one) => rowOf(one, codes));
  return { entities: rows, total: rows.length, disputed: aliases.disputed, collisions: codes.collisions };
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { mintDrawerId } from '../../palace/ids.js';
import { PATHS } from '../../palace/layout.js';
import { nameOfFolder } from '../../palace/names.js';
import type { SourceKey } from '../../palace/sources-log.js';
import type { FrontMatter, Palace, WingName } from '../../palace/types.js';

/** Ids are minted with the first free number; beyond a few there is no telling how a drawer was filed. */
const TRIED_NUMBERS = 4;
const MINED_KINDS = ['file', 'conversation', 'note'] as const;

/**
 * How mining knows a drawer: its source, part and the wing it was filed in, which the id proves even after a move.
 * Undefined for a memory that was not mined (added by hand, dropped in, or without an id).
 */
export function miningKey(front: FrontMatter, stands: WingName, wings: readonly WingName[]): SourceKey | undefined {
  const { id, source, unit = '', filed } = front;
  // `filed` is written by `add` and diaries only.
  if (id === undefined || source === undefined || filed !== undefined) return undefined;
  for (const wing of new Set([stands, ...wings]))
    for (const kind of MINED_KINDS)
      for (let n = 0; n < TRIED_NUMBERS; n++)
        if (mintDrawerId({ kind, wing, source, unit, n }) === id) return { source, unit, wing };
  return { source, unit, wing: stands };
}

/** The wings that have a folder in the work tree. */
export async function standingWings(palace: Palace): Promise<WingName[]> {
  try {
    const entries = await readdir(join(palace.root, PATHS.wings), { withFileTypes: true });
    const names = entries.flatMap((entry) => {
      const name = entry.isDirectory() ? nameOfFolder(entry.name) : undefined;
      return name === undefined ? [] : [name as WingName];
    });
    return names.sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PalaceError } from '../base/errors.js';
import { PATHS } from '../palace/layout.js';
import { wingName } from '../palace/names.js';
import type { Palace, WingName } from '../palace/types.js';
import { wakeUp } from '../services/layers/wake-up.js';
import { ProjectWings } from '../services/mine/project-wings.js';

/**
 * What a conversation in a folder is told at its start: identity, and the memories of the folder's project that matter most; of all
 * wings where the project has none. Undefined for a palace without memories.
 */
export async function wakeUpFor(palace: Palace, cwd: string | undefined): Promise<string | undefined> {
  const wing = cwd === undefined ? undefined : await wingOf(palace, cwd);
  const { text, layers } = await wakeUp(palace, wing === undefined ? {} : { wing });
  return layers.some(({ memories }) => memories.length > 0) ? text : undefined;
}

/** The wing of a folder's project, if it stands in the palace. */
export async function wingOf(palace: Palace, cwd: string): Promise<WingName | undefined> {
  const project = await new ProjectWings(palace.runtime).of(cwd);
  try {
    const wing = wingName(project?.name ?? basename(cwd));
    return existsSync(join(palace.root, PATHS.wings, wing)) ? wing : undefined;
  } catch (error) {
    // A folder whose name can be no wing.
    if (error instanceof PalaceError) return undefined;
    throw error;
  }
}

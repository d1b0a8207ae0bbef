import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { followDrawer } from '../../history/follow.js';
import { mintDrawerId } from '../../palace/ids.js';
import { PATHS, parseDrawerPath } from '../../palace/layout.js';
import { nameOfFolder } from '../../palace/names.js';
import type { SourceKey } from '../../palace/sources-log.js';
import type { DrawerId, FrontMatter, Palace, WingName } from '../../palace/types.js';

/** Ids are minted with the first free number; beyond a few there is no telling how a drawer was filed. */
const TRIED_NUMBERS = 4;
const MINED_KINDS = ['file', 'conversation', 'note'] as const;

/** Front-matter key: the source under which a drawer was first filed, written when its source was renamed since. */
export const FIRST_SOURCE = 'first_source';

/** The source that a drawer's id was made of. */
export function sourceAtFiling(front: FrontMatter): string | undefined {
  const first = front[FIRST_SOURCE];
  return typeof first === 'string' ? first : front.source;
}

/** A drawer as far as it matters here; `path` is where it stands in HEAD. */
export interface Filed {
  path: string;
  front: FrontMatter;
}

/**
 * How mining knows these drawers: source, part and the wing they were filed in. The id proves that wing, also after a move;
 * a wing that is no more is looked for in the drawer's history. Memories that were not mined (added by hand, dropped in,
 * without an id) are left out.
 */
export async function miningKeys(palace: Palace, drawers: readonly Filed[]): Promise<SourceKey[]> {
  const keys: SourceKey[] = [];
  let wings: WingName[] | undefined;
  for (const { path, front } of drawers) {
    const { id, source, unit = '', filed } = front;
    const stands = parseDrawerPath(path)?.wing;
    // `filed` is written by `add` and diaries only.
    if (id === undefined || source === undefined || filed !== undefined || stands === undefined) continue;
    wings ??= await standingWings(palace);
    const first = sourceAtFiling(front) ?? source;
    const wing =
      provenWing(id, first, unit, [stands, ...wings]) ??
      provenWing(id, first, unit, await pastWings(palace, path)) ??
      stands;
    keys.push({ source, unit, wing });
  }
  return keys;
}

function provenWing(id: DrawerId, source: string, unit: string, wings: readonly WingName[]): WingName | undefined {
  return [...new Set(wings)].find((wing) =>
    MINED_KINDS.some((kind) => {
      for (let n = 0; n < TRIED_NUMBERS; n++) if (mintDrawerId({ kind, wing, source, unit, n }) === id) return true;
      return false;
    }),
  );
}

async function pastWings(palace: Palace, path: string): Promise<WingName[]> {
  const head = await palace.git.head();
  if (head.commit === undefined) return [];
  const touches = await followDrawer(palace.git, path, head.commit);
  return touches
    .flatMap((touch) => [touch.path, touch.from ?? ''])
    .flatMap((each) => parseDrawerPath(each)?.wing ?? []);
}

/** The wings that have a folder in the work tree. */
async function standingWings(palace: Palace): Promise<WingName[]> {
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

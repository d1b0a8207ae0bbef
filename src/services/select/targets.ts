import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { nameParsed } from '../../history/memory.js';
import { headBlob } from '../../palace/drawers.js';
import type { Drawer, Palace } from '../../palace/types.js';

/** A drawer that a write touches, in `--json` form. `kind` says what happens to it. */
export interface DrawerChange {
  kind: 'added' | 'changed' | 'moved' | 'removed';
  id: string;
  /** Where it stands after the change (before it, for `removed`). */
  path: string;
  /** Where it stood before a move. */
  from?: string;
  title: string;
}

/** `to`: where a moved drawer goes. */
export function toChange(kind: DrawerChange['kind'], drawer: Drawer, to?: string): DrawerChange {
  const { id, title } = nameParsed(drawer.path, drawer);
  return to === undefined ? { kind, id, path: drawer.path, title } : { kind, id, path: to, from: drawer.path, title };
}

/**
 * `folder/name`, or `folder/name-2`, `-3`, … when something else stands there, stood there when it was last saved (somebody
 * removed it and has not saved that), or `taken` has it.
 */
export async function freePath(
  palace: Palace,
  folder: string,
  name: string,
  taken: ReadonlySet<string> = new Set(),
): Promise<string> {
  const stem = name.replace(/\.md$/, '');
  for (let n = 1; ; n++) {
    const path = n === 1 ? `${folder}/${name}` : `${folder}/${stem}-${n}.md`;
    if (taken.has(path) || (await stands(join(palace.root, path)))) continue;
    if ((await headBlob(palace, path)) === null) return path;
  }
}

async function stands(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

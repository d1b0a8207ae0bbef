import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';

/** What lies in a folder of the palace (`wings/x`), in order of name; nothing where it is not there. */
export function entriesIn(root: string, folder: string): Dirent[] {
  try {
    const entries = readdirSync(join(root, ...folder.split('/')), { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Paths of the files below a folder of the palace whose names end so. No link is followed. */
export function filesBelow(root: string, folder: string, ending: string): string[] {
  return entriesIn(root, folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, path, ending);
    return entry.isFile() && entry.name.endsWith(ending) ? [path] : [];
  });
}

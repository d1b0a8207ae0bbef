import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import type { Repository } from '../repository.js';

const FOLDERS = ['refs/heads', 'refs/tags', 'refs/remotes'];

/** Short names of branches, tags and remote branches, sorted; empty where refs are not kept in files. */
export async function listRefNames(repository: Repository): Promise<string[]> {
  const names = new Set<string>();
  const packed = await readIfExists(join(repository.commonDir, 'packed-refs'));
  const full = (packed?.toString('utf8') ?? '').split('\n').map((line) => line.slice(41));
  for (const folder of FOLDERS) {
    for (const name of full) if (name.startsWith(`${folder}/`)) names.add(name.slice(folder.length + 1));
    const found = await readdir(join(repository.commonDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of found) {
      const path = join(entry.parentPath, entry.name).slice(join(repository.commonDir, folder).length + 1);
      if (entry.isFile() && !path.endsWith('.lock')) names.add(path.replaceAll('\\', '/'));
    }
  }
  return [...names].sort();
}

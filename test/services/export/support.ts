import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below `root`/wings with its bytes as hex, by path. */
export function wingsOf(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else files[path] = readFileSync(join(root, path)).toString('hex');
    }
  };
  walk('wings');
  return files;
}

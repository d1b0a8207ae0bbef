import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Absolute folder of the installed package (the one that holds `templates/`), from the sources (`src/base/`) and from the
 * build (`dist/src/base/`) alike.
 * @throws {Error} when no parent folder has both a package.json and `templates/`: a broken installation.
 */
export function packageRoot(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'templates'))) return folder;
    if (dirname(folder) === folder) throw new Error(`no package.json with templates/ above ${here}: reinstall palace`);
  }
}

/** Absolute path of a program that the build makes (`src/sources/apart/worker.js`), from the sources too; undefined where it was not built. */
export function builtProgram(path: string): string | undefined {
  const file = join(packageRoot(), 'dist', path);
  return existsSync(file) ? file : undefined;
}

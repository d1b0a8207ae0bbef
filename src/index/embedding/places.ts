import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import type { Runtime } from '../../base/runtime.js';
import { userCacheDir } from '../../palace/paths.js';

/** Folder of the model that comes with palace. */
export function bundledFolder(): string {
  return join(packageRoot(), 'dist', 'models', 'sentence-encoder');
}

/** Where `model fetch` puts models, one folder each: `<owner>/<name>`. */
export function fetchedFolder(runtime: Pick<Runtime, 'home' | 'env'>): string {
  return join(userCacheDir(runtime), 'models');
}

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

/** A model's name on the hub: `owner/name`, which is a path of two plain parts on every system. */
export function isHubName(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/.test(text) && !/\.\.|\.(?:git|ipc)?$|\.\//.test(text);
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import { packageRoot } from '../base/package-root.js';

/** A text of templates/, as it is shipped; undefined when there is none of this name. */
export async function packagedText(name: string): Promise<string | undefined> {
  try {
    return await readFile(join(packageRoot(), 'templates', name), 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export { fenced } from '../text/fenced.js';

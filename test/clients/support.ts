import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../e2e/support.js';

const FOLDER = process.env.PALACE_TEST_CLIENTS ?? join(ROOT, 'node_modules', '.cache', 'palace-clients');

/** What is said of tests that need programs which only `npm run test:clients` installs. */
export const ABSENT = 'skipped where the clients are absent: npm run test:clients installs them';

/** A file of the programs of others; undefined where they are not installed. */
export function clientFile(...path: string[]): string | undefined {
  const file = join(FOLDER, 'node_modules', ...path);
  return existsSync(join(FOLDER, '.installed')) && existsSync(file) ? file : undefined;
}

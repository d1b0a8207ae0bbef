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

/**
 * A memory as quoted data for a model: between fences longer than any in it, so that nothing in the text can end the quotation.
 * @param name what it is, on the first fence.
 */
export function fenced(text: string, name: string): string {
  const longest = [...text.matchAll(/~{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '~'.repeat(longest + 1);
  return `${fence} ${name.replace(/\s+/g, ' ')}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

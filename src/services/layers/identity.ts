import { join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import { PATHS } from '../../palace/layout.js';
import type { Palace } from '../../palace/types.js';

/** A longer identity is cut: it is read at the beginning of every conversation. Characters. */
const LONGEST_IDENTITY = 8_000;

export interface Identity {
  /** '' when nobody has written one. */
  text: string;
  /** It was longer than is read. */
  cut: boolean;
}

/** Who the assistant is, as people wrote it in identity.md: without comments and without its title. */
export async function readIdentity(palace: Pick<Palace, 'root'>): Promise<Identity> {
  const bytes = await readIfExists(join(palace.root, PATHS.identity));
  const text = (bytes?.toString('utf8') ?? '')
    .replace(/^\uFEFF/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\s*#\s*identity\s*$/im, '')
    .replace(/\r\n/g, '\n')
    .trim();
  const characters = Array.from(text);
  const cut = characters.length > LONGEST_IDENTITY;
  return { text: cut ? characters.slice(0, LONGEST_IDENTITY).join('') : text, cut };
}

/** What stands in place of an identity that nobody has written. */
export const NO_IDENTITY = `No identity is written yet: say in ${PATHS.identity} who the assistant is and whom it serves.`;

import { join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { GITATTRIBUTES, PATHS } from '../../palace/layout.js';
import { openPalace } from '../../palace/open.js';
import { markTrusted, unmarkTrusted } from '../../palace/trust.js';

export interface TrustRequest {
  /** Absolute folder of the palace. */
  root: string;
  runtime: Runtime;
  /** Take the trust back. Default false. */
  revoke?: boolean;
}

export interface TrustResult {
  palace: string;
  trusted: boolean;
  /** False when it was so already. */
  changed: boolean;
}

/**
 * Says that a palace which came from elsewhere may be used on this machine (or no longer). Also sets what `init` sets and a
 * clone does not bring along: git must never convert line ends of memories.
 * @throws PalaceError `no-palace` (exit 3), and those of opening a palace.
 */
export async function trustPalace(request: TrustRequest): Promise<TrustResult> {
  const { root, runtime, revoke = false } = request;
  const palace = await openPalace(root, runtime, { requireTrust: false });
  try {
    const { git } = palace;
    if (revoke) return { palace: palace.root, trusted: false, changed: unmarkTrusted(runtime, git.commonDir) };
    // In a repository that holds other files too, git's settings for those are the person's own.
    if ((await isWholly(palace.root)) && (await git.config('core.autocrlf')) !== 'false')
      await git.setLocalConfig('core.autocrlf', 'false');
    return { palace: palace.root, trusted: true, changed: markTrusted(runtime, git.commonDir) };
  } finally {
    await palace.close();
  }
}

/** Is the repository a palace and nothing else? Then its attributes say so for every file. */
async function isWholly(root: string): Promise<boolean> {
  const attributes = (await readIfExists(join(root, PATHS.attributes)))?.toString('utf8').split(/\r?\n/) ?? [];
  const [first = ''] = GITATTRIBUTES.split('\n');
  return attributes.includes(first);
}

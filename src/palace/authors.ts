import type { Person, Signature } from '../git/types.js';
import { refuseSecretName, slug } from './names.js';
import type { Actor, Palace } from './types.js';

/** Who commits when git knows no user. */
export const NOBODY: Person = { name: 'palace', email: 'palace@localhost' };

/**
 * Author and committer of a commit. The committer is the git user, and so is the author, unless a named agent wrote: then the
 * author is `<slug> (agent) <slug@agent.palace.invalid>`. A person's identity comes from git config only; without one it is
 * `palace <palace@localhost>`, which is said once.
 */
export async function signatures(palace: Palace, by: Actor): Promise<{ author: Signature; committer: Signature }> {
  if (by.kind === 'agent') refuseSecretName(by.name, 'agent');
  const at = palace.runtime.now();
  // Git writes east of UTC as positive, JavaScript as negative.
  const offset = -at.getTimezoneOffset();
  const user = await palace.git.identity();
  if (!user)
    palace.runtime.logger.warn(
      'git knows no user.name and user.email here, so the author is palace <palace@localhost>; set them with: git config --global user.name "Your Name" && git config --global user.email you@example.org',
    );
  const committer = { ...(user ?? NOBODY), at, offset };
  return { author: by.kind === 'agent' ? { ...agentPerson(by.name), at, offset } : committer, committer };
}

/** How a named agent appears as an author, so that `git log --author` answers who put something in. */
export function agentPerson(name: string): Person {
  const short = slug(name) || 'agent';
  return { name: `${short} (agent)`, email: `${short}@agent.palace.invalid` };
}

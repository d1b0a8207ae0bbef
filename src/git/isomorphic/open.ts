import type { Runtime } from '../../base/runtime.js';
import { unsupported } from '../open-git.js';
import type { Repository } from '../repository.js';
import type { Git } from '../types.js';

export function openIsomorphicGit(
  repository: Repository,
  _config: ReadonlyMap<string, string>,
  _runtime: Runtime,
): Git {
  throw unsupported(repository.workTree, 'something', 'install git');
}

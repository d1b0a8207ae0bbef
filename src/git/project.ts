import type { Runtime } from '../base/runtime.js';
import { chooseBinary } from './open-git.js';
import type { Project } from './project-contract.js';
import { remoteKey } from './remote-key.js';
import { localConfig, locateRepository } from './repository.js';
import type { GitChoice } from './types.js';

export type { Project, ProjectAuthor } from './project-contract.js';

/**
 * The repository whose work tree holds `path`; undefined when there is none, when it is bare, or when it cannot be read
 * (git does not trust its owner, sha256 names): that is said once as a warning and never an error.
 */
export async function openProject(path: string, choice: GitChoice, runtime: Runtime): Promise<Project | undefined> {
  const repository = await locateRepository(path, true);
  if (repository === undefined || repository.bare) return undefined;
  try {
    const config = await localConfig(repository.commonDir);
    const format = config.get('extensions.objectformat') ?? 'sha1';
    if (format.toLowerCase() !== 'sha1') throw new Error(`its object names are ${format}`);
    const key = remoteKey(config);
    const binary = await chooseBinary(choice, runtime);
    if (binary !== undefined) {
      const { openSystemProject } = await import('./system/project.js');
      return await openSystemProject(repository, config, binary.path, runtime, key);
    }
    const { openIsomorphicProject } = await import('./isomorphic/project.js');
    return await openIsomorphicProject(repository, key);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    runtime.logger.warn(`the git history of ${repository.workTree} is not used: ${why}`);
    return undefined;
  }
}

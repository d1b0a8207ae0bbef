export { initRepository } from './init.js';
export { bareRepository, openGit } from './open-git.js';
export { isGitFolder, locateRepository, type Repository } from './repository.js';

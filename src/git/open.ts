export { initRepository } from './init.js';
export { openGit } from './open-git.js';
export { locateRepository, type Repository } from './repository.js';

import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Runtime } from '../../base/runtime.js';
import { remoteKey } from '../../git/remote-key.js';
import { localConfig, locateRepository } from '../../git/repository.js';
import { isFolderKept } from '../../sources/kept-folder.js';

/** The project that a folder belongs to. */
export interface ProjectOfFolder {
  /** Name of the repository: the last part of its remote, else the folder of its main work tree. */
  name: string;
  /** Beginning of the sources of its files when it is mined itself (`git:host/owner/repo#`); absent without a remote. */
  sources?: string;
}

/**
 * Finds the projects in which sessions of coding agents ran, by the folder that a session names. All work trees and clones of a
 * repository, and all folders within, are one project. Looks at files only, runs nothing, and remembers what it found.
 */
export class ProjectWings {
  private readonly known = new Map<string, ProjectOfFolder | undefined>();

  constructor(private readonly runtime: Pick<Runtime, 'home' | 'env'>) {}

  /** Undefined when the folder is gone, is in no repository, or its repository leaves it out (notes in a home under git). */
  async of(folder: string): Promise<ProjectOfFolder | undefined> {
    // What a transcript names is not to be trusted: another machine is never asked for a folder (`\\host\share`, `//host/share`).
    if (!isAbsolute(folder) || /^[\\/]{2}/.test(folder)) return undefined;
    if (!this.known.has(folder)) this.known.set(folder, await this.look(folder).catch(() => undefined));
    return this.known.get(folder);
  }

  private async look(folder: string): Promise<ProjectOfFolder | undefined> {
    if (!(await stat(folder)).isDirectory()) return undefined;
    const real = await realpath(folder);
    const repository = await locateRepository(real, true);
    if (repository === undefined || repository.bare) return undefined;
    const topLevel = await realpath(repository.workTree);
    const prefix = relative(topLevel, real).split(sep).join('/');
    const excludesFile = join(this.runtime.env.XDG_CONFIG_HOME || join(this.runtime.home, '.config'), 'git', 'ignore');
    if (prefix !== '' && !(await isFolderKept({ topLevel, prefix, excludesFile }))) return undefined;
    const key = remoteKey(await localConfig(repository.commonDir));
    if (key !== undefined) return { name: key.slice(key.lastIndexOf('/') + 1), sources: `git:${key}#` };
    // The common folder of a linked work tree is `.git` of the main one.
    const common = await realpath(repository.commonDir);
    return { name: basename(common) === '.git' ? basename(dirname(common)) : basename(topLevel) };
  }
}

import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { systemCode } from '../base/errors.js';
import { exists, readIfExists } from '../base/files.js';
import { configBoolean, parseConfig } from './config/parse.js';

/** Where a repository lives. All paths absolute. For a bare repository `workTree` is `gitDir`. */
export interface Repository {
  workTree: string;
  /** Of this work tree: HEAD, index. */
  gitDir: string;
  /** Shared by linked work trees: objects, refs, config. The same as `gitDir` in an ordinary repository. */
  commonDir: string;
  bare: boolean;
}

/**
 * The repository whose work tree `path` is (or, `upward`, the nearest one above it). No process is started.
 * A bare repository is found too. Undefined when there is none.
 */
export async function locateRepository(path: string, upward: boolean): Promise<Repository | undefined> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = (await repositoryAt(folder)) ?? (await bareAt(folder));
    if (found !== undefined) return found;
    if (!upward || dirname(folder) === folder) return undefined;
  }
}

async function repositoryAt(workTree: string): Promise<Repository | undefined> {
  const gitDir = await gitDirOf(join(workTree, '.git'));
  if (gitDir === undefined || !(await isGitDir(gitDir))) return undefined;
  const commonDir = await commonDirOf(gitDir);
  const config = await localConfig(commonDir);
  // A linked work tree of a bare repository is not bare, whatever the shared config says.
  const bare = commonDir === gitDir && configBoolean(config.get('core.bare'), false);
  return { workTree, gitDir, commonDir, bare };
}

async function bareAt(folder: string): Promise<Repository | undefined> {
  if (!(await isGitDir(folder))) return undefined;
  const bare = configBoolean((await localConfig(folder)).get('core.bare'), false);
  return bare ? { workTree: folder, gitDir: folder, commonDir: folder, bare } : undefined;
}

/** `.git` is a folder, or a file that names one (linked work tree, submodule). */
async function gitDirOf(dotGit: string): Promise<string | undefined> {
  try {
    if ((await stat(dotGit)).isDirectory()) return dotGit;
    const target = /^gitdir: (.+?)\r?\n?$/s.exec(await readFile(dotGit, 'utf8'))?.[1];
    return target === undefined ? undefined : resolve(dirname(dotGit), target);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'ELOOP') return undefined;
    throw error;
  }
}

async function commonDirOf(gitDir: string): Promise<string> {
  const text = (await readIfExists(join(gitDir, 'commondir')))?.toString('utf8').trim();
  if (text === undefined || text === '') return gitDir;
  return isAbsolute(text) ? text : resolve(gitDir, text);
}

/** Whether a folder is the inside of a repository: a bare one, or some `.git`. Looks only, reads nothing. */
export function isGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)));
}

/** What git itself looks for: HEAD, objects and refs. */
async function isGitDir(folder: string): Promise<boolean> {
  const common = await commonDirOf(folder).catch(() => folder);
  const kinds = await Promise.all([
    exists(join(folder, 'HEAD')),
    exists(join(common, 'objects')),
    exists(join(common, 'refs')),
  ]);
  return kinds.every(Boolean);
}

/** Settings of the repository itself (includes are not followed: they cannot change the format). */
export async function localConfig(commonDir: string): Promise<Map<string, string>> {
  const text = await readIfExists(join(commonDir, 'config'));
  const values = new Map<string, string>();
  if (text !== undefined) for (const { key, value } of parseConfig(text.toString('utf8'))) values.set(key, value);
  return values;
}

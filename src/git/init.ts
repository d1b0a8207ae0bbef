import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import { exists } from '../base/files.js';
import type { Runtime } from '../base/runtime.js';
import { openGit } from './open-git.js';
import type { Git, GitChoice } from './types.js';

/** Pinned here so that a user's global defaults (index version 4, line-ending conversion) cannot change the files. */
const SETTINGS = {
  repositoryformatversion: '0',
  filemode: 'true',
  bare: 'false',
  logallrefupdates: 'true',
  autocrlf: 'false',
};

/**
 * A new repository at `root` (made when missing): branch `main`, sha1, files refs, index version 2, no conversion of line
 * endings, no template hooks. It appears in one step, so a crash leaves none or a whole one.
 * @throws PalaceError `already-a-repository` (exit 5) when `root/.git` exists; `no-git-binary`.
 */
export async function initRepository(root: string, choice: GitChoice, runtime: Runtime): Promise<Git> {
  const gitDir = join(root, '.git');
  await mkdir(root, { recursive: true });
  if (await exists(gitDir)) throw alreadyThere(root);
  const draft = join(root, `.git-init-${runtime.pid}-${randomBytes(4).toString('hex')}`);
  try {
    for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
      await mkdir(join(draft, folder), { recursive: true });
    await writeFile(join(draft, 'HEAD'), 'ref: refs/heads/main\n');
    await writeFile(join(draft, 'config'), await configText(draft, runtime));
    await writeFile(join(draft, 'description'), 'Memories (palace)\n');
    await writeFile(join(draft, 'info', 'exclude'), '# Ignored in this clone only, in the form of .gitignore\n');
    if (await exists(gitDir)) throw alreadyThere(root);
    await rename(draft, gitDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return openGit(root, choice, runtime);
}

async function configText(draft: string, runtime: Runtime): Promise<string> {
  const core: Record<string, string> = { ...SETTINGS };
  if (runtime.platform === 'win32') core.filemode = 'false';
  // What `git init` probes: whether names that differ in case only are one file.
  if (await exists(join(draft, 'head'))) core.ignorecase = 'true';
  if (runtime.platform === 'darwin') core.precomposeunicode = 'true';
  const lines = Object.entries(core).map(([key, value]) => `\t${key} = ${value}\n`);
  return `[core]\n${lines.join('')}[index]\n\tversion = 2\n`;
}

function alreadyThere(root: string): PalaceError {
  return new PalaceError('already-a-repository', `${root} is a git repository already`, {
    exit: EXIT.conflict,
    next: [`git -C ${root} status`],
  });
}

import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ensureDir } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { initRepository, openGit } from '../../git/open.js';
import type { Git, GitChoice } from '../../git/types.js';
import { change } from '../../palace/change.js';
import { loadSettings } from '../../palace/config.js';
import { PATHS } from '../../palace/layout.js';
import { makeFolder } from '../../palace/make-folder.js';
import { openPalace } from '../../palace/open.js';
import { shellQuoted } from '../../palace/paths.js';
import { stateDirOf } from '../../palace/state-dir.js';
import { storageError } from '../../palace/storage-error.js';
import { isTrusted, markTrusted } from '../../palace/trust.js';
import type { FileWrite, Palace } from '../../palace/types.js';
import { assertMayInit, type Site, surveySite } from './site.js';
import { newPalaceFiles } from './templates.js';

export interface InitRequest {
  /** Absolute folder of the palace; made when missing. */
  root: string;
  runtime: Runtime;
  /** Engine; default the setting `git.engine`. */
  git?: GitChoice;
  /** Make the palace in a folder or repository that has other files: only our own files are added. Default false. */
  adopt?: boolean;
  /** Name written to palace.yaml; default the folder's name. */
  name?: string;
}

export interface InitResult {
  palace: string;
  /** False when there was a palace already; nothing was changed then. */
  created: boolean;
  /** True when other files were there before. */
  adopted: boolean;
  commit: string | null;
  /** Files that were added. */
  files: string[];
  trusted: boolean;
  /** Plain sentences worth saying. */
  notes: string[];
}

/**
 * Makes a palace: a git repository with palace.yaml, identity.md, entities.yaml, .gitattributes and .gitignore in its first
 * commit, trusted on this machine. A second run changes nothing; one that was interrupted is completed.
 * @throws PalaceError `not-empty`, `not-a-palace` (exit 2), `not-a-folder`, `read-only`, `disk-full`, and git's own.
 */
export async function initPalace(request: InitRequest): Promise<InitResult> {
  const { root, runtime, adopt = false } = request;
  const site = surveySite(root);
  assertMayInit(root, site, adopt);
  const choice = request.git ?? (await loadSettings({ runtime })).git;
  if (site.kind === 'palace') {
    const palace = await openPalace(root, runtime, { git: choice, requireTrust: false });
    try {
      const finished = await isFinished(palace.git);
      if (finished) return present(palace);
    } finally {
      await palace.close();
    }
  }
  const git = await makeRepository(root, site, choice, runtime);
  try {
    return await furnish(request, site, git);
  } finally {
    await git.close();
  }
}

function present(palace: Palace): InitResult {
  const trusted = isTrusted(palace.runtime, palace.git.commonDir);
  return {
    palace: palace.root,
    created: false,
    adopted: false,
    commit: null,
    files: [],
    trusted,
    notes: trusted ? [] : [`this palace came from elsewhere; to use it: palace trust ${shellQuoted(palace.root)}`],
  };
}

/** The first commit of a palace holds its palace.yaml; without it an earlier init was interrupted. */
async function isFinished(git: Git): Promise<boolean> {
  const head = await git.head();
  if (head.commit === undefined) return false;
  const { tree } = await git.readCommit(head.commit);
  return (await git.blobAt(tree, PATHS.palaceFile)) !== undefined;
}

async function makeRepository(root: string, site: Site, choice: GitChoice, runtime: Runtime): Promise<Git> {
  try {
    makeFolder(root);
    if (site.kind === 'repository' || site.kind === 'empty-repository' || site.kind === 'palace')
      return await openGit(root, choice, runtime);
    return await initRepository(root, choice, runtime);
  } catch (error) {
    throw storageError(error, root);
  }
}

async function furnish(request: InitRequest, site: Site, git: Git): Promise<InitResult> {
  const { root, runtime } = request;
  const adopted = site.kind === 'repository' || site.kind === 'files';
  const notes: string[] = [];
  if (site.insideOf !== undefined)
    notes.push(`the palace is a repository of its own inside ${site.insideOf}; add it to the .gitignore there`);
  if (adopted) await checkLineEndings(git, notes);
  else await git.setLocalConfig('core.autocrlf', 'false');

  const wanted = await newPalaceFiles(request.name ?? basename(root), adopted);
  const files = [...wanted].filter(([path]) => !existsSync(join(root, path)) || site.kind === 'palace');
  if (adopted && (await excludeCaches(root, git)))
    notes.push(`${PATHS.ignore} was there and stays as it is; ${PATHS.local}/ is excluded in .git/info/exclude`);
  if (adopted && !files.some(([path]) => path === PATHS.attributes))
    notes.push(
      `${PATHS.attributes} was there and stays as it is; add "/wings/** -text" so that git never converts line ends`,
    );

  // Trust comes last but one: a palace that is committed but not trusted would ask its own maker for trust.
  markTrusted(runtime, git.commonDir);
  const writes = await Promise.all(files.map(async ([path, content]) => ours(root, path, content, site)));
  const palace = await asPalace(root, git, runtime);
  const receipt = await change(palace, {
    op: 'init',
    subject: `init ${request.name ?? basename(root)}`,
    writes,
    takesUnsaved: true,
  });
  return {
    palace: root,
    created: true,
    adopted,
    commit: receipt?.commit ?? null,
    files: receipt?.changed.map(({ path }) => path) ?? [],
    trusted: true,
    notes,
  };
}

/** Of an interrupted init, what stands is kept as it stands: a person may have written into it since. */
async function ours(root: string, path: string, content: Buffer, site: Site): Promise<FileWrite> {
  const kept = site.kind === 'palace' && existsSync(join(root, path)) ? await readFile(join(root, path)) : content;
  return { kind: 'put', path, content: kept };
}

async function asPalace(root: string, git: Git, runtime: Runtime): Promise<Palace> {
  const { settings } = await loadSettings({ runtime });
  return {
    root,
    cacheDir: join(root, PATHS.cache),
    stateDir: stateDirOf(git.commonDir),
    git,
    runtime,
    shared: { format: 1 },
    settings,
    close: () => git.close(),
  };
}

/** In a repository with other files, git's settings for them are the person's own: only said, never changed. */
async function checkLineEndings(git: Git, notes: string[]): Promise<void> {
  const value = await git.config('core.autocrlf');
  if (value === 'true' || value === 'input')
    notes.push(`core.autocrlf is ${value} here; ${PATHS.attributes} keeps git from converting the palace's files`);
}

async function ignoresCaches(root: string): Promise<boolean> {
  const file = join(root, PATHS.ignore);
  if (!existsSync(file)) return false;
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  return lines.some((line) => /^\/?\.palace\/?$/.test(line.trim()));
}

/** @returns true when a line was added. */
async function excludeCaches(root: string, git: Git): Promise<boolean> {
  if (!existsSync(join(root, PATHS.ignore)) || (await ignoresCaches(root))) return false;
  const file = join(git.commonDir, 'info', 'exclude');
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  if (/^\/?\.palace\/$/m.test(text)) return false;
  await ensureDir(dirname(file));
  await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}/${PATHS.local}/\n`);
  return true;
}

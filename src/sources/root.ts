import { existsSync, readdirSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { openProject, type Project } from '../git/project.js';
import type { GitChoice } from '../git/types.js';
import { failure } from './candidate.js';
import { extensionOf, isNoteName, isProjectName, isSkippedFolder } from './file-lists.js';
import { isFolderKept } from './kept-folder.js';
import type { Place, SourceRoot } from './types.js';

/**
 * Where the files of one mine come from: a folder or a single file. `path` may be relative to `runtime.cwd`. Inside a git
 * repository `project` is given too (close it), and paths of sources count from the top of the repository.
 * @throws PalaceError `no-such-source` (exit 4), `source-unreadable`, `source-not-a-file`, `palace-into-palace` (exit 2).
 */
export async function describeRoot(
  path: string,
  runtime: Runtime,
  choice: GitChoice = 'auto',
): Promise<{ root: SourceRoot; project?: Project }> {
  const asked = resolve(runtime.cwd, path);
  const real = await realPath(asked, path);
  const kind = await stat(real);
  if (!kind.isDirectory() && !kind.isFile())
    throw new PalaceError(
      'source-not-a-file',
      `${path} is neither a file nor a folder: pipes and devices are not read`,
      {
        exit: EXIT.usage,
        next: ['save what it gives in a file and mine that'],
      },
    );
  const folder = kind.isDirectory() ? real : dirname(real);
  refusePalace(folder, path);
  const excludesFile = join(runtime.env.XDG_CONFIG_HOME || join(runtime.home, '.config'), 'git', 'ignore');
  const project = await projectOf(folder, kind.isDirectory(), excludesFile, runtime, choice);
  const topLevel = project === undefined ? folder : await realpath(project.topLevel);
  const root: SourceRoot = {
    path: folder,
    key: rootKey(project, topLevel),
    prefix: prefixOf(topLevel, folder),
    isGit: project !== undefined,
    place: project === undefined ? placeOf(folder, kind.isDirectory() ? undefined : basename(real)) : 'project',
    excludesFile,
  };
  if (kind.isFile()) root.file = basename(real);
  return project === undefined ? { root } : { root, project };
}

function prefixOf(topLevel: string, folder: string): string {
  return relative(topLevel, folder).split(sep).join('/');
}

/**
 * The repository that a folder belongs to. A folder that its repository ignores altogether (notes in a home directory whose
 * settings are under git) does not belong to it: who names such a folder wants it read.
 */
async function projectOf(
  folder: string,
  whole: boolean,
  excludesFile: string,
  runtime: Runtime,
  choice: GitChoice,
): Promise<Project | undefined> {
  const project = await openProject(folder, choice, runtime);
  if (project === undefined || !whole) return project;
  const topLevel = await realpath(project.topLevel);
  const prefix = prefixOf(topLevel, folder);
  if (prefix === '') return project;
  const listed = await project.listFiles(prefix);
  const belongs = listed === undefined ? await isFolderKept({ topLevel, prefix, excludesFile }) : listed.length > 0;
  if (belongs) return project;
  await project.close();
  return undefined;
}

async function realPath(asked: string, typed: string): Promise<string> {
  try {
    return await realpath(asked);
  } catch (error) {
    const [reason, detail] = failure(error);
    if (reason === 'vanished')
      throw new PalaceError('no-such-source', `there is no file or folder ${typed}`, {
        exit: EXIT.notFound,
        next: [`check the path: it was looked for at ${asked}`],
      });
    throw new PalaceError('source-unreadable', `${typed} cannot be read: ${detail}`, {
      next: ['check its permissions'],
      cause: error,
    });
  }
}

/** Folders of a palace that hold memories: mining them would file every memory again as a memory of itself. */
const PALACE_FOLDERS = new Set(['wings', 'facts', 'tunnels', 'sources', 'agents', '.palace']);

function refusePalace(folder: string, typed: string): void {
  let below: string | undefined;
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'palace.yaml'))) {
      if (below === undefined || PALACE_FOLDERS.has(below))
        throw new PalaceError(
          'palace-into-palace',
          `${typed} is ${below === undefined ? '' : 'part of '}a palace: a palace is not mined into a palace`,
          {
            exit: EXIT.usage,
            next: [
              'name the project, notes or chats to read',
              'palace search QUERY --palace PATH looks into another palace',
            ],
          },
        );
      return;
    }
    if (dirname(at) === at) return;
    below = basename(at);
  }
}

function rootKey(project: Project | undefined, topLevel: string): string {
  const remote = project?.remoteKey;
  if (remote !== undefined) return remote.startsWith('git:') ? remote : `git:${remote}`;
  return `file:${basename(topLevel) || 'root'}`;
}

/** Names looked at before a folder is taken for notes; more would only cost time. */
const ENOUGH_NAMES = 2000;

/** Outside git: `notes` for a vault, for a folder with more notes than code (two levels deep), for a single note. */
function placeOf(folder: string, file: string | undefined): Place {
  if (file !== undefined) return isNoteName(file) || !isCode(file) ? 'notes' : 'project';
  let notes = 0;
  let code = 0;
  let seen = 0;
  const look = (path: string, deeper: boolean): void => {
    for (const entry of listQuietly(path)) {
      if (++seen > ENOUGH_NAMES) return;
      if (entry.isFile() && isNoteName(entry.name)) notes++;
      else if (entry.isFile() && isCode(entry.name)) code++;
      else if (deeper && entry.isDirectory() && !entry.name.startsWith('.') && !isSkippedFolder(entry.name, 'auto'))
        look(join(path, entry.name), false);
    }
  };
  if (existsSync(join(folder, '.obsidian')) || existsSync(join(folder, 'logseq', 'config.edn'))) return 'notes';
  look(folder, true);
  return notes > code || code === 0 ? 'notes' : 'project';
}

/** JSON and tables may be an export of chats as well as data of a project: they say nothing. */
function isCode(name: string): boolean {
  return (
    isProjectName(name) &&
    !isNoteName(name) &&
    !['json', 'jsonl', 'csv', 'tsv', 'html', 'htm'].includes(extensionOf(name))
  );
}

function listQuietly(path: string): ReturnType<typeof entriesOf> {
  try {
    return entriesOf(path);
  } catch {
    // The walk names an unreadable folder; here it only cannot vote.
    return [];
  }
}

function entriesOf(path: string) {
  return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

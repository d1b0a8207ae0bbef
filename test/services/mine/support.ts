import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseDrawer } from '../../../src/palace/codec.js';
import type { DrawerFile, Palace } from '../../../src/palace/types.js';
import { mine } from '../../../src/services/mine/mine.js';
import type { MineRequest, MineResult } from '../../../src/services/mine/types.js';
import { gitIn } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';

/** A folder of files to mine. */
export interface SourceFolder {
  path: string;
  write(path: string, content: string | Buffer): void;
  remove(path: string): void;
  rename(from: string, to: string): void;
  read(path: string): Buffer;
}

export function sourceFolder(name: string, files: Record<string, string | Buffer> = {}): SourceFolder {
  const path = join(tempDir(), name);
  mkdirSync(path);
  const at = (file: string): string => join(path, file);
  const folder: SourceFolder = {
    path,
    write: (file, content) => {
      mkdirSync(dirname(at(file)), { recursive: true });
      writeFileSync(at(file), content);
    },
    remove: (file) => rmSync(at(file), { recursive: true }),
    rename: (from, to) => {
      mkdirSync(dirname(at(to)), { recursive: true });
      renameSync(at(from), at(to));
    },
    read: (file) => readFileSync(at(file)),
  };
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
  return folder;
}

/** Makes the folder a git repository with all its files in one commit of this author date. */
export function commitSources(folder: SourceFolder, date = '2026-03-04T10:00:00Z', message = 'work'): void {
  const env = {
    PATH: process.env.PATH,
    HOME: folder.path,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Bo',
    GIT_AUTHOR_EMAIL: 'bo@example.org',
    GIT_COMMITTER_NAME: 'Bo',
    GIT_COMMITTER_EMAIL: 'bo@example.org',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path, env, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', 'https://example.org/team/driftwood.git');
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', message);
}

/** Commits again in a folder that is a repository already. */
export function commitAgain(folder: SourceFolder, date: string): void {
  const env = { PATH: process.env.PATH, HOME: folder.path, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path, env, stdio: 'pipe' });
  git('add', '-A');
  git('-c', 'user.name=Bo', '-c', 'user.email=bo@example.org', 'commit', '-q', '--allow-empty', '-m', 'more');
}

export function mineInto(
  palace: Palace,
  folder: SourceFolder,
  request: Partial<MineRequest> = {},
): Promise<MineResult> {
  return mine(palace, { paths: [folder.path], ...request });
}

export interface DrawerOnDisk extends DrawerFile {
  path: string;
  text: string;
}

/** Every drawer file below `wings/` of the work tree, by path. */
export function drawers(palace: Palace): DrawerOnDisk[] {
  return filesBelow(palace, 'wings')
    .filter((path) => path.endsWith('.md'))
    .map((path) => {
      const drawer = parseDrawer(readFileSync(join(palace.root, path)));
      return { ...drawer, path, text: drawer.body.toString('utf8') };
    });
}

/** The drawer of the source whose path ends so. @throws when there is not exactly one. */
export function drawerOf(palace: Palace, sourceEnd: string): DrawerOnDisk {
  const found = drawers(palace).filter(
    ({ front }) => (front.source ?? '').endsWith(sourceEnd) && !(front.unit ?? '').endsWith('~source'),
  );
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} drawers of ${sourceEnd}`);
  return only;
}

/** All parts of a source joined. */
export function joined(palace: Palace, sourceEnd: string): Buffer {
  const parts = drawers(palace).filter(
    ({ front }) => (front.source ?? '').endsWith(sourceEnd) && !(front.unit ?? '').endsWith('~source'),
  );
  parts.sort((a, b) => (a.front.part ?? 1) - (b.front.part ?? 1));
  return Buffer.concat(parts.map(({ body }) => body));
}

export function filesBelow(palace: Palace, folder: string): string[] {
  const found: string[] = [];
  const walk = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const full = join(path, entry.name);
      if (entry.isDirectory()) walk(full);
      else found.push(relative(palace.root, full).replaceAll('\\', '/'));
    }
  };
  try {
    walk(join(palace.root, folder));
  } catch {
    return [];
  }
  return found.sort();
}

/** Replaces the body of a drawer as a person would in an editor; `save` commits it with git. */
export function editBody(palace: Palace, path: string, change: (text: string) => string, save = true): void {
  const file = join(palace.root, path);
  const bytes = readFileSync(file);
  const { body } = parseDrawer(bytes);
  const head = bytes.subarray(0, bytes.length - body.length);
  writeFileSync(file, Buffer.concat([head, Buffer.from(change(body.toString('utf8')))]));
  if (save) gitIn(palace, 'commit', '-q', '-m', 'edited by hand', '--', path);
}

/** Object name of the tree at `wings`, the whole of what was mined. */
export function wingTree(palace: Palace): string {
  return gitIn(palace, 'rev-parse', 'HEAD:wings').trim();
}

/** Files and bytes below `wings/` of the work tree. */
export function snapshot(palace: Palace): Record<string, string> {
  return Object.fromEntries(
    filesBelow(palace, 'wings').map((path) => [path, readFileSync(join(palace.root, path)).toString('latin1')]),
  );
}

export function commitCount(palace: Palace): number {
  return Number(gitIn(palace, 'rev-list', '--count', 'HEAD').trim());
}

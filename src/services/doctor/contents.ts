import { join } from 'node:path';
import { PalaceError } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import { surveyDrawers } from '../../palace/drawers.js';
import { PATHS } from '../../palace/layout.js';
import { nameOfFolder } from '../../palace/names.js';
import type { Palace } from '../../palace/types.js';
import { parseWingFile } from '../../palace/wing-file.js';
import { verify } from '../verify/verify.js';
import { entriesIn } from './folders.js';
import { type Check, check, type Examination } from './types.js';

/** Wings, rooms and drawers: everything that would keep a memory from being found. */
export async function checkContents({ palace }: Examination): Promise<Check[]> {
  const { problems } = await surveyDrawers(palace);
  const { duplicate_ids, problems: unreadable, total } = await verify(palace);
  const notFiles = problems.filter(({ reason }) => reason === 'symlink' || reason === 'special-file');
  // verify names links too; here they have a check of their own.
  const skipped = new Set(notFiles.map(({ path }) => path));
  const broken = unreadable.filter(({ path }) => !skipped.has(path));
  const outside = problems.filter(({ reason }) => reason === 'outside-layout');
  return [
    judge(
      'drawers',
      broken,
      'problem',
      `${total} can be read`,
      'drawers cannot be read, or their front-matter is broken; they are searched as plain text',
      (one) => `${one.path}${one.line === null ? '' : `:${one.line}`}: ${one.message}`,
      ['correct the lines between the two --- by hand, then run palace save'],
    ),
    judge(
      'ids',
      duplicate_ids,
      'problem',
      'every id is there once',
      'several drawers have one id',
      ({ id, paths }) => `${id}: ${paths.join(', ')}`,
      ['remove the "id" line of the copy, then run palace save: it gets an id of its own'],
    ),
    judge(
      'layout',
      outside,
      'warning',
      'every memory is in a room',
      'files lie outside wings/<wing>/<room>/, so they are not searched',
      ({ path }) => path,
      ['git mv them into a room, then run palace save'],
    ),
    judge(
      'links',
      notFiles,
      'warning',
      'no links among the drawers',
      'symbolic links and special files are not followed',
      ({ path }) => path,
      ['put the file itself there'],
    ),
    folderNames(palace),
    await wingFiles(palace),
  ];
}

function judge<Item>(
  name: string,
  items: readonly Item[],
  status: 'warning' | 'problem',
  good: string,
  bad: string,
  place: (item: Item) => string,
  next: string[],
): Check {
  return items.length === 0 ? check(name, 'ok', good) : check(name, status, bad, { places: items.map(place), next });
}

/** Folders of wings and rooms that are not named as they are read, above all two that are one. */
function folderNames(palace: Palace): Check {
  const odd: string[] = [];
  const twice: string[] = [];
  for (const wing of foldersIn(palace, PATHS.wings)) for (const room of foldersIn(palace, wing)) note(room, odd);
  for (const wing of foldersIn(palace, PATHS.wings)) note(wing, odd);
  const groups = new Map<string, Set<string>>();
  for (const wing of foldersIn(palace, PATHS.wings)) {
    group(groups, key(wing), wing);
    for (const room of foldersIn(palace, wing)) group(groups, `${key(wing)}/${key(room)}`, room);
  }
  for (const [name, folders] of groups) if (folders.size > 1) twice.push(`${name}: ${[...folders].join(', ')}`);
  if (odd.length === 0) return check('names', 'ok', 'every folder has the name of its wing or room');
  const message =
    twice.length > 0 ? 'several folders are one wing or room' : 'folders are read under another name than they have';
  return check('names', 'warning', message, {
    places: twice.length > 0 ? twice : odd,
    next: ['git mv the files into the folder with the plain name, then run palace save'],
  });
}

function note(folder: string, odd: string[]): void {
  const own = folder.split('/').at(-1) ?? '';
  const name = nameOfFolder(own);
  if (name === undefined) odd.push(`${folder}: no wing or room can have that name`);
  else if (name !== own) odd.push(`${folder}: read as ${name}`);
}

function key(folder: string): string {
  const own = folder.split('/').at(-1) ?? '';
  return nameOfFolder(own) ?? own;
}

function group(groups: Map<string, Set<string>>, name: string, folder: string): void {
  const folders = groups.get(name);
  if (folders === undefined) groups.set(name, new Set([folder]));
  else folders.add(folder);
}

async function wingFiles(palace: Palace): Promise<Check> {
  const places: string[] = [];
  for (const wing of foldersIn(palace, PATHS.wings)) {
    const path = `${wing}/wing.yaml`;
    const bytes = await readIfExists(join(palace.root, ...path.split('/')));
    if (bytes === undefined) continue;
    try {
      parseWingFile(bytes.toString('utf8'), path);
    } catch (error) {
      if (!(error instanceof PalaceError)) throw error;
      places.push(error.message);
    }
  }
  if (places.length === 0) return check('wing-files', 'ok', 'every wing.yaml can be read');
  return check('wing-files', 'problem', 'a wing.yaml cannot be read, so its rooms are not used', {
    places,
    next: ['correct the lines named above'],
  });
}

function foldersIn(palace: Palace, folder: string): string[] {
  return entriesIn(palace.root, folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => `${folder}/${entry.name}`);
}

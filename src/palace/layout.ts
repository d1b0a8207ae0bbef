import { shortId } from './ids.js';
import { fileSlug, nameOfFolder } from './names.js';
import type { DrawerId, RoomName, WingName } from './types.js';

/** Version of the files on disk that this program writes; a palace with a higher one is refused. */
export const PALACE_FORMAT = 1;

/** Places of a palace, relative to its root. */
export const PATHS = {
  palaceFile: 'palace.yaml',
  identity: 'identity.md',
  entities: 'entities.yaml',
  wings: 'wings',
  facts: 'facts',
  tunnels: 'tunnels',
  sources: 'sources',
  agents: 'agents',
  attributes: '.gitattributes',
  ignore: '.gitignore',
  local: '.palace',
  cache: '.palace/cache',
  temporary: '.palace/tmp',
} as const;

/** No line-ending conversion ever; drawers diff as text whatever their bytes; event logs of two clones join line by line. */
export const GITATTRIBUTES = '* -text\n*.md diff\n*.jsonl merge=union\n';

export const GITIGNORE = '.palace/\n';

/** Where a drawer stands. */
export interface DrawerPlace {
  wing: WingName;
  room: RoomName;
  /** File name with `.md`. */
  name: string;
}

/**
 * Wing, room and file name of a drawer's path (relative to the root, `/`), undefined when the path is no place for a
 * drawer: not `wings/<wing>/<room>/[folders/]<name>.md`, a hidden file or folder, a name that no wing or room can have.
 * A folder that a person named freely (`Auth Migration`) stands for its slug, so two folders may be one wing.
 */
export function parseDrawerPath(path: string): DrawerPlace | undefined {
  const [top, wingFolder, roomFolder, ...rest] = path.split('/');
  const name = rest.at(-1);
  if (top !== PATHS.wings || wingFolder === undefined || roomFolder === undefined || name === undefined)
    return undefined;
  // Editors and file managers leave hidden files behind; `..` never gets further than here either.
  if ([wingFolder, roomFolder, ...rest].some((part) => part === '' || part.startsWith('.'))) return undefined;
  if (!name.endsWith('.md') || name.length === 3) return undefined;
  const wing = nameOfFolder(wingFolder);
  const room = nameOfFolder(roomFolder);
  if (wing === undefined || room === undefined) return undefined;
  return { wing: wing as WingName, room: room as RoomName, name };
}

/** `<date>-<slug>-<id8>.md`, without the date when the drawer has none that names a day. Fixed at first filing. */
export function drawerFileName({ date, title, id }: { date?: string; title?: string; id: DrawerId }): string {
  const day = date === undefined ? undefined : /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0];
  return [...(day === undefined ? [] : [day]), fileSlug(title ?? ''), `${shortId(id)}.md`].join('-');
}

/**
 * A title for a drawer that has none: of `2026-08-06-fix-the-parser-701e246a.md` the words, `fix the parser`. A name that was not
 * made from this id stands as it is, without `.md`.
 */
export function titleOfFileName(path: string, id: string | undefined): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  const end = id === undefined ? undefined : `-${id.slice(2, 10)}`;
  if (end === undefined || end.length !== 9 || !name.endsWith(end)) return name;
  const words = name.slice(0, -end.length).replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '');
  return words === '' ? name : words.replaceAll('-', ' ');
}

/** `wings/<wing>/<room>`. */
export function roomPath(wing: WingName, room: RoomName): string {
  return `${PATHS.wings}/${wing}/${room}`;
}

/** `wings/<wing>/wing.yaml`. */
export function wingFilePath(wing: WingName): string {
  return `${PATHS.wings}/${wing}/wing.yaml`;
}

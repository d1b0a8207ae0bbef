import { GENERAL, nameOfFolder, slug } from '../palace/names.js';
import type { RoomName } from '../palace/types.js';
import { STOP_WORDS } from '../text/languages/all.js';
import { roomOfStems, stemsOf } from './room-stems.js';
import { CONTAINER_FOLDERS, CONVERSATION_ROOMS, PROJECT_ROOMS, type RoomRow } from './room-tables.js';
import { type CountedText, countable, countKeyword, hasTerm, mappedRoom, nameWords } from './room-words.js';

/** A room of a wing as wing.yaml keeps it. `keywords` and `aliases` are words or phrases. */
export interface RoomRule {
  name: string;
  description?: string;
  keywords?: readonly string[];
  aliases?: readonly string[];
}

/** Characters of a file and of a conversation that its words are counted in. */
const FILE_TEXT = 2000;
const CONVERSATION_TEXT = 3000;
/** Most rooms that are made of file names alone. */
const MAX_ROOMS_FROM_FILES = 6;

/**
 * The room of a project file or note. Asked in this order: its folders from the top, its name, its first 2,000 characters;
 * `general` when none answers. A folder or name answers when a room's name, then one of its aliases, keywords or folder names
 * of the table stands in it as whole words (`interviews` is not `views`; `meetingNotes` is `meeting notes`). In the text every
 * occurrence of a room's name, keywords and aliases counts; the most win, ties go to the first room of `rooms`. Where none of them
 * stands there, words of a name in another form do (`embeddings` for `embedding-spaces`).
 * Folders like `src` answer only when nothing below them does.
 */
export function routeFile(relative: string, text: string, rooms: readonly RoomRule[]): RoomName {
  return fileRouter(rooms)(relative, text);
}

/** {@link routeFile} with the rooms made ready once, for many files. */
export function fileRouter(rooms: readonly RoomRule[]): (relative: string, text: string) => RoomName {
  const candidates = rooms.map(compileRoom);
  return (relative, text) => route(relative, text, candidates);
}

function route(relative: string, text: string, candidates: readonly CompiledRoom[]): RoomName {
  const folders = relative.split('/');
  const stem = (folders.pop() ?? '').replace(/(?<=.)\.[^.]*$/, '');
  const containers = folders.filter((folder) => CONTAINER_FOLDERS.has(folder.toLowerCase()));
  const telling = folders.filter((folder) => !CONTAINER_FOLDERS.has(folder.toLowerCase()));
  for (const name of [...telling, stem, ...containers]) {
    const found = roomOfName(name, candidates);
    if (found !== undefined) return found;
  }
  const head = text.slice(0, FILE_TEXT);
  return roomOfText(countable(head), candidates) ?? roomOfStems(head, candidates) ?? GENERAL;
}

interface CompiledRoom {
  name: RoomName;
  nameTerm: readonly string[];
  /** Aliases, keywords and the table's folder names, as words. */
  terms: readonly (readonly string[])[];
  /** What counts in a text. */
  spoken: readonly string[];
  han: readonly string[];
  /** Words of the name in their stems. */
  stems: readonly string[];
}

function compileRoom(rule: RoomRule): CompiledRoom {
  const saved = [...(rule.keywords ?? []), ...(rule.aliases ?? [])];
  const row = PROJECT_ROOMS.find((one) => one.room === slug(rule.name));
  return {
    name: slug(rule.name) as RoomName,
    nameTerm: nameWords(rule.name),
    terms: [...saved, ...(row?.words ?? [])].map(nameWords),
    spoken: [...new Set([...spokenName(rule.name), ...saved].map((word) => word.toLowerCase()))],
    han: row?.han ?? [],
    stems: stemsOf(rule.name.replace(/[-_]+/g, ' ')),
  };
}

/** A name of function words alone (`about`) stands in every text and says nothing there. */
function spokenName(name: string): string[] {
  return nameWords(name).every((word) => STOP_WORDS.has(word)) ? [] : [name.replace(/[-_]+/g, ' ')];
}

function roomOfName(name: string, rooms: readonly CompiledRoom[]): RoomName | undefined {
  const words = nameWords(name);
  if (words.length === 0) return undefined;
  const byName = rooms.find((room) => hasTerm(words, room.nameTerm));
  if (byName !== undefined) return byName.name;
  // The longest term says most: `meeting notes` belongs to meetings although `notes` alone is documentation.
  let best: { room: RoomName; length: number } | undefined;
  for (const room of rooms) {
    for (const term of room.terms)
      if (term.length > (best?.length ?? 0) && hasTerm(words, term)) best = { room: room.name, length: term.length };
    if (best === undefined && room.han.some((word) => name.includes(word))) best = { room: room.name, length: 1 };
  }
  return best?.room;
}

function roomOfText(text: CountedText, rooms: readonly CompiledRoom[]): RoomName | undefined {
  let best: { room: RoomName; count: number } | undefined;
  for (const room of rooms) {
    if (room.name === GENERAL) continue;
    const count = [...room.spoken, ...room.han].reduce((sum, keyword) => sum + countKeyword(text, keyword), 0);
    if (count > (best?.count ?? 0)) best = { room: room.name, count };
  }
  return best?.room;
}

/**
 * The room of a conversation: one point for each keyword of the table that stands in its first 3,000 characters, the most win,
 * ties go to the earlier row, `general` when there is none. The wing's own `rooms` are asked before the table, by the keywords and
 * aliases that it keeps: where one of those stands, the table is not asked. `text` may be a `transcript/1` body: its header lines do not count.
 */
export function routeConversation(
  text: string,
  rooms: readonly RoomRule[] = [],
  table: readonly RoomRow[] = CONVERSATION_ROOMS,
): RoomName {
  const spoken = text
    .slice(0, CONVERSATION_TEXT * 4)
    .replace(/^### \[.*$\n?/gm, '')
    .slice(0, CONVERSATION_TEXT);
  const counted = countable(spoken);
  return (bestRoom(counted, rooms.flatMap(ownRow)) ?? bestRoom(counted, table) ?? GENERAL) as RoomName;
}

/** Most different words, the earlier row on a tie; undefined when no word of any row is there. */
function bestRoom(counted: CountedText, table: readonly RoomRow[]): string | undefined {
  let best: { room: string; points: number } | undefined;
  for (const row of table) {
    const points = [...row.words, ...row.han].filter((word) => countKeyword(counted, word) > 0).length;
    if (points > (best?.points ?? 0)) best = { room: row.room, points };
  }
  return best?.room;
}

/**
 * The words that a person gave a room. Those that `init` made of folders (the name of the room, names of the table's folders) say
 * where files lie and nothing of what is talked about: `api` and `test` stand in every conversation.
 */
function ownRow(rule: RoomRule): RoomRow[] {
  const room = slug(rule.name);
  if (room === GENERAL) return [];
  const made = new Set([room, nameWords(rule.name).join(' '), ...PROJECT_ROOMS.flatMap((row) => row.words)]);
  for (const [, folder = ''] of (rule.description ?? '').matchAll(/([^\s,/]+)\/(?=,|$)/g))
    made.add(nameWords(folder).join(' '));
  const keywords = (rule.keywords ?? []).map((word) => word.toLowerCase()).filter((word) => !made.has(word));
  const words = [...keywords, ...(rule.aliases ?? []).map((word) => word.toLowerCase())];
  return words.length === 0 ? [] : [{ room, words, han: [] }];
}

/**
 * Rooms for a project, of its file list alone (paths with `/`, any order): its top-level folders (the table's room, else the
 * folder's own name when it has at least three letters), second-level folders that the table knows, and always `general`.
 * A project without telling folders gets the table's rooms that at least two of its file names speak of, at most six.
 */
export function detectRooms(paths: readonly string[]): RoomRule[] {
  const rooms = new Map<string, { folders: string[]; keywords: Set<string> }>();
  const note = (room: string, folder: string): void => {
    const known = rooms.get(room) ?? { folders: [], keywords: new Set<string>() };
    rooms.set(room, known);
    if (!known.folders.includes(folder)) known.folders.push(folder);
    known.keywords.add(room).add(nameWords(folder.slice(folder.lastIndexOf('/') + 1)).join(' '));
  };
  const folders = foldersOf(paths);
  for (const folder of folders.filter((path) => !path.includes('/'))) {
    const room = mappedRoom(folder) ?? ownName(folder);
    if (room !== undefined) note(room, folder);
  }
  for (const folder of folders.filter((path) => path.split('/').length === 2)) {
    const room = mappedRoom(folder.slice(folder.indexOf('/') + 1));
    if (room !== undefined) note(room, folder);
  }
  const found = [...rooms]
    .filter(([name]) => name !== GENERAL)
    .map(([name, { folders: from, keywords }]) => ({
      name,
      description: `Files from ${from.map((folder) => `${folder}/`).join(', ')}`,
      keywords: [...keywords].filter((keyword) => keyword !== ''),
    }));
  const general: RoomRule = { name: GENERAL, description: 'What is not classified', keywords: [] };
  return found.length > 0 ? [...found, general] : [...roomsOfFileNames(paths), general];
}

/** Folders of the first two levels, sorted; hidden ones name no room. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/');
    for (let depth = 1; depth < Math.min(parts.length, 3); depth++) folders.add(parts.slice(0, depth).join('/'));
  }
  return [...folders].filter((folder) => !/(?:^|\/)\./.test(folder)).sort();
}

function ownName(folder: string): string | undefined {
  const name = nameOfFolder(folder);
  if (name === undefined || !/^\p{L}/u.test(name)) return undefined;
  // Two Chinese characters are a word; two Latin letters hardly.
  return [...name].length > 2 || /\p{Script=Han}/u.test(name) ? name : undefined;
}

function roomsOfFileNames(paths: readonly string[]): RoomRule[] {
  const counted = PROJECT_ROOMS.map((row, order) => {
    const count = paths.filter((path) => {
      const words = nameWords(path.slice(path.lastIndexOf('/') + 1));
      return row.words.some((word) => hasTerm(words, word.split(' '))) || row.han.some((word) => path.includes(word));
    }).length;
    return { row, order, count };
  });
  return counted
    .filter(({ count }) => count >= 2)
    .sort((a, b) => b.count - a.count || a.order - b.order)
    .slice(0, MAX_ROOMS_FROM_FILES)
    .map(({ row }) => ({ name: row.room, description: `Files about ${row.room}`, keywords: [row.room] }));
}

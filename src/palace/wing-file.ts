import { createRequire } from 'node:module';
import type { Document, YAMLMap } from 'yaml';
import { PalaceError } from '../base/errors.js';
import { roomName } from './names.js';
import type { RoomName } from './types.js';

/** A room as `wing.yaml` describes it: what routing looks for, and other names for the same idea. */
export interface WingRoom {
  name: RoomName;
  description?: string;
  keywords: string[];
  aliases: RoomName[];
}

/** `wings/<wing>/wing.yaml`, all of it optional. */
export interface WingFile {
  /** `project`, `person`, `agent`, `topic`, or a word of one's own. */
  kind?: string;
  description?: string;
  rooms: WingRoom[];
}

/** What to set. A room is found by name (or added); of it only what is given is set, lists as a whole. */
export interface WingFileChanges {
  kind?: string;
  description?: string;
  rooms?: readonly {
    name: RoomName;
    description?: string;
    keywords?: readonly string[];
    aliases?: readonly RoomName[];
  }[];
}

/**
 * Reads a `wing.yaml`. Names are folded; a room may be a name alone or a map with `name`.
 * @throws PalaceError `broken-yaml` with file and line, `bad-name` for a name that no room can have.
 */
export function parseWingFile(text: string, file = 'wing.yaml'): WingFile {
  const data = plainData(open(text, file), file);
  if (data === null || data === undefined) return { rooms: [] };
  if (!isMap(data)) throw broken(file, 1, 'it is not a list of "key: value" lines');
  const rooms = Array.isArray(data.rooms) ? data.rooms : [];
  return {
    ...textField('kind', data.kind),
    ...textField('description', data.description),
    rooms: rooms.map((room: unknown) => parseRoom(room, file)).filter((room) => room !== undefined),
  };
}

function parseRoom(room: unknown, file: string): WingRoom | undefined {
  if (typeof room === 'string') return { name: roomName(room, `${file}: rooms`), keywords: [], aliases: [] };
  if (!isMap(room) || typeof room.name !== 'string') return undefined;
  return {
    name: roomName(room.name, `${file}: rooms`),
    ...textField('description', room.description),
    keywords: texts(room.keywords),
    aliases: texts(room.aliases).map((alias) => roomName(alias, `${file}: aliases`)),
  };
}

/**
 * The text of a `wing.yaml` with some things set: comments, unknown keys and the order of what stands there stay, and without
 * a real change so does every byte. `text` undefined begins a new file.
 * @throws PalaceError as {@link parseWingFile}.
 */
export function editWingFile(text: string | undefined, changes: WingFileChanges, file = 'wing.yaml'): string {
  const before = text ?? '';
  parseWingFile(before, file);
  const document = open(before, file);
  const edit: Edit = { document, changed: false };
  setText(edit, [], 'kind', changes.kind);
  setText(edit, [], 'description', changes.description);
  for (const room of changes.rooms ?? []) {
    const path = ['rooms', findOrAddRoom(edit, room.name)];
    setText(edit, path, 'description', room.description);
    setList(edit, path, 'keywords', room.keywords);
    setList(edit, path, 'aliases', room.aliases);
  }
  return edit.changed ? document.toString({ lineWidth: 0, flowCollectionPadding: false }) : before;
}

interface Edit {
  document: Document;
  changed: boolean;
}

function setText(edit: Edit, path: (string | number)[], key: string, value: string | undefined): void {
  if (value === undefined || edit.document.getIn([...path, key]) === value) return;
  edit.document.setIn([...path, key], value);
  edit.changed = true;
}

function setList(edit: Edit, path: (string | number)[], key: string, values: readonly string[] | undefined): void {
  if (values === undefined) return;
  const { isCollection } = yaml();
  const node = edit.document.getIn([...path, key], true);
  const standing = isCollection(node) ? texts(node.toJS(edit.document)) : [];
  if (JSON.stringify(standing) === JSON.stringify(values)) return;
  const list = edit.document.createNode([...values], { flow: true });
  edit.document.setIn([...path, key], list);
  edit.changed = true;
}

/** Index of the room in the list `rooms`, a lone name made a map first. */
function findOrAddRoom(edit: Edit, name: RoomName): number {
  const { isSeq, isMap: isMapNode, isScalar } = yaml();
  const { document } = edit;
  if (!isSeq(document.get('rooms', true))) {
    document.set('rooms', document.createNode([]));
    edit.changed = true;
  }
  const rooms = document.get('rooms', true);
  if (!isSeq(rooms)) throw new TypeError('a list was just put there');
  const index = rooms.items.findIndex((item) => {
    const label: unknown = isMapNode(item) ? item.get('name') : isScalar(item) ? item.value : undefined;
    return typeof label === 'string' && roomName(label) === name;
  });
  const asMap = (): YAMLMap => document.createNode({ name }) as YAMLMap;
  if (index === -1) {
    rooms.add(asMap());
    edit.changed = true;
    return rooms.items.length - 1;
  }
  if (!isMapNode(rooms.items[index])) {
    rooms.items[index] = asMap();
    edit.changed = true;
  }
  return index;
}

function open(text: string, file: string): Document {
  const document = yaml().parseDocument(text, { prettyErrors: true });
  const error = document.errors[0];
  if (error) throw broken(file, error.linePos?.[0].line ?? 1, error.message.split('\n')[0] ?? 'it is not YAML');
  return document;
}

/** Aliases that multiply are refused by the library with an exception of its own. */
function plainData(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw broken(file, 1, error instanceof Error ? error.message : String(error));
  }
}

function broken(file: string, line: number, message: string): PalaceError {
  return new PalaceError('broken-yaml', `${file}, line ${line}: ${message}`, {
    next: [`correct line ${line} of ${file}`],
    details: { file, line },
  });
}

/** Loaded when the first such file is read: most commands never need it. */
function yaml(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml');
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textField<Key extends string>(key: Key, value: unknown): Partial<Record<Key, string>> {
  return typeof value === 'string' && value !== '' ? ({ [key]: value } as Partial<Record<Key, string>>) : {};
}

function texts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return items.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
}

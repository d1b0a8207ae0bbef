import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../../base/errors.js';
import type { FrontMatterValue } from '../../../palace/types.js';
import type { Incoming, NotImported } from '../types.js';
import type { Filer } from './filer.js';
import { originalMemory } from './mempalace-memory.js';

/** Begins a room's file: `# wing / room`, then the first drawer. */
const ROOM_HEAD = /^\ufeff?# [^\r\n]+ \/ [^\r\n]+\r?\n\r?\n## \S[^\r\n]*\r?\n\r?\n>/;

/** Whether a file that begins so is a room of the original's markdown export. */
export function isExportedRoom(beginning: string): boolean {
  return ROOM_HEAD.test(beginning);
}

/** Names of the rooms' files below a folder, `<wing>/<room>.md`, sorted. */
export async function exportedRooms(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const wing of (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
    if (wing.name.startsWith('.')) continue;
    for (const room of await readdir(join(folder, wing.name), { withFileTypes: true }))
      if (room.isFile() && room.name.endsWith('.md')) found.push(`${wing.name}/${room.name}`);
  }
  return found.sort();
}

/** The drawers of the original's markdown export. Its table of contents (`index.md` of a snapshot) is none. */
export async function* readExportedRooms(folder: string, filer: Filer): AsyncGenerator<Incoming | NotImported> {
  for (const path of await exportedRooms(folder)) {
    let text: string;
    try {
      text = await readFile(join(folder, path), 'utf8');
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      yield { where: path, reason: `cannot be read (${systemCode(error)})`, damaged: true };
      continue;
    }
    if (/^\ufeff?# Wing Export/.test(text)) continue;
    if (!isExportedRoom(text.slice(0, 8192))) {
      yield { where: path, reason: 'is no room of an export: it does not begin with "# wing / room"', damaged: true };
      continue;
    }
    yield* drawersOf(text, path, filer);
  }
}

function* drawersOf(text: string, path: string, filer: Filer): Generator<Incoming | NotImported> {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  // Written on Windows every line ends so; elsewhere a CR belongs to what was said.
  const isWindows = lines[0]?.endsWith('\r') === true;
  const lineAt = (at: number): string | undefined => (isWindows ? lines[at]?.replace(/\r$/, '') : lines[at]);
  const [wingFolder = '', roomFile = ''] = path.split('/');
  const names = lineAt(0)?.slice(2).split(' / ') ?? [];
  const [wing = wingFolder, room = roomFile.replace(/\.md$/, '')] = names.length === 2 ? names : [];
  for (let at = 1; at < lines.length; ) {
    const start = at;
    const heading = lineAt(at++) ?? '';
    if (heading === '' || heading === '---' || heading === `# ${wing} / ${room}`) continue;
    const where = `${path}:${start + 1}`;
    if (!heading.startsWith('## ')) {
      yield { where, reason: `is outside every drawer: ${JSON.stringify(heading.slice(0, 60))}`, damaged: true };
      continue;
    }
    if (lineAt(at) === '') at++;
    const words: string[] = [];
    for (let line = lineAt(at); line?.startsWith('>'); line = lineAt(++at)) words.push(line.replace(/^> ?/, ''));
    if (words.length === 0) {
      yield { where, reason: 'has no text', damaged: true };
      continue;
    }
    if (lineAt(at) === '') at++;
    const metadata: Record<string, FrontMatterValue> = { wing, room };
    for (let line = lineAt(at); line?.startsWith('|'); line = lineAt(++at)) takeField(line, metadata);
    yield filer.file(originalMemory(heading.slice(3), words.join('\n'), metadata, where));
  }
}

const FIELDS: Readonly<Record<string, string>> = {
  Source: 'source_file',
  Filed: 'filed_at',
  'Added by': 'added_by',
};

/** A row `| Source | … |`. What the export did not know stands as `unknown`. */
function takeField(line: string, metadata: Record<string, FrontMatterValue>): void {
  const [, name = '', value = ''] = /^\| ([^|]+?) \| (.*) \|$/.exec(line) ?? [];
  if (name === '' || name === 'Field' || value === '' || value === 'unknown') return;
  metadata[FIELDS[name] ?? name.toLowerCase().replace(/\W+/g, '_')] = value;
}

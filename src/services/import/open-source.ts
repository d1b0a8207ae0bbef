import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import { isBundle } from '../../git/bundle.js';
import type { Git } from '../../git/types.js';
import { isSqlite } from '../../sources/sqlite.js';
import { EXPORTED } from '../export/stage.js';
import { isBasicMemoryNote, notesBelow, readBasicMemory } from './foreign/basic-memory.js';
import { Filer, type Surroundings } from './foreign/filer.js';
import { isGraphLine, readMemoryServer } from './foreign/memory-server.js';
import { chromaBelow, readMemPalace } from './foreign/mempalace.js';
import { exportedRooms, isExportedRoom, readExportedRooms } from './foreign/mempalace-markdown.js';
import { openBundle } from './open-bundle.js';
import { linesOf, parsed, readLines } from './read-lines.js';
import { readTree } from './read-tree.js';
import type { ImportFormat, ImportProgram, Reading } from './types.js';

export interface OpenedSource {
  format: ImportFormat;
  reading: Reading;
  notes: string[];
  /** Lets go of what was made to read it. */
  close?(): Promise<void>;
}

export interface OpenOptions {
  /** Take it for what this program wrote; default: what its content shows. */
  from: ImportProgram | undefined;
  runtime: Runtime;
  /** Engine of the palace that imports. */
  engine: Git['engine'];
  surroundings: Surroundings;
  /** Largest note. Bytes. */
  maxBytes: number;
}

/** Bytes of a file that show what it is. */
const HEAD = 8192;

/** Notes that are looked at to know whose they are. */
const LOOKED_AT = 50;

/**
 * Finds out what `path` (absolute) is, and opens it.
 * @throws PalaceError `not-found` (exit 4), `no-export` (exit 2).
 */
export async function openSource(path: string, options: OpenOptions): Promise<OpenedSource> {
  const stats = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === undefined) throw error;
    throw new PalaceError('not-found', `there is nothing to read at ${path} (${systemCode(error)})`, {
      exit: EXIT.notFound,
      details: { path },
    });
  });
  const opened = stats.isDirectory()
    ? await openFolder(path, options)
    : stats.isFile()
      ? await openFile(path, options)
      : undefined;
  if (opened === undefined) throw noExport(path, options.from);
  return opened;
}

async function openFile(path: string, options: OpenOptions): Promise<OpenedSource | undefined> {
  const { from } = options;
  const head = await firstBytes(path);
  if (isSqlite({ head })) return isFrom(from, 'mempalace') ? openDatabase(path, options) : undefined;
  if (isBundle(head)) return isFrom(from, 'palace') ? openBundle(path, options.engine, options.runtime) : undefined;
  if (!/^\ufeff?\s*\{/.test(head.toString('utf8'))) return undefined;
  if (from === 'memory-server' || (from === undefined && (await holdsGraph(path)))) return openGraph(path, options);
  return isFrom(from, 'palace') ? { format: 'jsonl', reading: readLines(path), notes: [] } : undefined;
}

async function openFolder(path: string, options: OpenOptions): Promise<OpenedSource | undefined> {
  const { from } = options;
  const names = await readdir(path);
  if (isFrom(from, 'palace')) {
    if (names.includes(EXPORTED.lines))
      return { format: 'jsonl', reading: readLines(join(path, EXPORTED.lines)), notes: [] };
    if (names.includes(EXPORTED.wings)) return { format: 'markdown', reading: readTree(path), notes: [] };
  }
  if (isFrom(from, 'mempalace')) {
    const database = chromaBelow(path);
    if (database !== undefined) return openDatabase(database, options);
    for (const room of (await exportedRooms(path)).filter((one) => !one.endsWith('/index.md')).slice(0, LOOKED_AT))
      if (isExportedRoom((await firstBytes(join(path, room))).toString('utf8'))) {
        const filer = new Filer(options.surroundings, { original: true });
        return { format: 'mempalace-markdown', reading: readExportedRooms(path, filer), notes: [] };
      }
  }
  if (isFrom(from, 'memory-server'))
    for (const name of names.filter((one) => /^memory\.jsonl?$/.test(one)).sort())
      if (await holdsGraph(join(path, name))) return openGraph(join(path, name), options);
  if (isFrom(from, 'basic-memory') && (from !== undefined || (await holdsBasicMemory(path)))) {
    const reading = readBasicMemory(path, new Filer(options.surroundings), options.maxBytes);
    return { format: 'basic-memory', reading, notes: [] };
  }
  return undefined;
}

function isFrom(from: ImportProgram | undefined, program: ImportProgram): boolean {
  return from === undefined || from === program;
}

function openDatabase(path: string, { from, runtime, surroundings }: OpenOptions): OpenedSource {
  const filer = new Filer(surroundings, { original: true });
  return { format: 'mempalace', reading: readMemPalace(path, filer, runtime, () => noExport(path, from)), notes: [] };
}

function openGraph(path: string, { surroundings }: OpenOptions): OpenedSource {
  return { format: 'memory-server', reading: readMemoryServer(path, new Filer(surroundings)), notes: [] };
}

async function holdsGraph(path: string): Promise<boolean> {
  for await (const { text } of linesOf(path)) return text !== undefined && isGraphLine(parsed(text));
  return false;
}

async function holdsBasicMemory(path: string): Promise<boolean> {
  const { notes } = await notesBelow(path, LOOKED_AT);
  for (const note of notes) if (isBasicMemoryNote(await firstBytes(join(path, note)))) return true;
  return false;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function noExport(path: string, from: ImportProgram | undefined): PalaceError {
  const message =
    from === undefined ? `${path} is no export that is known here` : `${path} is no export of ${PROGRAMS[from]}`;
  return new PalaceError('no-export', message, {
    exit: EXIT.usage,
    next: [
      'give a folder that palace export made (with wings/ or drawers.jsonl in it), or a .jsonl file',
      'give a palace or markdown export of MemPalace, a project of basic-memory, or memory.json of the MCP memory server',
      'palace mine PATH: reads notes, projects and conversations of every other kind',
    ],
    details: { path },
  });
}

const PROGRAMS: Readonly<Record<ImportProgram, string>> = {
  palace: 'a palace',
  mempalace: 'MemPalace',
  'basic-memory': 'basic-memory',
  'memory-server': 'the MCP memory server',
};

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { parseDrawer } from '../../../src/palace/codec.js';
import { parseDrawerPath } from '../../../src/palace/layout.js';
import type { DrawerFile } from '../../../src/palace/types.js';
import type { Surroundings } from '../../../src/services/import/foreign/filer.js';
import type { NotImported, Reading } from '../../../src/services/import/types.js';
import { tempDir } from '../../support/temp.js';
import { wingsOf } from '../export/support.js';

export interface OriginalDrawer {
  id: string;
  text: string | null;
  metadata: Readonly<Record<string, string | number | boolean>>;
  /** Default `mempalace_drawers`. */
  collection?: string;
}

/** The tables that Chroma 0.5 to 1.0 keeps, as far as they are read, with the others that a palace has empty. */
const SCHEMA = [
  'CREATE TABLE collections (id TEXT PRIMARY KEY, name TEXT NOT NULL, dimension INTEGER, database_id TEXT NOT NULL)',
  'CREATE TABLE segments (id TEXT PRIMARY KEY, type TEXT NOT NULL, scope TEXT NOT NULL, collection TEXT NOT NULL)',
  'CREATE TABLE embeddings (id INTEGER PRIMARY KEY, segment_id TEXT NOT NULL, embedding_id TEXT NOT NULL, seq_id BLOB NOT NULL, ' +
    'created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, UNIQUE (segment_id, embedding_id))',
  'CREATE TABLE embedding_metadata (id INTEGER REFERENCES embeddings(id), key TEXT NOT NULL, string_value TEXT, int_value INTEGER, ' +
    'float_value REAL, bool_value INTEGER, PRIMARY KEY (id, key))',
  'CREATE TABLE embeddings_queue (seq_id INTEGER PRIMARY KEY, operation INTEGER NOT NULL, topic TEXT NOT NULL, id TEXT NOT NULL)',
  'CREATE TABLE max_seq_id (segment_id TEXT PRIMARY KEY, seq_id BLOB NOT NULL)',
];

/** Writes a palace of the original, as Chroma keeps it. Gives its folder. */
export function originalPalace(drawers: readonly OriginalDrawer[], folder = join(tempDir(), 'palace')): string {
  mkdirSync(folder, { recursive: true });
  const database = new sqlite.Database(join(folder, 'chroma.sqlite3'));
  for (const table of SCHEMA) database.exec(table);
  database.exec('BEGIN');
  const collections = new Set(drawers.map(({ collection = 'mempalace_drawers' }) => collection));
  for (const name of collections) {
    database.run('INSERT INTO collections VALUES (?, ?, 384, ?)', [`c-${name}`, name, 'd']);
    for (const scope of ['VECTOR', 'METADATA'])
      database.run('INSERT INTO segments VALUES (?, ?, ?, ?)', [`${scope}-${name}`, 'urn:x', scope, `c-${name}`]);
  }
  drawers.forEach(({ id, text, metadata, collection = 'mempalace_drawers' }, at) => {
    const row = at + 1;
    database.run('INSERT INTO embeddings (id, segment_id, embedding_id, seq_id) VALUES (?, ?, ?, ?)', [
      row,
      `METADATA-${collection}`,
      id,
      row,
    ]);
    const insert = (key: string, value: string | number | boolean): void => {
      const columns = [null, null, null, null] as (string | number | null)[];
      if (typeof value === 'string') columns[0] = value;
      else if (typeof value === 'boolean') columns[3] = value ? 1 : 0;
      else columns[Number.isInteger(value) ? 1 : 2] = value;
      database.run('INSERT INTO embedding_metadata VALUES (?, ?, ?, ?, ?, ?)', [row, key, ...columns]);
    };
    for (const [key, value] of Object.entries(metadata)) insert(key, value);
    if (text !== null) insert('chroma:document', text);
  });
  database.exec('COMMIT');
  database.close();
  return folder;
}

export interface OriginalFact {
  subject: string;
  predicate: string;
  object: string;
  from?: string;
  to?: string;
  confidence?: number;
  closet?: string;
  file?: string;
}

/** Writes the original's knowledge graph; `names`: of its entities, by id. */
export function originalGraph(path: string, facts: readonly OriginalFact[], names: Record<string, string> = {}): void {
  const database = new sqlite.Database(path);
  database.exec(
    "CREATE TABLE entities (id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT DEFAULT 'unknown', properties TEXT)",
  );
  database.exec(
    'CREATE TABLE triples (id TEXT PRIMARY KEY, subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL, valid_from TEXT, ' +
      'valid_to TEXT, confidence REAL DEFAULT 1.0, source_closet TEXT, source_file TEXT, extracted_at TEXT DEFAULT CURRENT_TIMESTAMP)',
  );
  for (const [id, name] of Object.entries(names))
    database.run('INSERT INTO entities (id, name) VALUES (?, ?)', [id, name]);
  facts.forEach(({ subject, predicate, object, from, to, confidence, closet, file }, at) => {
    const dates = [from ?? null, to ?? null];
    const sources = [closet ?? null, file ?? null];
    database.run(
      'INSERT INTO triples (id, subject, predicate, object, valid_from, valid_to, confidence, source_closet, source_file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      [`t_${at}`, subject, predicate, object, ...dates, confidence ?? 1, ...sources],
    );
  });
  database.close();
}

/** Cuts a text as the original's project miner does (behaviour reference 12.1). For ASCII texts. */
export function originalSlices(text: string): string[] {
  const whole = text.trim();
  const slices: string[] = [];
  for (let start = 0; start < whole.length; ) {
    let end = Math.min(start + 800, whole.length);
    if (end < whole.length) {
      const blank = whole.lastIndexOf('\n\n', end - 2);
      const line = whole.lastIndexOf('\n', end - 1);
      if (blank > start + 400) end = blank;
      else if (line > start + 400) end = line;
    }
    const slice = whole.slice(start, end).trim();
    if (slice.length >= 50) slices.push(slice);
    start = end < whole.length ? end - 100 : end;
  }
  return slices;
}

/** Files below a new folder. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>, name = 'in'): string {
  const folder = join(tempDir(), name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export interface FiledDrawer extends DrawerFile {
  path: string;
  text: string;
}

/** All drawers of a palace, by path. */
export function drawersIn(root: string): FiledDrawer[] {
  return Object.entries(wingsOf(root))
    .filter(([path]) => path.endsWith('.md'))
    .map(([path, bytes]) => {
      const drawer = parseDrawer(Buffer.from(bytes, 'hex'));
      return { ...drawer, path, text: drawer.body.toString('utf8') };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A palace without wings. */
export const NOWHERE: Surroundings = { hasWing: () => false, fanout: 1000 };

/** What a reader gives, taken apart. */
export async function filedBy(
  reading: Reading,
): Promise<{ texts: string[]; ids: string[]; paths: string[]; left: NotImported[] }> {
  const found = { texts: [] as string[], ids: [] as string[], paths: [] as string[], left: [] as NotImported[] };
  for await (const one of reading) {
    if ('facts' in one) continue;
    if (!('bytes' in one)) {
      found.left.push(one);
      continue;
    }
    const { front, body, problem } = parseDrawer(one.bytes);
    if (problem !== undefined) throw new Error(problem.message);
    found.texts.push(body.toString('utf8'));
    found.ids.push(front.id ?? '');
    found.paths.push(one.path);
  }
  return found;
}

export function isDrawerPath(path: string): boolean {
  return parseDrawerPath(path) !== undefined;
}

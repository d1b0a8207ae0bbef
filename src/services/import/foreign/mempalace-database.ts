import type { FrontMatterValue } from '../../../palace/types.js';
import type { ReadOnlyDatabase } from '../../../sources/sqlite.js';
import type { Incoming, NotImported } from '../types.js';
import type { Filer } from './filer.js';
import { joinSlices } from './mempalace-chunks.js';
import { type OriginalMetadata, originalMemory } from './mempalace-memory.js';

/** Rows asked for at once. */
const ROWS = 400;

/** What the original derives from its drawers, and makes anew. */
const DERIVED = /(?:^|_)(?:closets|compressed)$/;

/** Where Chroma keeps the text of a row. */
const DOCUMENT = 'chroma:document';

interface Drawer {
  /** Chroma's number of the row. */
  row: number;
  /** Of the drawer there. */
  id: string;
  /** Slices of one source have the same; undefined for what is whole. */
  group: string | undefined;
  index: number;
}

/** Whether these are the tables of a Chroma database. */
export function isChroma(tables: ReadonlySet<string>): boolean {
  return ['collections', 'segments', 'embeddings', 'embedding_metadata'].every((name) => tables.has(name));
}

/** Whether these are the tables of the original's knowledge graph. */
export function isKnowledgeGraph(tables: ReadonlySet<string>): boolean {
  return tables.has('entities') && tables.has('triples');
}

export function tablesOf(database: ReadOnlyDatabase): ReadonlySet<string> {
  return new Set(
    database.all("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").map(({ name }) => String(name)),
  );
}

/** The drawers of a palace of the original. Slices of one file are put together where {@link joinSlices} can prove it. */
export function* readChroma(database: ReadOnlyDatabase, file: string, filer: Filer): Generator<Incoming | NotImported> {
  const hasLists = tablesOf(database).has('embedding_metadata_array');
  const collections = database.all(
    'SELECT c.name AS name, count(e.id) AS rows FROM collections c JOIN segments s ON s.collection = c.id ' +
      'JOIN embeddings e ON e.segment_id = s.id GROUP BY c.id ORDER BY c.name',
  );
  let known = 0;
  for (const { name, rows } of collections) {
    known += Number(rows);
    const where = `${file}, collection ${String(name)}`;
    if (DERIVED.test(String(name)))
      yield { where, reason: `${String(rows)} rows are made from the drawers and made anew`, damaged: false };
    else
      for (const batch of batches(drawersOf(database, String(name)))) {
        const contents = contentsOf(database, batch.flat(), hasLists);
        for (const group of batch) yield* fileGroup(group, contents, file, filer);
      }
  }
  const all = Number(database.all('SELECT count(*) AS rows FROM embeddings')[0]?.rows ?? 0);
  if (all > known)
    yield {
      where: file,
      reason: `${all - known} rows belong to no collection: they were deleted there`,
      damaged: false,
    };
}

/** Drawers of a collection: each by itself, or all slices of one source in their order. By the first row of each. */
function drawersOf(database: ReadOnlyDatabase, collection: string): Drawer[][] {
  const value = (key: string): string =>
    `(SELECT coalesce(m.string_value, m.int_value) FROM embedding_metadata m WHERE m.id = e.id AND m.key = '${key}')`;
  const keys = ['source_file', 'chunk_index', 'wing', 'room', 'ingest_mode', 'extract_mode'];
  const rows = database.all(
    `SELECT e.id AS row, e.embedding_id AS id, ${keys.map((key) => `${value(key)} AS ${key}`).join(', ')} ` +
      'FROM embeddings e JOIN segments s ON s.id = e.segment_id JOIN collections c ON c.id = s.collection ' +
      'WHERE c.name = ? ORDER BY e.id',
    [collection],
  );
  const groups = new Map<string, Drawer[]>();
  for (const found of rows) {
    const { source_file: source, chunk_index: index } = found;
    const isSlice =
      typeof source === 'string' &&
      source !== '' &&
      typeof index === 'number' &&
      Number.isInteger(index) &&
      found.ingest_mode === null &&
      found.extract_mode === null;
    const drawer: Drawer = {
      row: Number(found.row),
      id: String(found.id),
      group: isSlice ? [source, found.wing, found.room].join('\0') : undefined,
      index: isSlice ? index : 0,
    };
    const key = drawer.group ?? `\0${drawer.row}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [drawer]);
    else group.push(drawer);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.index - b.index || a.row - b.row));
}

function* batches(groups: readonly Drawer[][]): Generator<Drawer[][]> {
  let batch: Drawer[][] = [];
  let rows = 0;
  for (const group of groups) {
    batch.push(group);
    rows += group.length;
    if (rows < ROWS) continue;
    yield batch;
    batch = [];
    rows = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Metadata of rows, with their texts. */
function contentsOf(
  database: ReadOnlyDatabase,
  drawers: readonly Drawer[],
  hasLists: boolean,
): ReadonlyMap<number, Record<string, FrontMatterValue>> {
  const contents = new Map<number, Record<string, FrontMatterValue>>();
  const of = (row: unknown): Record<string, FrontMatterValue> => {
    const known = contents.get(Number(row));
    if (known !== undefined) return known;
    const made: Record<string, FrontMatterValue> = {};
    contents.set(Number(row), made);
    return made;
  };
  for (let at = 0; at < drawers.length; at += ROWS) {
    const rows = drawers.slice(at, at + ROWS).map(({ row }) => row);
    const wanted = `WHERE id IN (${rows.map(() => '?').join(', ')})`;
    for (const found of database.all(`SELECT * FROM embedding_metadata ${wanted} ORDER BY id`, rows)) {
      const value = plainValue(found);
      if (value !== undefined) of(found.id)[String(found.key)] = value;
    }
    if (!hasLists) continue;
    for (const found of database.all(`SELECT * FROM embedding_metadata_array ${wanted} ORDER BY id`, rows)) {
      const value = plainValue(found);
      const before = of(found.id)[String(found.key)];
      if (value !== undefined && !Array.isArray(value))
        of(found.id)[String(found.key)] = [...(Array.isArray(before) ? before : []), value as string];
    }
  }
  return contents;
}

function plainValue(row: Readonly<Record<string, unknown>>): FrontMatterValue | undefined {
  if (typeof row.string_value === 'string') return row.string_value;
  if (row.bool_value !== null && row.bool_value !== undefined) return Number(row.bool_value) !== 0;
  for (const value of [row.int_value, row.float_value])
    if (value !== null && value !== undefined) return typeof value === 'bigint' ? String(value) : Number(value);
  return undefined;
}

function* fileGroup(
  group: readonly Drawer[],
  contents: ReadonlyMap<number, Record<string, FrontMatterValue>>,
  file: string,
  filer: Filer,
): Generator<Incoming | NotImported> {
  const read = group.map((drawer) => {
    const { [DOCUMENT]: text, ...metadata } = contents.get(drawer.row) ?? {};
    return { id: drawer.id, text: typeof text === 'string' ? text : undefined, metadata };
  });
  const joined = isWhole(group) ? joinSlices(read.map(({ text }) => text ?? '')) : undefined;
  const [first] = read;
  if (joined !== undefined && first !== undefined) {
    const where = `${file}: ${first.id} and ${read.length - 1} more slices`;
    const metadata = { ...common(read.map((one) => one.metadata)), slices: read.length };
    yield filer.file(originalMemory(first.id, joined, metadata, where));
    return;
  }
  for (const { id, text, metadata } of read) {
    const where = `${file}: ${id}`;
    if (text === undefined) yield { where, reason: 'has no text there', damaged: true };
    else yield filer.file(originalMemory(id, text, metadata, where));
  }
}

/** Whether the slices are all of their source: 0, 1, 2, … */
function isWhole(group: readonly Drawer[]): boolean {
  return group.length > 1 && group.every(({ index }, at) => index === at);
}

/** What all slices say alike; the time at which the first was filed; whoever is named in one of them. */
function common(all: readonly OriginalMetadata[]): Record<string, FrontMatterValue> {
  const [first = {}, ...others] = all;
  const shared: Record<string, FrontMatterValue> = {};
  for (const [key, value] of Object.entries(first))
    if (key === 'filed_at' || others.every((other) => String(other[key]) === String(value))) shared[key] = value;
  const named = all.flatMap(({ entities }) => (typeof entities === 'string' ? entities.split(';') : []));
  if (named.length > 0) shared.entities = [...new Set(named)].join(';');
  return shared;
}

import type { ReadOnlyDatabase } from '../../../sources/sqlite.js';
import type { ForeignFact, IncomingFacts, NotImported } from '../types.js';
import { tablesOf } from './mempalace-database.js';

/** A day, and a time of it in no zone. */
const ZONELESS = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/**
 * The facts of the original's knowledge graph: those that ended first, so that one which ended and holds again is two here as well.
 * Ids of its entities become the names that it shows for them.
 */
export function* readGraph(database: ReadOnlyDatabase, where: string): Generator<IncomingFacts | NotImported> {
  const names = new Map(
    database.all('SELECT id, name FROM entities').map(({ id, name }) => [String(id), String(name ?? id)]),
  );
  const columns = new Set(database.all('PRAGMA table_info(triples)').map(({ name }) => String(name)));
  const order = ['valid_to IS NULL', 'valid_from'].filter((by) => columns.has(by.split(' ')[0] ?? ''));
  const rows = database.all(`SELECT * FROM triples ORDER BY ${[...order, 'rowid'].join(', ')}`);
  yield {
    where,
    facts: rows.map((row): ForeignFact => {
      const text = (key: string): string | undefined => textOf(row[key]);
      const nameOf = (key: string): string => names.get(text(key) ?? '') ?? text(key) ?? '';
      const drawer = text('source_drawer_id');
      const file = text('source_file') ?? (drawer === undefined ? undefined : `mempalace:${drawer}`);
      const confidence = typeof row.confidence === 'number' ? row.confidence : undefined;
      const [from, to, closet] = [dateOf(text('valid_from')), dateOf(text('valid_to')), text('source_closet')];
      return {
        subject: nameOf('subject'),
        predicate: text('predicate') ?? '',
        object: nameOf('object'),
        ...(from !== undefined && { valid_from: from }),
        ...(to !== undefined && { valid_to: to }),
        ...(confidence !== undefined && { confidence }),
        ...(closet !== undefined && { source_closet: closet }),
        ...(file !== undefined && { source_file: file }),
      };
    }),
  };
  const said = described(database);
  if (said > 0)
    yield {
      where,
      reason: `types and properties of ${said} entities are not imported: palace kg entity`,
      damaged: false,
    };
}

/** Entities of which more is known than their name. */
function described(database: ReadOnlyDatabase): number {
  if (!tablesOf(database).has('entities')) return 0;
  return database.all('SELECT * FROM entities').filter((entity) => {
    const [type, properties] = [textOf(entity.type), textOf(entity.properties)];
    return (type !== undefined && type !== 'unknown') || (properties !== undefined && properties !== '{}');
  }).length;
}

/** A time without a zone counts as its day: nobody knows more. What is no date stays, and is refused with its words. */
function dateOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (ZONELESS.exec(text)?.[1] ?? text);
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  return text === '' ? undefined : text;
}

import { isObject } from '../json.js';
import type { ReadOnlyDatabase } from '../sqlite.js';

/** Keys and texts of Cursor's store, wherever they are kept. */
export interface KeyValues {
  /** Keys that begin so, sorted. */
  keys(prefix: string): string[];
  get(key: string): string | undefined;
  /** All rows whose keys begin so, sorted by key. */
  under(prefix: string): [string, string][];
}

/** The table `cursorDiskKV` or `ItemTable` of `state.vscdb`; undefined when the database has no such table. */
export function tableOf(database: ReadOnlyDatabase, table: 'cursorDiskKV' | 'ItemTable'): KeyValues | undefined {
  const found = database.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?", [table]);
  if (found.length === 0) return undefined;
  const range = 'WHERE key >= ? AND key < ? ORDER BY key';
  return {
    keys: (prefix) =>
      database.all(`SELECT key FROM ${table} ${range}`, [prefix, after(prefix)]).map(({ key }) => textOf(key)),
    get: (key) => {
      const [row] = database.all(`SELECT value FROM ${table} WHERE key = ?`, [key]);
      return row === undefined || row.value === null ? undefined : textOf(row.value);
    },
    under: (prefix) =>
      database
        .all(`SELECT key, value FROM ${table} ${range}`, [prefix, after(prefix)])
        .filter(({ value }) => value !== null)
        .map(({ key, value }) => [textOf(key), textOf(value)]),
  };
}

/** The same rows as JSON: a list of `{key, value}`. */
export function rowsOf(elements: readonly unknown[]): KeyValues {
  const rows = elements
    .filter(isObject)
    .map(({ key, value }): [unknown, unknown] => [key, value])
    .filter((row): row is [string, string] => typeof row[0] === 'string' && typeof row[1] === 'string')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const byKey = new Map(rows);
  const under = (prefix: string) => rows.filter(([key]) => key.startsWith(prefix));
  return { keys: (prefix) => under(prefix).map(([key]) => key), get: (key) => byKey.get(key), under };
}

/** The least text that is greater than all that begin so. Prefixes end with an ASCII mark. */
function after(prefix: string): string {
  return `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`;
}

/** Values are text in some versions and bytes in others. */
function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value);
}

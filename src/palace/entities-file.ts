import { createRequire } from 'node:module';
import { PalaceError } from '../base/errors.js';
import { PATHS } from './layout.js';

/** A person, project or other thing that somebody confirmed in `entities.yaml`. */
export interface ConfirmedEntity {
  name: string;
  /** `person` below `people`, `project` below `projects`, else the name of the list, or what the entry itself says. */
  type: string;
  aliases: readonly string[];
  /** Short code of the AAAK dialect, where one was chosen. */
  code?: string;
}

/** Lists of entities.yaml and the type of what stands in them; a list of any other name is its own type. */
export const ENTITY_LISTS: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['projects', 'project'],
  ['tools', 'tool'],
  ['organizations', 'organization'],
  ['places', 'place'],
]);

/**
 * Reads `entities.yaml`: lists of entries, each a name alone or a mapping with `name`. Anything else in it is left alone.
 * @throws PalaceError `broken-yaml` with the line when it is no YAML.
 */
export function parseEntitiesFile(text: string, file: string = PATHS.entities): ConfirmedEntity[] {
  // The file as `init` makes it: no parser is loaded to find that it says nothing.
  if (
    text
      .replace(/^\s*#.*$/gm, '')
      .replace(/^[a-z_]+: \[\]$/gm, '')
      .trim() === ''
  )
    return [];
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  const data: unknown = error === undefined ? plain(() => document.toJS({ maxAliasCount: 100 }), file) : undefined;
  if (error !== undefined) throw broken(file, error.linePos?.[0].line ?? 1, error.message.split('\n')[0] ?? '');
  if (!isMap(data)) return [];
  return Object.entries(data).flatMap(([list, entries]) => {
    if (!Array.isArray(entries)) return [];
    const type = ENTITY_LISTS.get(list) ?? list;
    return entries.flatMap((entry: unknown) => entryOf(entry, type));
  });
}

function entryOf(entry: unknown, type: string): ConfirmedEntity[] {
  if (typeof entry === 'string' && entry.trim() !== '') return [{ name: entry.trim(), type, aliases: [] }];
  if (!isMap(entry) || typeof entry.name !== 'string' || entry.name.trim() === '') return [];
  const aliases = (Array.isArray(entry.aliases) ? entry.aliases : [entry.aliases]).flatMap((alias: unknown) =>
    (typeof alias === 'string' || typeof alias === 'number') && String(alias).trim() !== ''
      ? [String(alias).trim()]
      : [],
  );
  return [
    {
      name: entry.name.trim(),
      type: typeof entry.type === 'string' && entry.type !== '' ? entry.type : type,
      aliases,
      ...(typeof entry.code === 'string' && { code: entry.code }),
    },
  ];
}

function plain(read: () => unknown, file: string): unknown {
  try {
    return read();
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

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

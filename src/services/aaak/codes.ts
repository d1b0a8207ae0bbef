import { join } from 'node:path';
import { CodeTable } from '../../aaak/codes.js';
import type { DialectConfig } from '../../aaak/compat/compress.js';
import { EXIT, PalaceError } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { parseEntitiesFile } from '../../palace/entities-file.js';
import { PATHS } from '../../palace/layout.js';
import type { Palace } from '../../palace/types.js';
import { readText } from './input.js';

/**
 * The codes of a palace's people and projects, and of a settings file of the original where one is given (these come first).
 * A broken entities.yaml costs its names and one line.
 */
export async function readCodes(palace: Palace | undefined, config: DialectConfig = {}): Promise<CodeTable> {
  const chosen = Object.entries(config.entities ?? {}).map(([name, code]) => ({ name, code }));
  const entities = palace === undefined ? [] : await confirmed(palace);
  const table = new CodeTable([...chosen, ...entities], config.skip_names ?? []);
  for (const { name, code } of table.collisions)
    palace?.runtime.logger.warn(
      `the code ${code} of ${name} is taken or is no code; it is called ${table.codeOf(name) ?? 'by its name'} here`,
    );
  return table;
}

async function confirmed(palace: Palace): Promise<ReturnType<typeof parseEntitiesFile>> {
  const bytes = await readIfExists(join(palace.root, PATHS.entities));
  if (bytes === undefined) return [];
  try {
    return parseEntitiesFile(bytes.toString('utf8'));
  } catch (error) {
    if (!(error instanceof PalaceError)) throw error;
    palace.runtime.logger.warn(`${error.message}; its names have no codes`);
    return [];
  }
}

/** Reads `{"entities": {"Alice": "ALC"}, "skip_names": ["Gandalf"]}`. @throws PalaceError `bad-config` (exit 2). */
export async function readDialectConfig(
  path: string | undefined,
  runtime: Pick<Runtime, 'cwd'>,
): Promise<DialectConfig> {
  if (path === undefined) return {};
  const { text } = await readText({ kind: 'file', path }, runtime);
  const bad = (reason: string): PalaceError =>
    new PalaceError('bad-config', `${path} is no settings file of the dialect: ${reason}`, {
      exit: EXIT.usage,
      next: ['write {"entities": {"Alice": "ALC"}, "skip_names": ["Gandalf"]}'],
    });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw bad(error instanceof Error ? error.message : String(error));
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw bad('it is no object');
  const { entities = {}, skip_names: skip = [] } = data as Record<string, unknown>;
  if (
    typeof entities !== 'object' ||
    entities === null ||
    Object.values(entities).some((code) => typeof code !== 'string')
  )
    throw bad('"entities" gives a code for each name');
  if (!Array.isArray(skip) || skip.some((name) => typeof name !== 'string'))
    throw bad('"skip_names" is a list of names');
  return {
    entities: Object.fromEntries(Object.entries(entities).map(([name, code]) => [name, String(code)])),
    skip_names: skip,
  };
}

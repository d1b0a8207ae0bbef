import { EXIT, PalaceError, systemCode } from '../base/errors.js';
import { readRegularFile } from '../base/files.js';
import { nearest } from '../base/near.js';
import type { Runtime } from '../base/runtime.js';
import type { GitChoice } from '../git/types.js';
import { expandPath, userConfigFile } from './paths.js';
import {
  isSettingKey,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type SettingSpec,
  type SettingValues,
} from './settings.js';
import type { Settings } from './types.js';
import { lineOfKey, readYamlMap, type YamlMap } from './yaml-map.js';

export type Origin = 'default' | 'palace.yaml' | 'user config' | 'environment' | 'flag';

/** A setting, its value and where the value comes from; the shape of `palace config --json`. */
export interface SettingEntry {
  key: SettingKey;
  value: string | number | null;
  /** Of a number: bytes or milliseconds. */
  unit?: 'bytes' | 'ms';
  origin: Origin;
  /** File or environment variable that gave it. */
  from?: string;
  description: string;
}

export interface LoadedSettings {
  settings: Settings;
  /** Engine to open git with. */
  git: GitChoice;
  /** The `palace` setting, expanded to an absolute path; undefined when nothing names one. */
  palace?: string;
  entries: SettingEntry[];
}

export interface LoadRequest {
  runtime: Runtime;
  /** Parsed palace.yaml and its path: untrusted, only settings marked as shared are read from it. */
  shared?: { data: YamlMap; file: string };
  flags?: Partial<Record<SettingKey, unknown>>;
  /** `palace config` itself: a broken user file is an error instead of a warning and defaults. Default false. */
  strict?: boolean;
}

interface Source {
  origin: Origin;
  raw: unknown;
  from: string;
}

/**
 * All settings: default < palace.yaml < the user's config file < environment < flags.
 * @throws PalaceError `bad-setting` for a wrong value in a flag or variable, and with `strict` in the user's file.
 */
export async function loadSettings(request: LoadRequest): Promise<LoadedSettings> {
  const { runtime, strict = false } = request;
  const user = await readUserConfig(runtime, strict);
  const entries = new Map<SettingKey, SettingEntry>();
  const values: Partial<Record<SettingKey, SettingValues[SettingKey]>> = {};
  for (const key of SETTING_KEYS) {
    const spec: SettingSpec = SETTINGS[key];
    let value: SettingValues[SettingKey] = spec.default;
    let origin: Origin = 'default';
    let from: string | undefined;
    for (const source of sourcesOf(spec, request, user)) {
      try {
        value = spec.parse(source.raw);
        origin = source.origin;
        from = source.from;
      } catch (error) {
        const problem = await badSetting(key, source, error, user);
        if (source.origin === 'environment' || source.origin === 'flag') throw problem;
        if (strict && source.origin === 'user config') throw problem;
        runtime.logger.warn(`${problem.message}; ignored`);
      }
    }
    if (key === 'palace' && typeof value === 'string') value = expandPath(value, runtime);
    values[key] = value;
    entries.set(key, {
      key,
      value,
      ...(spec.unit && { unit: spec.unit }),
      origin,
      ...(from !== undefined && { from }),
      description: spec.description,
    });
  }
  const all = values as SettingValues;
  return {
    settings: {
      maxSourceBytes: all['mine.max_source'],
      secrets: all['secrets.mode'],
      searchLimit: all['search.limit'],
      model: all.model,
      lockWaitMs: all['lock.wait'],
      batchSize: all['mine.batch'],
      vanishLimit: all['mine.vanish_limit'],
      roomFanout: all['rooms.fanout'],
      singleValued: all['facts.single_valued'].split(', ').filter((word) => word !== ''),
      closetRaises: all['search.closets']
        .split(', ')
        .filter((word) => word !== '')
        .map(Number),
      hallRaise: all['search.hall'],
      commonShare: all['graph.common_share'],
      skipRooms: all['graph.skip_rooms'].split(', ').filter((word) => word !== ''),
    },
    git: all['git.engine'],
    ...(all.palace !== null && { palace: all.palace }),
    entries: [...entries.values()],
  };
}

interface UserConfig {
  file: string;
  text: string;
  data: YamlMap;
}

async function readUserConfig(runtime: Runtime, strict: boolean): Promise<UserConfig | undefined> {
  const file = userConfigFile(runtime);
  let text: string;
  try {
    text = (await readRegularFile(file)).toString('utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const why = error instanceof PalaceError ? error.message : `cannot read ${file} (${code ?? 'unknown error'})`;
    const problem = new PalaceError('config-unreadable', why, {
      next: error instanceof PalaceError ? [...error.next] : [`make ${file} readable`],
      cause: error,
    });
    if (strict) throw problem;
    runtime.logger.warn(`${problem.message}; using the defaults`);
    return undefined;
  }
  try {
    const data = await readYamlMap(text, file);
    await reportUnknownKeys(data, text, file, runtime, strict);
    return { file, text, data };
  } catch (error) {
    if (strict || !(error instanceof PalaceError)) throw error;
    runtime.logger.warn(`${error.message}; using the defaults`);
    return undefined;
  }
}

async function reportUnknownKeys(
  data: YamlMap,
  text: string,
  file: string,
  runtime: Runtime,
  strict: boolean,
): Promise<void> {
  for (const path of leafPaths(data)) {
    const key = path.join('.');
    if (isSettingKey(key)) continue;
    const problem = unknownSetting(key, `${file}:${await lineOfKey(text, path)}: `);
    if (strict) throw problem;
    runtime.logger.warn(`${problem.message}; ignored`);
  }
}

/** A setting of that name does not exist: says which are near. */
export function unknownSetting(key: string, place = ''): PalaceError {
  const near = nearest(key, SETTING_KEYS);
  const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
  return new PalaceError('unknown-setting', `${place}no setting is called ${JSON.stringify(key)}${hint}`, {
    exit: EXIT.usage,
    next: near.length > 0 ? near.map((name) => `palace config get ${name}`) : ['palace config'],
    details: { key, near },
  });
}

function leafPaths(data: YamlMap, prefix: readonly string[] = []): string[][] {
  return Object.entries(data).flatMap(([key, value]) => {
    const path = [...prefix, key];
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return nested && !isSettingKey(path.join('.')) ? leafPaths(value as YamlMap, path) : [path];
  });
}

function sourcesOf(spec: SettingSpec, request: LoadRequest, user: UserConfig | undefined): Source[] {
  const found: Source[] = [];
  const path = spec.key.split('.');
  if (spec.shared && request.shared) {
    const raw = valueAt(request.shared.data, path);
    if (raw !== undefined) found.push({ origin: 'palace.yaml', raw, from: request.shared.file });
  }
  if (user) {
    const raw = valueAt(user.data, path);
    if (raw !== undefined && raw !== null) found.push({ origin: 'user config', raw, from: user.file });
  }
  const name = spec.env.find((candidate) => (request.runtime.env[candidate] ?? '') !== '');
  if (name !== undefined) found.push({ origin: 'environment', raw: request.runtime.env[name], from: name });
  const flag = request.flags?.[spec.key];
  if (flag !== undefined) found.push({ origin: 'flag', raw: flag, from: `--${spec.key}` });
  return found;
}

function valueAt(data: YamlMap, path: readonly string[]): unknown {
  let value: unknown = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as YamlMap)[key];
  }
  return value;
}

async function badSetting(
  key: SettingKey,
  source: Source,
  error: unknown,
  user: UserConfig | undefined,
): Promise<PalaceError> {
  const why = error instanceof Error ? error.message : String(error);
  const where =
    source.origin === 'user config' && user
      ? `${user.file}:${await lineOfKey(user.text, key.split('.'))}`
      : source.from;
  return new PalaceError('bad-setting', `${where}: ${key} is ${JSON.stringify(source.raw)}, ${why}`, {
    exit: EXIT.usage,
    next: source.origin === 'user config' ? [`palace config unset ${key}`] : [`correct ${source.from}`],
    details: { key, origin: source.origin, from: source.from },
  });
}

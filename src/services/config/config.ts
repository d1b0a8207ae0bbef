import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import { loadSettings, type SettingEntry } from '../../palace/config.js';
import { locatePalace, type PalaceOrigin } from '../../palace/discovery.js';
import { PATHS } from '../../palace/layout.js';
import { readPalaceFile } from '../../palace/open.js';
import { userConfigFile } from '../../palace/paths.js';
import { asSettingKey, setUserSetting, unsetUserSetting } from '../../palace/user-config.js';

export interface ConfigRequest {
  runtime: Runtime;
  /** Value of `--palace`. */
  flag?: string;
}

export interface ConfigList {
  /** The palace that commands would use here, and why; it may not exist yet. */
  palace: { path: string; origin: PalaceOrigin; from: string; exists: boolean };
  /** The user's config file; it may not exist yet. */
  file: string;
  settings: SettingEntry[];
}

/**
 * Every setting with its value and where the value comes from.
 * @throws PalaceError `bad-yaml`, `bad-setting`, `unknown-setting` of a broken user config, naming file and line.
 */
export async function listConfig(request: ConfigRequest): Promise<ConfigList> {
  const { runtime } = request;
  const found = await locatePalace({ runtime, flag: request.flag, upward: true });
  const file = join(found.root, PATHS.palaceFile);
  const exists = existsSync(file);
  const shared = exists ? { data: await readPalaceFile(file), file } : undefined;
  const { entries } = await loadSettings({ runtime, strict: true, ...(shared && { shared }) });
  return {
    palace: { path: found.root, origin: found.origin, from: found.from, exists },
    file: userConfigFile(runtime),
    settings: entries,
  };
}

/** One setting. @throws PalaceError `unknown-setting` with near names, and those of {@link listConfig}. */
export async function getConfig(request: ConfigRequest, name: string): Promise<SettingEntry> {
  const key = asSettingKey(name);
  const entry = (await listConfig(request)).settings.find((candidate) => candidate.key === key);
  if (!entry) throw new PalaceError('unknown-setting', `no setting is called ${name}`, { exit: EXIT.usage });
  return entry;
}

export interface ConfigChange {
  key: string;
  file: string;
  /** False when the file said so already. */
  changed: boolean;
  /** The setting as it now holds: another origin may still win over the file. */
  setting: SettingEntry;
}

/** Writes a setting to the user's config file. @throws PalaceError `unknown-setting`, `bad-setting`, `bad-yaml`. */
export async function setConfig(request: ConfigRequest, name: string, text: string): Promise<ConfigChange> {
  const { file, changed } = await setUserSetting(request.runtime, name, text);
  return { key: name, file, changed, setting: await getConfig(request, name) };
}

/** Takes a setting out of the user's config file. @throws PalaceError `unknown-setting`, `bad-yaml`. */
export async function unsetConfig(request: ConfigRequest, name: string): Promise<ConfigChange> {
  const { file, changed } = await unsetUserSetting(request.runtime, name);
  return { key: name, file, changed, setting: await getConfig(request, name) };
}

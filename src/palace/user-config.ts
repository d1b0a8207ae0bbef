import { dirname } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import { ensureDir, readIfExists, writeFileAtomic } from '../base/files.js';
import type { Runtime } from '../base/runtime.js';
import { unknownSetting } from './config.js';
import { expandPath, userConfigFile } from './paths.js';
import { isSettingKey, SETTINGS, type SettingKey } from './settings.js';
import { readYamlMap } from './yaml-map.js';

/** Checks that a name is a setting. @throws PalaceError `unknown-setting` with near names. */
export function asSettingKey(text: string): SettingKey {
  if (isSettingKey(text)) return text;
  throw unknownSetting(text);
}

/**
 * Writes one setting into the user's config file; comments, order and unknown keys of the file stay.
 * @returns the file, and whether anything changed.
 * @throws PalaceError `unknown-setting`, `bad-setting`, `bad-yaml` (a broken file is never overwritten).
 */
export async function setUserSetting(
  runtime: Runtime,
  name: string,
  text: string,
): Promise<{ file: string; changed: boolean }> {
  const key = asSettingKey(name);
  try {
    SETTINGS[key].parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PalaceError('bad-setting', `${key} cannot be ${JSON.stringify(text)}: ${why}`, {
      exit: EXIT.usage,
      next: [`palace config get ${key}`],
      details: { key },
    });
  }
  // A relative path would mean another folder in every directory that a command is run from.
  const value = key === 'palace' && !text.startsWith('~') ? expandPath(text, runtime) : text;
  return editUserConfig(runtime, (document) => {
    document.setIn(key.split('.'), /^(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(value) ? Number(value) : value);
  });
}

/** Takes one setting out of the user's config file. */
export async function unsetUserSetting(runtime: Runtime, name: string): Promise<{ file: string; changed: boolean }> {
  const path = asSettingKey(name).split('.');
  return editUserConfig(runtime, (document) => {
    if (!document.hasIn(path)) return;
    document.deleteIn(path);
    const [parent] = path;
    if (path.length > 1 && parent !== undefined) {
      const left = document.toJS() as Record<string, unknown> | null;
      const group = left?.[parent];
      if (typeof group === 'object' && group !== null && Object.keys(group).length === 0) document.deleteIn([parent]);
    }
  });
}

async function editUserConfig(
  runtime: Runtime,
  edit: (document: import('yaml').Document) => void,
): Promise<{ file: string; changed: boolean }> {
  const { Document, parseDocument } = await import('yaml');
  const file = userConfigFile(runtime);
  const before = (await readIfExists(file))?.toString('utf8');
  if (before !== undefined) await readYamlMap(before, file);
  const parsed = before === undefined ? undefined : parseDocument(before);
  const document = parsed?.contents ? (parsed as import('yaml').Document) : new Document({});
  const original = JSON.stringify(document.toJS() ?? {});
  edit(document);
  if (JSON.stringify(document.toJS() ?? {}) === original) return { file, changed: false };
  const empty = Object.keys((document.toJS() as object | null) ?? {}).length === 0;
  // An empty mapping would be printed as "{}", which nobody would write by hand.
  const kept = empty ? (document.commentBefore ?? '').replace(/^/gm, '#') : document.toString();
  const prefix = parsed && !parsed.contents && before ? `${before.trimEnd()}\n` : '';
  await ensureDir(dirname(file));
  await writeFileAtomic(file, Buffer.from(prefix + (empty && kept === '#' ? '' : kept)), { tmpDir: dirname(file) });
  return { file, changed: true };
}

import type { Runtime } from '../../base/runtime.js';
import { examineFolder, examineModel } from '../../index/embedding/examine.js';
import { placeOfModel } from '../../index/embedding/resolve.js';
import { loadSettings, type SettingEntry } from '../../palace/config.js';
import { isHubName } from '../../palace/model-choice.js';
import { setUserSetting } from '../../palace/user-config.js';
import { chooseModel } from './choice.js';

export interface ModelUse {
  /** As the setting says it: `bundled`, `none`, `owner/name` or an absolute path. */
  model: string;
  /** Identity and length of its vectors; null when vectors are turned off. */
  id: string | null;
  dimensions: number | null;
  /** The user's config file, and whether it said something else before. */
  file: string;
  changed: boolean;
  /** What the setting said before. */
  before: string;
  /** The setting as it now holds: an environment variable may still win over the file. */
  setting: SettingEntry | null;
}

/**
 * Makes a model the one in use on this machine, after loading it and embedding a sentence with it.
 * @param text `bundled`, `none`, the name of a fetched model, or the path of a folder.
 * @throws PalaceError `model-not-found`, `model-damaged`, `model-unavailable` (the setting is then as it was), `bad-yaml`.
 */
export async function useModel(runtime: Runtime, text: string): Promise<ModelUse> {
  const before = (await loadSettings({ runtime, strict: true })).settings.model;
  const model = chooseModel(runtime, text);
  const place = placeOfModel(runtime, model);
  const own = model === 'bundled' || isHubName(model);
  const found =
    place &&
    (own
      ? (await examineModel(place.folder, place.name)).spec
      : await examineFolder(runtime, place.folder, place.name));
  const { file, changed } = await setUserSetting(runtime, 'model', model);
  const { entries } = await loadSettings({ runtime, strict: true });
  return {
    model,
    id: found?.id ?? null,
    dimensions: found?.dimensions ?? null,
    file,
    changed,
    before,
    setting: entries.find(({ key }) => key === 'model') ?? null,
  };
}

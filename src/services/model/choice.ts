import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import { nearest } from '../../base/near.js';
import type { Runtime } from '../../base/runtime.js';
import { fetchedFolder } from '../../index/embedding/places.js';
import { isHubName } from '../../palace/model-choice.js';
import { expandPath, shellQuoted } from '../../palace/paths.js';

/** Names of the models that were fetched, sorted. */
export function fetchedNames(runtime: Runtime): string[] {
  const folder = fetchedFolder(runtime);
  const names = foldersIn(folder).flatMap((owner) => foldersIn(join(folder, owner)).map((name) => `${owner}/${name}`));
  return names.filter(isHubName).sort();
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

/**
 * What a person called a model, as the setting says it: a fetched model goes before a folder of the same name.
 * @throws PalaceError `model-not-found` with near names.
 */
export function chooseModel(runtime: Runtime, text: string): string {
  if (text === 'bundled' || text === 'none') return text;
  const fetched = fetchedNames(runtime);
  if (fetched.includes(text)) return text;
  const folder = expandPath(text, runtime);
  // A bare name of a file or folder here is more often a mistyped name than a path.
  if (/[/\\.~]/.test(text) && existsSync(folder)) return folder;
  const near = nearest(text, ['bundled', 'none', ...fetched]).map((name) => `palace model use ${shellQuoted(name)}`);
  throw new PalaceError('model-not-found', `there is no model ${text}: it was not fetched, and there is no ${folder}`, {
    exit: EXIT.notFound,
    next: [...near, ...(isHubName(text) ? [`palace model fetch ${text}`] : []), 'palace model list'],
    details: { model: text },
  });
}

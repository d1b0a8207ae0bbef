import { existsSync } from 'node:fs';
import { PalaceError } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import { describeModel, rememberedFolders } from '../../index/embedding/describe.js';
import { hashModel, listModelFiles, readRecord } from '../../index/embedding/model-files.js';
import { placeOfModel } from '../../index/embedding/resolve.js';
import { loadSettings } from '../../palace/config.js';
import { fetchedNames } from './choice.js';

export interface ModelEntry {
  /** What `model use` takes: `bundled`, `owner/name` or the path of a folder. */
  model: string;
  kind: 'bundled' | 'fetched' | 'folder';
  folder: string;
  in_use: boolean;
  /** Identity and length of its vectors; null when the model is damaged or gone. */
  id: string | null;
  dimensions: number | null;
  bytes: number;
  state: 'ok' | 'damaged' | 'missing';
  /** What is wrong. */
  problem: string | null;
}

export interface ModelList {
  /** The setting: `none` when vectors are turned off. */
  in_use: string;
  models: ModelEntry[];
}

/**
 * The models of this machine: the bundled one, those that were fetched, folders that were used, and the one in use wherever it is.
 * Their files are read and compared with what was recorded of them; none is loaded.
 */
export async function listModels(runtime: Runtime): Promise<ModelList> {
  const inUse = (await loadSettings({ runtime, strict: true })).settings.model;
  const named = new Set(['bundled', ...fetchedNames(runtime), ...(await rememberedFolders(runtime))]);
  if (inUse !== 'none') named.add(inUse);
  const models: ModelEntry[] = [];
  for (const model of named) {
    const entry = await lookAt(runtime, model, model === inUse);
    if (entry !== undefined) models.push(entry);
  }
  return { in_use: inUse, models };
}

async function lookAt(runtime: Runtime, model: string, inUse: boolean): Promise<ModelEntry | undefined> {
  const place = placeOfModel(runtime, model);
  if (place === undefined) return undefined;
  const { folder, name } = place;
  const kind = model === 'bundled' ? 'bundled' : folder === name ? 'folder' : 'fetched';
  const entry = { model, kind, folder, in_use: inUse, id: null, dimensions: null, bytes: 0 } as const;
  if (!existsSync(folder)) {
    // A folder that was used once and is gone concerns nobody.
    if (!inUse) return undefined;
    return { ...entry, state: 'missing', problem: `there is no ${folder}` };
  }
  try {
    const files = await listModelFiles(folder, name);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const changed = await changedFile(folder, name);
    if (changed !== undefined) return { ...entry, bytes, state: 'damaged', problem: `${changed} has changed` };
    const { id, dimensions } = await describeModel(runtime, folder, name);
    return { ...entry, id, dimensions, bytes, state: 'ok', problem: null };
  } catch (error) {
    if (!(error instanceof PalaceError)) throw error;
    return { ...entry, state: 'damaged', problem: error.message };
  }
}

/** The first file whose bytes are not those that were recorded beside it; undefined when all are, or nothing was. */
async function changedFile(folder: string, name: string): Promise<string | undefined> {
  const files = await listModelFiles(folder, name);
  const record = await readRecord(folder);
  if (record === undefined) return undefined;
  const now = await hashModel(folder, name, files, record.dimensions);
  const paths = new Set([...Object.keys(record.files), ...Object.keys(now.files)]);
  return [...paths].sort().find((path) => record.files[path]?.sha256 !== now.files[path]?.sha256);
}

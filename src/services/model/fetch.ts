import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import { ensureDir } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { describeModel } from '../../index/embedding/describe.js';
import { examineModel } from '../../index/embedding/examine.js';
import {
  fitsRecord,
  listModelFiles,
  NETWORK_FILES,
  OPTIONAL_FILES,
  RECORD_FILE,
  REQUIRED_FILES,
  readRecord,
} from '../../index/embedding/model-files.js';
import { fetchedFolder } from '../../index/embedding/places.js';
import { loadSettings } from '../../palace/config.js';
import { isAlive } from '../../palace/machine.js';
import { isHubName } from '../../palace/model-choice.js';
import { storageError } from '../../palace/storage-error.js';
import { downloadFile } from './download.js';

export interface ModelFetch {
  name: string;
  /** Where it lies now, outside of every palace. */
  folder: string;
  id: string;
  dimensions: number;
  /** Of its files. */
  bytes: number;
  /** False when it was there already. */
  fetched: boolean;
  in_use: boolean;
}

export interface FetchRequest {
  /** `owner/name`. */
  name: string;
  /** Also when it is there. Default false. */
  again?: boolean;
}

/** Folders of downloads that are under way: `.fetch-<pid>-<random>`. */
const UNDER_WAY = /^\.fetch-(\d+)-/;

/**
 * Downloads a model from the hub (setting `model_hub`) into the user's cache, loads it, and only then puts it in its place: a
 * download that breaks off leaves nothing, and what it replaces stays until the new one works.
 * @throws PalaceError `bad-model-name`, `model-not-found`, `no-network`, `download-failed`, `interrupted`, `model-damaged`,
 * `model-unavailable`, `disk-full`, `read-only`.
 */
export async function fetchModel(runtime: Runtime, { name, again = false }: FetchRequest): Promise<ModelFetch> {
  if (!isHubName(name))
    throw new PalaceError('bad-model-name', `${name} is no name of a model on the hub`, {
      exit: EXIT.usage,
      next: ['palace model fetch Xenova/all-MiniLM-L6-v2', 'palace model use PATH (a folder on this machine)'],
      details: { model: name },
    });
  const { settings, entries } = await loadSettings({ runtime });
  const base = fetchedFolder(runtime);
  const folder = join(base, ...name.split('/'));
  const result = { name, folder, in_use: settings.model === name };
  if (!again && (await isWhole(folder, name))) {
    const { id, dimensions } = await describeModel(runtime, folder, name);
    return { ...result, id, dimensions, bytes: await sizeOf(folder, name), fetched: false };
  }
  const hub = String(entries.find(({ key }) => key === 'model_hub')?.value);
  const temporary = join(base, `.fetch-${runtime.pid}-${runtime.randomBytes(6).toString('hex')}`);
  try {
    await ensureDir(temporary);
    await sweep(base);
    await downloadModel(runtime, `${hub}/${name}/resolve/main`, name, temporary);
    const { record } = await examineModel(temporary, name);
    await writeFile(join(temporary, RECORD_FILE), `${JSON.stringify(record, null, 2)}\n`);
    await putInPlace(temporary, folder);
    const { id, dimensions } = record;
    return { ...result, id, dimensions, bytes: await sizeOf(folder, name), fetched: true };
  } catch (error) {
    throw storageError(error, base);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function isWhole(folder: string, name: string): Promise<boolean> {
  const record = await readRecord(folder);
  if (record === undefined) return false;
  try {
    return fitsRecord(record, await listModelFiles(folder, name));
  } catch (error) {
    // Damaged: it is fetched anew.
    if (error instanceof PalaceError) return false;
    throw error;
  }
}

async function sizeOf(folder: string, name: string): Promise<number> {
  return (await listModelFiles(folder, name)).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function downloadModel(runtime: Runtime, from: string, name: string, folder: string): Promise<void> {
  const get = async (path: string): Promise<boolean> =>
    (await downloadFile(runtime, `${from}/${path}`, join(folder, path))) !== undefined;
  for (const path of REQUIRED_FILES) if (!(await get(path))) throw notOnHub(name, `${from}/${path}`, path);
  for (const path of OPTIONAL_FILES) await get(path);
  for (const path of NETWORK_FILES) if (await get(path)) return;
  throw notOnHub(name, `${from}/${NETWORK_FILES[0]}`, NETWORK_FILES[0]);
}

function notOnHub(name: string, url: string, path: string): PalaceError {
  return new PalaceError('model-not-found', `the hub has no ${path} of ${name} for everybody (${url})`, {
    exit: EXIT.notFound,
    next: [
      'look at the name: only models with ONNX files can be used, such as Xenova/all-MiniLM-L6-v2',
      'palace model list',
    ],
    details: { model: name, url },
  });
}

/** A folder cannot replace a full one at once: the old one steps aside first, and its place is empty for a moment. */
async function putInPlace(fresh: string, folder: string): Promise<void> {
  await ensureDir(dirname(folder));
  const old = `${fresh}-old`;
  if (existsSync(folder)) await rename(folder, old);
  await rename(fresh, folder);
  await rm(old, { recursive: true, force: true });
}

/** Removes what killed downloads left behind. */
async function sweep(base: string): Promise<void> {
  for (const entry of await readdir(base)) {
    const pid = UNDER_WAY.exec(entry)?.[1];
    if (pid !== undefined && !isAlive(Number(pid), '')) await rm(join(base, entry), { recursive: true, force: true });
  }
}

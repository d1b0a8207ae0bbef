import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemCode } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import { sha256 } from '../../base/hash.js';
import { firstLine, modelDamaged } from './errors.js';

/** Files that a text encoder needs, by their paths in its folder, as the hub lays them out. */
export const REQUIRED_FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;
/** The network, the first that is there. */
export const NETWORK_FILES = ['onnx/model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'] as const;
export const OPTIONAL_FILES = ['1_Pooling/config.json'] as const;
/** What the build and `model fetch` write beside the files that they made, so that nobody has to hash them again. */
export const RECORD_FILE = 'palace-model.json';

export interface ModelFile {
  /** Relative to the folder, with `/`. */
  path: string;
  bytes: number;
  /** Milliseconds. */
  changed: number;
}

/** Content of {@link RECORD_FILE}. */
export interface ModelRecord {
  format: 1;
  id: string;
  name: string;
  dimensions: number;
  files: Record<string, { bytes: number; sha256: string }>;
}

/**
 * The files of a model, sorted by path.
 * @throws PalaceError `model-damaged` naming the first that is missing or empty.
 */
export async function listModelFiles(folder: string, name: string): Promise<ModelFile[]> {
  const found: ModelFile[] = [];
  const add = async (path: string): Promise<boolean> => {
    const file = await statFile(folder, path, name);
    if (file !== undefined) found.push(file);
    return file !== undefined;
  };
  for (const path of REQUIRED_FILES) if (!(await add(path))) throw modelDamaged(name, join(folder, path), 'is missing');
  for (const path of OPTIONAL_FILES) await add(path);
  let network = false;
  for (const path of NETWORK_FILES) network ||= await add(path);
  if (!network) throw modelDamaged(name, join(folder, NETWORK_FILES[0]), 'is missing');
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function statFile(folder: string, path: string, name: string): Promise<ModelFile | undefined> {
  const file = join(folder, path);
  try {
    const stats = await stat(file);
    if (!stats.isFile()) throw modelDamaged(name, file, 'is no file');
    if (stats.size === 0) throw modelDamaged(name, file, 'is empty');
    return { path, bytes: stats.size, changed: stats.mtimeMs };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'model-damaged' || code === undefined) throw error;
    throw modelDamaged(name, file, `cannot be read (${code})`, error);
  }
}

/** The network among the files of a model. */
export function networkOf(files: readonly ModelFile[]): string {
  return NETWORK_FILES.find((path) => files.some((file) => file.path === path)) ?? NETWORK_FILES[0];
}

/** The record beside the files of a model, undefined when there is none that can be read. */
export async function readRecord(folder: string): Promise<ModelRecord | undefined> {
  const bytes = await readIfExists(join(folder, RECORD_FILE));
  return bytes === undefined ? undefined : parseRecord(bytes.toString('utf8'));
}

/** Whether a record speaks of these files, judged by their names and sizes. */
export function fitsRecord(record: ModelRecord, files: readonly ModelFile[]): boolean {
  if (Object.keys(record.files).length !== files.length) return false;
  return files.every(({ path, bytes }) => record.files[path]?.bytes === bytes);
}

function parseRecord(text: string): ModelRecord | undefined {
  try {
    const value = JSON.parse(text) as Partial<ModelRecord> | null;
    if (value?.format !== 1 || typeof value.files !== 'object' || value.files === null) return undefined;
    if (typeof value.id !== 'string' || typeof value.name !== 'string') return undefined;
    if (!Number.isInteger(value.dimensions) || (value.dimensions ?? 0) < 1) return undefined;
    return value as ModelRecord;
  } catch {
    // Not ours, or half a file: the files are hashed instead.
    return undefined;
  }
}

/** Reads every file: what {@link RECORD_FILE} holds. */
export async function hashModel(
  folder: string,
  name: string,
  files: readonly ModelFile[],
  dimensions: number,
): Promise<ModelRecord> {
  const hashed: ModelRecord['files'] = {};
  for (const { path, bytes } of files) hashed[path] = { bytes, sha256: await hashFile(join(folder, path), name) };
  return { format: 1, id: modelId(name, hashed), name, dimensions, files: hashed };
}

/** The last part of a model's name and 12 hex digits of the hash of its files: a word that can be a file's name. */
export function modelId(name: string, files: ModelRecord['files']): string {
  const lines = Object.keys(files)
    .sort()
    .map((path) => `${path} ${files[path]?.sha256}\n`);
  const word = basename(name).replace(/[^\w.-]+/g, '-');
  return `${word}-${sha256(...lines).slice(0, 12)}`;
}

async function hashFile(path: string, name: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    throw modelDamaged(name, path, `cannot be read (${systemCode(error) ?? firstLine(error)})`, error);
  }
  return hash.digest('hex');
}

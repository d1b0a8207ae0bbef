import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureDir, readIfExists, writeFileAtomic } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { userCacheDir } from '../../palace/paths.js';
import type { ModelSpec } from './encoder.js';
import { modelDamaged } from './errors.js';
import { fitsRecord, hashModel, listModelFiles, type ModelFile, networkOf, readRecord } from './model-files.js';

/** What is remembered of a folder that is not ours, so that a start does not hash its files. */
interface Remembered {
  /** Names, sizes and times of the files that this is about. */
  stamp: string;
  id: string;
  dimensions: number;
}

/**
 * What the model in a folder is, without loading it. Its identity comes from the record beside it, else from what is remembered in the user's
 * cache, else from its files' bytes (which is then remembered, where the cache can be written).
 * @throws PalaceError `model-damaged` naming a file that is missing, empty or cannot be read.
 */
export async function describeModel(runtime: Runtime, folder: string, name: string): Promise<ModelSpec> {
  const files = await listModelFiles(folder, name);
  const network = networkOf(files);
  const record = await readRecord(folder);
  if (record !== undefined && fitsRecord(record, files))
    return { id: record.id, name, dimensions: record.dimensions, folder, network };
  const known = (await readMemory(runtime))[folder];
  if (known?.stamp === stampOf(files)) return { id: known.id, name, dimensions: known.dimensions, folder, network };
  const dimensions = await declaredDimensions(folder, name);
  const { id } = await hashModel(folder, name, files, dimensions);
  const spec = { id, name, dimensions, folder, network };
  await rememberModel(runtime, spec, files);
  return spec;
}

/** Keeps what a folder was found to be. A cache that cannot be written costs time, nothing else. */
export async function rememberModel(
  runtime: Runtime,
  { folder, id, dimensions }: ModelSpec,
  files: readonly ModelFile[],
): Promise<void> {
  const file = memoryFile(runtime);
  try {
    const all = { ...(await readMemory(runtime)), [folder]: { stamp: stampOf(files), id, dimensions } };
    await ensureDir(dirname(file));
    await writeFileAtomic(file, Buffer.from(`${JSON.stringify(all, null, 2)}\n`), { tmpDir: dirname(file) });
  } catch (error) {
    runtime.logger.debug(`${file} cannot be written (${String(error)}): the model is hashed at every start`);
  }
}

/** Folders of models that were used once. */
export async function rememberedFolders(runtime: Runtime): Promise<string[]> {
  return Object.keys(await readMemory(runtime)).sort();
}

function memoryFile(runtime: Runtime): string {
  return join(userCacheDir(runtime), 'model-ids.json');
}

async function readMemory(runtime: Runtime): Promise<Record<string, Remembered | undefined>> {
  try {
    const bytes = await readIfExists(memoryFile(runtime));
    const value: unknown = bytes === undefined ? {} : JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, Remembered>) : {};
  } catch (error) {
    runtime.logger.debug(`${memoryFile(runtime)} cannot be read (${String(error)})`);
    return {};
  }
}

function stampOf(files: readonly ModelFile[]): string {
  return files.map(({ path, bytes, changed }) => `${path} ${bytes} ${changed}`).join('\n');
}

/** Size of the vectors by config.json, under the names that architectures give it. */
async function declaredDimensions(folder: string, name: string): Promise<number> {
  const file = join(folder, 'config.json');
  const text = await readFile(file, 'utf8');
  let config: Record<string, unknown>;
  try {
    config = (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch (error) {
    throw modelDamaged(name, file, 'is not JSON', error);
  }
  for (const key of ['hidden_size', 'dim', 'd_model', 'embedding_size']) {
    const size = config[key];
    if (typeof size === 'number' && Number.isInteger(size) && size > 0) return size;
  }
  throw modelDamaged(name, file, 'does not say how long its vectors are (hidden_size)');
}

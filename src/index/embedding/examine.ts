import { join } from 'node:path';
import type { Runtime } from '../../base/runtime.js';
import { rememberModel } from './describe.js';
import { loadEncoder, type ModelSpec } from './encoder.js';
import { modelDamaged } from './errors.js';
import { hashModel, listModelFiles, type ModelRecord, networkOf } from './model-files.js';

/** Any model of a language with Latin letters knows a piece of it. */
const SENTENCE = 'The harbour is quiet in the evening.';

/**
 * Loads the model of a folder and embeds a sentence with it: what it is, read off what it does.
 * @returns where it lies, and the record of its files.
 * @throws PalaceError `model-damaged`, `model-unavailable`.
 */
export async function examineModel(folder: string, name: string): Promise<{ spec: ModelSpec; record: ModelRecord }> {
  const files = await listModelFiles(folder, name);
  const network = networkOf(files);
  const encoder = await loadEncoder({ name, folder, network });
  const { vectors } = await encoder.run([SENTENCE]);
  const dimensions = vectors[0]?.length ?? 0;
  if (dimensions === 0) throw modelDamaged(name, join(folder, network), 'gives no finite numbers');
  const record = await hashModel(folder, name, files, dimensions);
  return { spec: { id: record.id, name, dimensions, folder, network }, record };
}

/** {@link examineModel} of a folder that is somebody else's: what was found is kept in the user's cache. */
export async function examineFolder(runtime: Runtime, folder: string, name: string): Promise<ModelSpec> {
  const { spec } = await examineModel(folder, name);
  await rememberModel(runtime, spec, await listModelFiles(folder, name));
  return spec;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from '../../base/runtime.js';
import { isHubName } from '../../palace/model-choice.js';
import { expandPath } from '../../palace/paths.js';
import { describeModel } from './describe.js';
import type { ModelSpec } from './encoder.js';
import { BUNDLED_NAME, modelMissing } from './errors.js';
import { bundledFolder, fetchedFolder } from './places.js';
import type { EmbedderSource, OpenOptions } from './types.js';

/** The part of the settings that names the model. */
export interface ModelChoice {
  /** `bundled`, `none`, `owner/name` of a fetched model, or the path of a folder (absolute, or from `~`). */
  model: string;
}

/**
 * The model in use, not yet loaded; undefined when vectors are turned off. Opens no connection.
 * @throws PalaceError `model-missing` when what the setting names is gone, `model-damaged` when files of it are.
 */
export async function resolveModel(runtime: Runtime, { model }: ModelChoice): Promise<EmbedderSource | undefined> {
  const place = placeOfModel(runtime, model);
  if (place === undefined) return undefined;
  if (model !== 'bundled' && !existsSync(place.folder)) throw modelMissing(place.name, place.folder);
  return sourceOf(await describeModel(runtime, place.folder, place.name), runtime);
}

/** Name and folder of what the setting `model` says; undefined for `none`. */
export function placeOfModel(runtime: Runtime, model: string): { name: string; folder: string } | undefined {
  if (model === 'none') return undefined;
  if (model === 'bundled') return { name: BUNDLED_NAME, folder: bundledFolder() };
  if (isHubName(model)) return { name: model, folder: join(fetchedFolder(runtime), ...model.split('/')) };
  const folder = expandPath(model, runtime);
  return { name: folder, folder };
}

/** A described model as something that can be opened. */
export function sourceOf(spec: ModelSpec, { env }: Pick<Runtime, 'env'>): EmbedderSource {
  return {
    id: spec.id,
    name: spec.name,
    dimensions: spec.dimensions,
    async open({ worker = false }: OpenOptions = {}) {
      if (worker) return (await import('./worker-embedder.js')).openEmbedderInWorker(spec, { env });
      return (await import('./embedder.js')).openEmbedder(spec);
    },
  };
}

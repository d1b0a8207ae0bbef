import { resolveModel } from '../../index/embedding/resolve.js';
import type { Embedder, EmbedderSource } from '../../index/embedding/types.js';
import type { Palace } from '../../palace/types.js';

/** A model that is being loaded already. */
export interface BegunModel {
  /** Its `open` gives what was begun. */
  source: EmbedderSource;
  /** Lets go of it, used or not. */
  close(): Promise<void>;
}

/**
 * Has the model of this user loaded, for a search that is about to come. Undefined when vectors are turned off.
 * @throws PalaceError `model-missing`, `model-damaged`.
 */
export async function beginModel(palace: Palace): Promise<BegunModel | undefined> {
  const source = await resolveModel(palace.runtime, palace.settings);
  if (source === undefined) return undefined;
  const opening: Promise<Embedder> = source.open({ worker: true });
  opening.catch(() => {}); // thrown where it is opened
  return {
    source: { ...source, open: () => opening },
    close: () =>
      opening.then(
        (embedder) => embedder.close(),
        () => {},
      ),
  };
}

import { setImmediate } from 'node:timers/promises';
import { type Encoder, loadEncoder, type ModelSpec } from './encoder.js';
import { modelUnavailable } from './errors.js';
import { type PreparedText, prepareText } from './prepare.js';
import type { Embedder, Embedding, EmbedOptions } from './types.js';

/** Texts that go through the model together: more gain nothing (measured: 16 is the best of 1 to 64 on two cores). */
const BATCH = 16;

/** Loads a model in this thread. @throws PalaceError `model-damaged`, `model-unavailable`. */
export async function openEmbedder(spec: ModelSpec): Promise<Embedder> {
  return embedderOf(spec, await loadEncoder(spec));
}

/** The embedder of a model in memory. */
export function embedderOf(spec: ModelSpec, loadedEncoder: Encoder): Embedder {
  let encoder: Encoder | undefined = loadedEncoder;
  const loaded = (): Encoder => {
    if (encoder === undefined) throw modelUnavailable(spec.name, 'it has been closed', ['start the command again']);
    return encoder;
  };
  return {
    id: spec.id,
    name: spec.name,
    dimensions: spec.dimensions,
    coverage: (text) => coverageOf(text, loaded()),
    embed: async (texts, options = {}) => embedTexts(loaded(), texts, options),
    close: async () => {
      encoder = undefined;
    },
  };
}

/** Share of known letters and digits of what the model would read of a text. */
export function coverageOf(text: string, { known, pieces }: Pick<Encoder, 'known' | 'pieces'>): number {
  return known.share(prepareText(text, pieces).text);
}

async function embedTexts(encoder: Encoder, texts: readonly string[], { signal }: EmbedOptions): Promise<Embedding[]> {
  signal?.throwIfAborted();
  const prepared = texts.map((text) => prepareText(text, encoder.pieces));
  const embeddings = prepared.map(({ text, clipped }): Embedding => {
    return { vector: undefined, coverage: encoder.known.share(text), clipped };
  });
  for (const batch of batches(prepared, embeddings)) {
    // The model occupies this thread; here it may hear of an interruption.
    await setImmediate();
    signal?.throwIfAborted();
    const { vectors, clipped } = await encoder.run(batch.map((at) => prepared[at]?.text ?? ''));
    batch.forEach((at, row) => {
      const embedding = embeddings[at];
      if (embedding === undefined) return;
      embedding.vector = vectors[row];
      embedding.clipped ||= clipped[row] === true;
    });
  }
  return embeddings;
}

/** Places of the texts that say something to the model, those of like length together: padding is work for nothing. */
function batches(prepared: readonly PreparedText[], embeddings: readonly Embedding[]): number[][] {
  const length = (at: number): number => prepared[at]?.text.length ?? 0;
  const places = [...embeddings.keys()].filter((at) => (embeddings[at]?.coverage ?? 0) > 0);
  places.sort((a, b) => length(a) - length(b));
  const found: number[][] = [];
  for (let from = 0; from < places.length; from += BATCH) found.push(places.slice(from, from + BATCH));
  return found;
}

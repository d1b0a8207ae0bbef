import type { Embedder, Embedding } from './types.js';

/**
 * Several loaded copies of one model as one embedder: the texts of a call are dealt out among them. The runtime of a model works on one
 * processor at a time, so a bulk of texts is done in a fraction of the time.
 * @param copies at least one, all of the same model.
 */
export function poolOf(copies: readonly [Embedder, ...Embedder[]]): Embedder {
  const [first] = copies;
  return {
    id: first.id,
    name: first.name,
    dimensions: first.dimensions,
    coverage: (text) => first.coverage(text),
    async embed(texts, options) {
      // By length, dealt in turn: every copy has as much to do as the others.
      const order = [...texts.keys()].sort((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
      const shares = copies.map((_, copy) => order.filter((_, place) => place % copies.length === copy));
      const parts = await Promise.all(
        copies.map((copy, at) => {
          const share = shares[at] ?? [];
          return share.length === 0
            ? []
            : copy.embed(
                share.map((number) => texts[number] ?? ''),
                options,
              );
        }),
      );
      const embeddings: Embedding[] = [];
      shares.forEach((share, copy) => {
        share.forEach((number, place) => {
          const embedding = parts[copy]?.[place];
          if (embedding !== undefined) embeddings[number] = embedding;
        });
      });
      return embeddings;
    },
    async close() {
      await Promise.all(copies.map((copy) => copy.close()));
    },
  };
}

import { createHash } from 'node:crypto';
import type { Embedder, EmbedderSource, Embedding } from '../../src/index/embedding/types.js';

/** Words that mean one thing to the test model; any other Latin word has a direction of its own, in which nothing else lies. */
const MEANINGS = [
  ['car', 'automobile', 'vehicle'],
  ['buy', 'purchase', 'acquire'],
  ['doctor', 'physician'],
  ['sick', 'ill', 'unwell'],
  ['quick', 'fast', 'rapid'],
];
const DIMENSIONS = 64;

export interface TestModel extends EmbedderSource {
  /** Every text that was given to the model, in order. */
  texts: string[];
  opened: number;
  closed: number;
}

/** A model that knows synonyms: deterministic, instant, and it tells what it was asked. Knows no CJK. */
export function testModel(overrides: Partial<Pick<Embedder, 'embed' | 'id'>> = {}): TestModel {
  const id = overrides.id ?? 'test-model@0123456789ab';
  const model: TestModel = {
    id,
    name: 'test-model',
    dimensions: DIMENSIONS,
    texts: [],
    opened: 0,
    closed: 0,
    async open() {
      model.opened += 1;
      return {
        id,
        name: 'test-model',
        dimensions: DIMENSIONS,
        coverage,
        async embed(texts, options = {}) {
          options.signal?.throwIfAborted();
          model.texts.push(...texts);
          if (overrides.embed !== undefined) return overrides.embed(texts, options);
          return texts.map(embeddingOf);
        },
        async close() {
          model.closed += 1;
        },
      };
    },
  };
  return model;
}

export function embeddingOf(text: string): Embedding {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const meaning = MEANINGS.findIndex((words) => words.includes(word));
    if (meaning !== -1) vector[meaning] = (vector[meaning] ?? 0) + 3;
    else {
      const at =
        MEANINGS.length + (createHash('sha256').update(word).digest().readUInt16LE(0) % (DIMENSIONS - MEANINGS.length));
      vector[at] = (vector[at] ?? 0) + 1;
    }
  }
  const length = Math.hypot(...vector);
  if (length === 0) return { vector: undefined, coverage: 0, clipped: false };
  return { vector: vector.map((value) => value / length), coverage: coverage(text), clipped: false };
}

function coverage(text: string): number {
  const letters = text.match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length === 0 ? 0 : letters.filter((letter) => /[a-z0-9]/i.test(letter)).length / letters.length;
}

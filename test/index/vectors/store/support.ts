import { readdirSync } from 'node:fs';
import { type OpenVectorStore, openVectorStore } from '../../../../src/index/vectors/store/open.js';
import type { VectorItem, VectorStore } from '../../../../src/index/vectors/store/types.js';
import { type TestRuntime, testRuntime } from '../../../support/runtime.js';
import { DIMENSIONS, item } from './vectors.js';

export interface Opened {
  store: VectorStore;
  runtime: TestRuntime;
}

/** The store of a folder as another process would open it, with what it said. */
export async function openIn(folder: string, options: Partial<OpenVectorStore> = {}): Promise<Opened> {
  const runtime = testRuntime({ home: folder });
  const store = await openVectorStore(folder, { dimensions: DIMENSIONS, model: 'test', runtime, ...options });
  return { store, runtime };
}

/** Items `from` to `to`, the second not included. */
export function items(from: number, to: number, dimensions = DIMENSIONS): VectorItem[] {
  return Array.from({ length: to - from }, (_, at) => item(from + at, from + at, dimensions));
}

export const shardFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('shard-'))
    .sort();

/** Vectors of length one around few centres that are themselves not far from each other, like those of texts. */
export function clustered(count: number, dimensions: number, seed = 1): Float32Array[] {
  let state = seed * 2654435761 || 1;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const normal = (): number => random() + random() + random() + random() - 2;
  const vector = (around: Float32Array | undefined, spread: number): Float32Array => {
    const made = Float32Array.from({ length: dimensions }, (_, at) => (around?.[at] ?? 0) + spread * normal());
    const length = Math.sqrt(made.reduce((sum, number) => sum + number * number, 0));
    return made.map((number) => number / length);
  };
  const middle = vector(undefined, 1);
  const centres = Array.from({ length: 200 }, () => vector(middle, 1.5 / Math.sqrt(dimensions)));
  return Array.from({ length: count }, () =>
    vector(centres[Math.floor(random() * centres.length)], 1.5 / Math.sqrt(dimensions)),
  );
}

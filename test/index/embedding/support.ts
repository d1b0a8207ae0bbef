import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeModel } from '../../../src/index/embedding/describe.js';
import type { ModelSpec } from '../../../src/index/embedding/encoder.js';
import { bundledFolder } from '../../../src/index/embedding/places.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';

/** The bundled model as it was built. */
export function bundledSpec(): Promise<ModelSpec> {
  // Its record lies beside it: nothing is read from home, nor written there.
  return describeModel(testRuntime({ home: '/nowhere' }), bundledFolder(), 'sentence-encoder');
}

/** A copy of the bundled model in a folder that may be spoilt. */
export function copiedModel(): string {
  const folder = join(tempDir('model'), 'encoder');
  cpSync(bundledFolder(), folder, { recursive: true });
  return folder;
}

/** A vector that is there. */
export function present(vector: Float32Array | undefined): Float32Array {
  if (vector === undefined) throw new Error('no vector');
  return vector;
}

export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

export interface Reference {
  text: string;
  /** Of length 1. */
  vector: Float32Array;
}

/** What the original makes of some sentences. */
export function references(): Reference[] {
  const file = new URL('../../fixtures/embedding/reference.json', import.meta.url);
  const { sentences } = JSON.parse(readFileSync(file, 'utf8')) as { sentences: { text: string; vector: string }[] };
  return sentences.map(({ text, vector }) => {
    const values = Float32Array.from(new Int8Array(Buffer.from(vector, 'base64')));
    const length = Math.sqrt(dot(values, values));
    return { text, vector: values.map((value) => value / length) };
  });
}

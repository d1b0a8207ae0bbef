import type { ExitCode } from '../../base/errors.js';
import type { Embedding } from './types.js';

/** To the worker. */
export type Request = { kind: 'embed'; call: number; texts: readonly string[] } | { kind: 'cancel'; call: number };

/** From the worker. */
export type Answer =
  | { kind: 'ready'; known: readonly string[] | 'all'; pieces: number }
  | { kind: 'unusable'; error: PlainError }
  | { kind: 'embedded'; call: number; packed: PackedEmbeddings }
  | { kind: 'failed'; call: number; error: PlainError };

/** An error as it can be sent: a class does not survive the way. */
export interface PlainError {
  /** Undefined: not a PalaceError. */
  code?: string;
  message: string;
  exit?: ExitCode;
  next?: readonly string[];
  details?: Readonly<Record<string, unknown>>;
}

/** Embeddings in few buffers: thousands of small ones would take longer to send than to make. */
export interface PackedEmbeddings {
  /** One after another, only of texts that have one. */
  vectors: Float32Array;
  /** For each text: 1 with a vector, 2 clipped, 3 both, 0 neither. */
  flags: Uint8Array;
  coverage: Float64Array;
}

export function packEmbeddings(embeddings: readonly Embedding[], dimensions: number): PackedEmbeddings {
  const many = embeddings.filter(({ vector }) => vector !== undefined).length;
  const vectors = new Float32Array(many * dimensions);
  let at = 0;
  for (const { vector } of embeddings) {
    if (vector === undefined) continue;
    vectors.set(vector, at);
    at += dimensions;
  }
  return {
    vectors,
    flags: Uint8Array.from(embeddings, ({ vector, clipped }) => (vector ? 1 : 0) + (clipped ? 2 : 0)),
    coverage: Float64Array.from(embeddings, ({ coverage }) => coverage),
  };
}

export function unpackEmbeddings({ vectors, flags, coverage }: PackedEmbeddings, dimensions: number): Embedding[] {
  let at = 0;
  return Array.from(flags, (flag, index) => {
    const vector = flag & 1 ? vectors.subarray(at, at + dimensions) : undefined;
    if (vector !== undefined) at += dimensions;
    return { vector, coverage: coverage[index] ?? 0, clipped: (flag & 2) !== 0 };
  });
}

import { sha256 } from '../../../base/hash.js';
import { bytesOf, Container, DamagedCacheError, memorySource, writeContainer } from '../../container.js';

/**
 * What a folder of vectors holds: a container of a head in JSON, the mean of all vectors (float32, empty while there is none), and
 * for each shard the rows that no longer count (u32, rising).
 */
const MAGIC = 'PLVM';
const VERSION = 1;

export interface ShardEntry {
  name: string;
  rows: number;
  dead: ReadonlySet<number>;
  /** There is a file of signs, taken around the mean. */
  signed: boolean;
}

export interface VectorManifest {
  dimensions: number;
  /** Vectors of two models cannot be compared. */
  model: string;
  shards: readonly ShardEntry[];
  /** What signs are taken around, and how many vectors there were when it was computed. */
  mean?: { vector: Float32Array; vectors: number; key: string };
}

interface Head {
  dimensions: number;
  model: string;
  shards: { name: string; rows: number; signed: boolean }[];
  meanVectors: number;
}

export function encodeManifest({ dimensions, model, shards, mean }: VectorManifest): Buffer {
  const head: Head = {
    dimensions,
    model,
    shards: shards.map(({ name, rows, signed }) => ({ name, rows, signed })),
    meanVectors: mean?.vectors ?? 0,
  };
  const average = mean?.vector ?? new Float32Array(0);
  return writeContainer(MAGIC, VERSION, [
    Buffer.from(JSON.stringify(head), 'utf8'),
    new Uint8Array(average.buffer, average.byteOffset, average.byteLength),
    ...shards.map(({ dead }) => bytesOf(Uint32Array.from(dead).sort())),
  ]);
}

/** @throws DamagedCacheError */
export function decodeManifest(bytes: Buffer): VectorManifest {
  const container = Container.open(memorySource(bytes), MAGIC, VERSION);
  const head = parse(container.section(0));
  if (container.sections !== head.shards.length + 2) throw new DamagedCacheError('the list of vectors is damaged');
  const shards = head.shards.map((shard, at) => ({ ...shard, dead: new Set(container.numbers(at + 2)) }));
  const { dimensions, model } = head;
  const average = new Float32Array(Uint8Array.from(container.section(1)).buffer);
  if (average.length !== dimensions) return { dimensions, model, shards };
  return { dimensions, model, shards, mean: meanOf(average, head.meanVectors) };
}

/** A mean with the key that its numbers give it: signs of another mean have another name. */
export function meanOf(vector: Float32Array, vectors: number): NonNullable<VectorManifest['mean']> {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return { vector, vectors, key: sha256(bytes).slice(0, 8) };
}

/** Names follow the content, so that the same name is the same file, whoever writes it. */
export function shardName(bytes: Buffer): string {
  return `shard-${sha256(bytes).slice(0, 24)}.vec`;
}

export function signsName(shard: string, meanKey: string): string {
  return `signs-${meanKey}-${shard.replace(/^shard-|\.vec$/g, '')}`;
}

function parse(section: Buffer): Head {
  try {
    return JSON.parse(section.toString('utf8')) as Head;
  } catch {
    throw new DamagedCacheError('the list of vectors is damaged');
  }
}

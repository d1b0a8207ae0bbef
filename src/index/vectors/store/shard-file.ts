import { bytesOf, Container, DamagedCacheError, memorySource, writeContainer } from '../../container.js';
import { idAt, isSorted, wordsOf } from './ids.js';

/**
 * A shard is a container (../../container.ts) of three sections: a head in JSON, the ids (two little-endian u32 each, rising), and
 * the vectors as one matrix of little-endian float32, row by row in the order of the ids.
 */
const MAGIC = 'PLVS';
const VERSION = 1;
export const MATRIX = 2;

/** What vectra wants to find again, and the shape of the matrix. */
export interface ShardHead {
  version: number;
  metadata_config: object;
  dimensions: number;
  rows: number;
}

/** Vectors to be written: `row(at)` in the order of `ids`, which rise. */
export interface ShardContent {
  dimensions: number;
  ids: readonly string[];
  row(at: number): ArrayLike<number>;
}

/** The bytes of a shard. */
export function encodeShard(content: ShardContent, index = { version: 1, metadata_config: {} }): Buffer {
  const { dimensions, ids } = content;
  const table = new Uint32Array(2 * ids.length);
  const matrix = new Float32Array(dimensions * ids.length);
  ids.forEach((id, at) => {
    table.set(wordsOf(id) ?? [], 2 * at);
    matrix.set(content.row(at), at * dimensions);
  });
  const head: ShardHead = { ...index, dimensions, rows: ids.length };
  const sections = [Buffer.from(JSON.stringify(head), 'utf8'), bytesOf(table), new Uint8Array(matrix.buffer)];
  return writeContainer(MAGIC, VERSION, sections);
}

/** The container of a shard with its head and ids, all but the matrix checked. @throws DamagedCacheError */
export function openShardFile(source: Parameters<typeof Container.open>[0]): {
  container: Container;
  head: ShardHead;
  ids: Uint32Array;
} {
  const container = Container.open(source, MAGIC, VERSION);
  const head = JSON.parse(container.section(0).toString('utf8')) as ShardHead;
  const ids = container.numbers(1);
  const wanted = head.rows * head.dimensions * 4;
  if (ids.length !== 2 * head.rows || container.extent(MATRIX).length !== wanted || !isSorted(ids))
    throw new DamagedCacheError('shape and content differ');
  return { container, head, ids };
}

/** All of a shard at once. @throws DamagedCacheError */
export function decodeShard(bytes: Buffer): { head: ShardHead; ids: string[]; rows: Float32Array[] } {
  const { container, head, ids } = openShardFile(memorySource(bytes));
  const section = container.section(MATRIX);
  // A copy, since a buffer may begin anywhere and numbers may not.
  const matrix = new Float32Array(Uint8Array.from(section).buffer);
  const each = Array.from({ length: head.rows }, (_, row) => row);
  return {
    head,
    ids: each.map((row) => idAt(ids, row)),
    rows: each.map((row) => matrix.subarray(row * head.dimensions, (row + 1) * head.dimensions)),
  };
}

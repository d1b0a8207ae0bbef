import { DamagedCacheError } from '../../container.js';
import { signsName, type VectorManifest } from './manifest.js';
import { Shard } from './shard.js';
import { readSigns, signWords } from './signs.js';
import type { VectorFolder } from './vector-folder.js';

/** A shard in use. */
export interface OpenShard {
  readonly shard: Shard;
  /** Rows that do not count. */
  readonly dead: ReadonlySet<number>;
  /** Has a file of signs. */
  signed: boolean;
  /** The signs, once they were needed. */
  bits?: Uint32Array;
}

/** A shard that turned out to be damaged while it was read. */
export class DamagedShardError extends Error {
  constructor(
    readonly shard: string,
    reason: string,
  ) {
    super(reason);
    this.name = 'DamagedShardError';
  }
}

/** Does something with a shard, naming it when it is damaged. */
export function within<T>({ shard }: OpenShard, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DamagedCacheError) throw new DamagedShardError(shard.name, error.message);
    throw error;
  }
}

/** What the manifest named when we looked, opened: its files stay readable whatever is written meanwhile. */
export class Snapshot {
  /** The manifest of the disk names more than can be used. */
  incomplete = false;

  constructor(
    readonly generation: string,
    readonly shards: OpenShard[] = [],
    readonly mean?: VectorManifest['mean'],
  ) {}

  /** Opens the shards of a manifest, taking over those that are open in `before`. @returns also the names of those that are not usable. */
  static open(
    folder: VectorFolder,
    manifest: VectorManifest,
    generation: string,
    before?: Snapshot,
  ): { snapshot: Snapshot; damaged: string[] } {
    const damaged: string[] = [];
    const shards = manifest.shards.flatMap(({ name, rows, dead, signed }): OpenShard[] => {
      const known = before?.shards.find(({ shard }) => shard.name === name)?.shard;
      try {
        const shard = known ?? Shard.open(name, folder.source(name), manifest.dimensions);
        if (shard.rows === rows) return [{ shard, dead, signed }];
        if (known === undefined) shard.close();
      } catch (error) {
        if (!(error instanceof DamagedCacheError)) throw error;
      }
      damaged.push(name);
      return [];
    });
    const snapshot = new Snapshot(generation, shards, manifest.mean);
    snapshot.incomplete = damaged.length > 0;
    return { snapshot, damaged };
  }

  /** Vectors that count. */
  get live(): number {
    return this.shards.reduce((sum, { shard, dead }) => sum + shard.rows - dead.size, 0);
  }

  get bytes(): number {
    return this.shards.reduce((sum, { shard, signed }) => {
      const signs = signed ? shard.rows * signWords(shard.dimensions) * 4 : 0;
      return sum + shard.bytes + signs;
    }, 0);
  }

  /** Where a vector that counts is. */
  find(id: string): { open: OpenShard; row: number } | undefined {
    for (const open of this.shards) {
      const row = open.shard.find(id);
      if (row >= 0 && !open.dead.has(row)) return { open, row };
    }
    return undefined;
  }

  /** @throws DamagedShardError */
  vector({ open, row }: { open: OpenShard; row: number }): Float32Array {
    const vector = new Float32Array(open.shard.dimensions);
    within(open, () => open.shard.read(row, vector));
    return vector;
  }

  /** The signs of a shard; undefined when it has none. @throws DamagedCacheError */
  signs(open: OpenShard, folder: VectorFolder): Uint32Array | undefined {
    if (!open.signed || this.mean === undefined) return undefined;
    if (open.bits === undefined) {
      const source = folder.source(signsName(open.shard.name, this.mean.key));
      try {
        open.bits = readSigns(source, open.shard.rows, open.shard.dimensions);
      } finally {
        source.close();
      }
    }
    return open.bits;
  }

  /** Leaves a shard out from now on. */
  drop(name: string): void {
    const at = this.shards.findIndex(({ shard }) => shard.name === name);
    for (const { shard } of this.shards.splice(at, at < 0 ? 0 : 1)) shard.close();
    this.incomplete = true;
  }

  /** Closes what `next` has not taken over. */
  close(next?: Snapshot): void {
    for (const { shard } of this.shards) if (!next?.shards.some((open) => open.shard === shard)) shard.close();
  }
}

import type { IndexCodec, IndexData } from 'vectra/lib/LocalIndex.js';
import { decodeShard, encodeShard } from './shard-file.js';

/**
 * vectra's index as a shard file. Ids and vectors are kept, nothing else: our items have no metadata.
 */
export class ShardCodec implements IndexCodec {
  readonly extension = '.vec';

  constructor(private readonly dimensions: number) {}

  serializeIndex(data: IndexData): Buffer {
    const items = [...data.items].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (items.some(({ metadata }) => Object.keys(metadata ?? {}).length > 0))
      throw new TypeError('a shard keeps no metadata');
    const { version, metadata_config = {} } = data;
    const content = {
      dimensions: this.dimensions,
      ids: items.map((item) => item.id),
      row: (at: number) => items[at]?.vector ?? [],
    };
    return encodeShard(content, { version, metadata_config });
  }

  deserializeIndex(bytes: Buffer): IndexData {
    const { head, ids, rows } = decodeShard(bytes);
    return {
      version: head.version,
      metadata_config: head.metadata_config,
      items: rows.map((vector, row) => ({ id: ids[row] ?? '', metadata: {}, vector, norm: Math.hypot(...vector) })),
    };
  }

  serializeMetadata(metadata: object): Buffer {
    return Buffer.from(JSON.stringify(metadata), 'utf8');
  }

  deserializeMetadata(bytes: Buffer): object {
    return JSON.parse(bytes.toString('utf8')) as object;
  }

  serializeCatalog(catalog: object): Buffer {
    return this.serializeMetadata(catalog);
  }

  deserializeCatalog(bytes: Buffer): object {
    return this.deserializeMetadata(bytes);
  }
}
